import TestSupport

@testable import Accounts

/// The repositories for which the same tests run.
enum RepositoryKind: CaseIterable, Sendable {
  case stored, cached

  /// The objects for a test.
  struct Bench: Sendable {
    let store: any PolicySettingStore
    let repository: any MemberRepository
    let clock: ManualClock

    /// Runs a closure that may wait for the clock, which advances meanwhile.
    func passing<Value: Sendable>(
      _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
      let passing = Task {
        while !Task.isCancelled {
          clock.advance(by: .milliseconds(500))
          await Task.yield()
        }
      }
      defer { passing.cancel() }
      return try await work()
    }
  }

  /// Calls a test with a new repository without accounts.
  func withRepository(_ body: (Bench) async throws -> Void) async throws {
    let (disk, clock) = (try DiskStore(), ManualClock())
    let stored = StoredMemberRepository(store: disk.otherStore(), clock: clock)
    let repository: any MemberRepository =
      switch self {
      case .stored: stored
      case .cached: CachedMemberRepository(stored, cache: MemberCache(clock: clock))
      }
    try await body(Bench(store: disk.store, repository: repository, clock: clock))
    withExtendedLifetime(disk) {}
  }
}
