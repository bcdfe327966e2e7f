/// What pauses and time-outs of operations are measured with: the time that the system is awake.
///
/// All tasks that sleep share one thread, which wakes for them alone: once for each, at its
/// deadline, even where the task was cancelled before. A cancelled task stops sleeping at once.
public struct OperationClock: Clock {
  /// The instants of the clock that stops while the system sleeps.
  public typealias Instant = SuspendingClock.Instant

  private static let timer = Timer()

  /// Makes one; all of them tell the same time.
  public init() {}

  /// Starts the thread of the clock, which is kept, if there is none.
  ///
  /// - Returns: Whether there is a thread.
  package static func startThread() -> Bool { timer.start() }

  /// Now.
  public var now: Instant { SuspendingClock.now }

  /// The least pause that makes a difference.
  public var minimumResolution: Duration { SuspendingClock().minimumResolution }

  /// Sleeps until a deadline; a tolerance is not made use of.
  ///
  /// - Throws: `CancellationError`, once the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = Self.timer.makeID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        Self.timer.add(id, Timer.Sleeper(deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      Self.timer.remove(id)?.continuation.resume(throwing: CancellationError())
    }
  }
}

/// The thread that wakes tasks, and the tasks that sleep.
private final class Timer: Sendable {
  struct Sleeper {
    let deadline: SuspendingClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var sleepers: [UInt64: Sleeper] = [:]
    var idCount: UInt64 = 0
    var hasThread = false

    var firstDeadline: SuspendingClock.Instant? { sleepers.values.map(\.deadline).min() }
  }

  private let state = Synchronized(State())

  func makeID() -> UInt64 {
    state.withState { state in
      state.idCount += 1
      return state.idCount
    }
  }

  /// Adds the sleeper of the current task.
  func add(_ id: UInt64, _ sleeper: Sleeper) {
    enum Step { case none, signal, startThread, refuse }
    let step: Step = state.withState { state in
      // A cancellation after this line finds the sleeper.
      if Task.isCancelled { return .refuse }
      let isFirst = state.firstDeadline.map { sleeper.deadline < $0 } ?? true
      state.sleepers[id] = sleeper
      return !state.hasThread ? .startThread : isFirst ? .signal : .none
    }
    switch step {
    case .none: break
    case .signal: state.signal()
    case .refuse: sleeper.continuation.resume(throwing: CancellationError())
    case .startThread:
      // Without a thread no task would ever be woken: it is better that all pauses end now.
      if !start() { wakeAll() }
    }
  }

  /// Starts the thread, if there is none.
  ///
  /// - Returns: Whether there is a thread.
  func start() -> Bool {
    let isNeeded = state.withState { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if !isNeeded || startThread({ [self] in work() }) { return true }
    state.withState { $0.hasThread = false }
    return false
  }

  func remove(_ id: UInt64) -> Sleeper? {
    state.withState { $0.sleepers.removeValue(forKey: id) }
  }

  private func wakeAll() {
    let sleepers = state.withState { state in
      defer { state.sleepers = [:] }
      return state.sleepers.values.map(\.continuation)
    }
    for sleeper in sleepers { sleeper.resume() }
  }

  private func work() -> Never {
    while true {
      let woken = state.wait(until: \.firstDeadline) { state -> [Sleeper]? in
        let now = SuspendingClock.now
        let woken = state.sleepers.filter { $0.value.deadline <= now }
        for id in woken.keys { state.sleepers[id] = nil }
        return woken.isEmpty ? nil : woken.values.sorted { $0.deadline < $1.deadline }
      }
      for sleeper in woken { sleeper.continuation.resume() }
    }
  }
}

/// The second that an end of the program waits for a disk: one for all that is waited for on the way.
package enum LastSecond {
  private static let deadline = Synchronized<SuspendingClock.Instant?>(nil)

  /// How long it is.
  package static var length: Duration { .seconds(1) }

  /// What is left of it; the first one to ask, or to ``begin()``, begins it.
  package static var left: Duration { max(.zero, SuspendingClock.now.duration(to: begin())) }

  /// Begins it, unless it has begun.
  ///
  /// - Returns: When it is over.
  @discardableResult
  package static func begin() -> SuspendingClock.Instant {
    deadline.withState { deadline in
      let end = deadline ?? SuspendingClock.now + length
      deadline = end
      return end
    }
  }

  /// The program goes on after all: its next end has a second of its own.
  package static func forget() { deadline.withState { $0 = nil } }
}
