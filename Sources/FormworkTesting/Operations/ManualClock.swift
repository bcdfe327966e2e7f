/// A clock that stands still until a test moves it.
public final class ManualClock: Clock {
  /// A moment of the clock.
  public struct Instant: InstantProtocol {
    private var offset: Swift.Duration

    fileprivate init(offset: Swift.Duration) { self.offset = offset }

    /// The moment that is so much later.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How much later the other one is.
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    /// Whether the one is before the other.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let id: Int
    let end: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var lastID = 0
    var cancelled: Set<Int> = []
  }

  private let state = Monitor(State())

  /// Makes a clock that stands at its beginning.
  public init() {}

  /// Where it stands.
  public var now: Instant { state.change { $0.now } }

  /// As fine as durations are.
  public var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until a test has moved the clock there.
  ///
  /// - Throws: `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = state.change { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.change { state in
          if state.cancelled.contains(id) {
            return Result<Bool, any Error>.failure(CancellationError())
          }
          if deadline <= state.now { return .success(true) }
          state.sleepers.append(Sleeper(id: id, end: deadline, continuation: continuation))
          return .success(false)
        }
        switch isOver {
        case .success(true): continuation.resume()
        case .success(false): break
        case .failure(let error): continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      let cancelled = state.change { state in
        state.cancelled.insert(id)
        let place = state.sleepers.firstIndex { $0.id == id }
        return place.map { state.sleepers.remove(at: $0) }
      }
      cancelled?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock on; those whose time has come wake up.
  public func advance(by duration: Swift.Duration) {
    let awake = state.change { state in
      state.now = state.now.advanced(by: duration)
      let awake = state.sleepers.filter { $0.end <= state.now }
      state.sleepers.removeAll { $0.end <= state.now }
      return awake
    }
    for sleeper in awake { sleeper.continuation.resume() }
  }

  /// Waits until those who sleep want to wake up after just these times.
  ///
  /// - Parameter ends: How long from now, of each of them.
  /// - Returns: Whether they did, within 20 seconds; the thread is blocked meanwhile.
  public func waitForSleepers(_ ends: [Swift.Duration]) -> Bool {
    state.wait { state in
      let left = state.sleepers.map { state.now.duration(to: $0.end) }.sorted()
      return left == ends.sorted() ? true : nil
    } ?? false
  }
}
