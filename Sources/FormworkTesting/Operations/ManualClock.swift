/// A clock that a test advances.
public final class ManualClock: Clock {
  /// A time of the clock.
  public typealias Instant = ContinuousClock.Instant

  private struct Sleeper {
    let id: Int
    let end: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = ContinuousClock.now
    var sleepers: [Sleeper] = []
    var lastID = 0
  }

  private let state = Synchronized(State())

  /// Creates a clock at its initial time.
  public init() {}

  /// The current time.
  public var now: Instant { state.change { $0.now } }

  /// Zero, because the clock has no fixed steps.
  public var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until a test has advanced the clock.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = state.change { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let end: Result<Void, any Error>? = state.change { state in
          // A later cancellation finds the sleeper.
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers.append(Sleeper(id: id, end: deadline, continuation: continuation))
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      let cancelled = state.change { state in
        let place = state.sleepers.firstIndex { $0.id == id }
        return place.map { state.sleepers.remove(at: $0) }
      }
      cancelled?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock, and wakes the sleepers whose time has come.
  public func advance(by duration: Swift.Duration) {
    let awake = state.change { state in
      state.now = state.now.advanced(by: duration)
      let awake = state.sleepers.filter { $0.end <= state.now }
      state.sleepers.removeAll { $0.end <= state.now }
      return awake
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Waits until the sleepers have exactly these remaining durations; false after 20 seconds.
  public func waitForSleepers(_ ends: [Swift.Duration]) -> Bool {
    state.wait { state in
      let left = state.sleepers.map { state.now.duration(to: $0.end) }.sorted()
      return left == ends.sorted() ? true : nil
    } ?? false
  }
}
