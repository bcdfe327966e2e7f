/// A source of members, local or remote.
package protocol MemberRepository: Sendable {
  /// Lists members: see ``MemberStore/members(_:as:)``.
  ///
  /// If they cannot be loaded now, an earlier page is returned with its ``MemberPage/age``.
  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage

  /// Returns the member of a name: see ``MemberStore/member(named:as:)``. The answer is never old.
  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member?

  /// Waits until something may have changed since the call before, by whatever process.
  ///
  /// After a change between two calls, the second one returns at once. Several changes may count as one. The
  /// first call counts changes since the first question, so each caller that waits has its own repository.
  func awaitChange() async throws(AccountStoreError)
}

/// A clock that begins at zero.
struct RepositoryTime: Sendable {
  private let read: @Sendable () -> Duration
  private let pause: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    pause = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  var now: Duration { read() }

  /// - Throws: ``AccountStoreError/cancelled``.
  func sleep(until time: Duration) async throws(AccountStoreError) {
    guard time > now else { return }
    do { try await pause(time) } catch { throw .cancelled }
  }
}
