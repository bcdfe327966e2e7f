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
