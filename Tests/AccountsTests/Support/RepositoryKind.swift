import Accounts
import TestSupport

/// The repositories that one body of tests runs against.
enum RepositoryKind: CaseIterable, Sendable {
  case inMemory, onDisk, remote

  /// What a body of tests is lent.
  struct Bench: Sendable {
    /// Another way to what the repository tells of.
    let store: any PolicySettingStore
    let repository: any MemberRepository
    let clock: ManualClock

    /// Does what may wait for the clock, which goes on by itself meanwhile.
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

  /// Lends a new repository, without accounts, for as many as want it.
  func withRepository(_ body: (Bench) async throws -> Void) async throws {
    let clock = ManualClock()
    let store = InMemoryAccountStore()
    switch self {
    case .inMemory:
      let repository = LocalMemberRepository(store: store, clock: clock)
      try await body(Bench(store: store, repository: repository, clock: clock))
    case .onDisk:
      let disk = try DiskStore()
      let repository = LocalMemberRepository(store: disk.otherStore(), clock: clock)
      try await body(Bench(store: disk.store, repository: repository, clock: clock))
      withExtendedLifetime(disk) {}
    case .remote:
      let repository = CachedMemberRepository(FakeRemoteMembers(store), clock: clock)
      try await body(Bench(store: store, repository: repository, clock: clock))
    }
  }
}
