/// A clock for pauses and time limits of operations, which stops while the system sleeps.
///
/// All sleeping tasks share one thread, which wakes only at their deadlines, even at that of a cancelled task. A
/// cancelled task stops sleeping at once.
public struct OperationClock: Clock {
  /// The instants of the clock.
  public typealias Instant = SuspendingClock.Instant

  private static let timer = Timer()

  /// Creates a clock; all clocks show the same time.
  public init() {}

  /// Starts the thread of the clock if necessary, and keeps it; returns whether it is running.
  package static func startThread() -> Bool { timer.start() }

  /// The current time.
  public var now: Instant { SuspendingClock.now }

  /// The shortest pause that the clock can measure.
  public var minimumResolution: Duration { SuspendingClock().minimumResolution }

  /// Sleeps until a deadline, and ignores the tolerance.
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

  func add(_ id: UInt64, _ sleeper: Sleeper) {
    let isCancelled = state.withState { state in
      // A later cancellation finds the sleeper.
      if !Task.isCancelled { state.sleepers[id] = sleeper }
      return state.sleepers[id] == nil
    }
    if isCancelled { return sleeper.continuation.resume(throwing: CancellationError()) }
    // Without a thread no task would ever wake: end all pauses now instead.
    if start() { state.signal() } else { wakeAll() }
  }

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

/// The time that the end of the program waits for a disk, shared by all waits.
package enum ShutdownDeadline {
  private static let deadline = Synchronized<SuspendingClock.Instant?>(nil)

  package static var length: Duration { .seconds(1) }

  /// The remaining time; the first access, or ``begin()``, starts it.
  package static var left: Duration { max(.zero, SuspendingClock.now.duration(to: begin())) }

  /// Starts the time unless it has started.
  @discardableResult
  package static func begin(_ limit: Duration = length) -> SuspendingClock.Instant {
    deadline.withState { deadline in
      let end = deadline ?? SuspendingClock.now + limit
      deadline = end
      return end
    }
  }

  /// Cancels the time because the program continues: the next end has its own.
  package static func forget() { deadline.withState { $0 = nil } }
}
