/// Runs operations with limits, priorities and retries, on threads that may block.
///
/// ```swift
/// let scheduler = OperationScheduler(OperationLimits(width: 2), clock: clock)
/// let members = try await scheduler.run(retries: RetryPolicy(attempts: 3)) {
///   try await remote.members()
/// }
/// ```
public final class OperationScheduler: Sendable {
  private struct State {
    var schedule: OperationSchedule
    /// The tasks that wait for the turns of their operations.
    var waiting: [OperationSchedule.ID: CheckedContinuation<Void, any Error>] = [:]
    var alarm: (time: Duration, task: Task<Void, Never>)?
  }

  private let state: Synchronized<State>
  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a scheduler without operations; the generator draws random pauses.
  public init<C: Clock>(
    _ limits: OperationLimits = OperationLimits(), clock: C,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
    state = Synchronized(State(schedule: OperationSchedule(limits, generator: generator)))
  }

  deinit { state.withState { $0.alarm?.task.cancel() } }

  /// Runs an operation when its turn comes, and returns its value.
  ///
  /// After an error that is not final, the work is tried again. `pause` returns the least pause before the next
  /// attempt; other operations can run meanwhile. A cancelled task stops waiting at once, but running work keeps its
  /// place until it ends: it should end soon if its task is cancelled.
  ///
  /// - Throws: The error of the last attempt, or a `CancellationError` if the task was cancelled.
  public func run<Value: Sendable>(
    priority: OperationPriority = .user, retries: RetryPolicy = .never,
    isFinal: (any Error) -> Bool = { _ in false },
    pause: (any Error) -> Duration = { _ in .zero },
    _ work: @concurrent @Sendable () async throws -> Value
  ) async throws -> Value {
    let id = state.withState { $0.schedule.add(priority: priority, retries: retries) }
    while true {
      try await waitForTurn(of: id)
      do {
        let value = try await OperationExecutor.run(work)
        change { state, _ in state.schedule.attemptSucceeded(id) }
        return value
      } catch {
        let (isLast, pause) = (Task.isCancelled || isFinal(error), pause(error))
        let isRepeated = change { state, now in
          state.schedule.attemptFailed(id, isFinal: isLast, pause: pause, at: now)
        }
        if !isRepeated { throw Task.isCancelled ? CancellationError() : error }
      }
    }
  }

  private func waitForTurn(of id: OperationSchedule.ID) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let end: Result<Void, any Error>? = change { state, _ in
          if state.schedule.isRunning(id) { return .success(()) }
          // A later cancellation finds the continuation.
          if Task.isCancelled {
            state.schedule.cancel(id)
            return .failure(CancellationError())
          }
          state.waiting[id] = continuation
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      let waiting = change { state, _ in
        state.schedule.cancel(id)
        return state.waiting.removeValue(forKey: id)
      }
      waiting?.resume(throwing: CancellationError())
    }
  }

  private func change<Result>(_ body: (inout State, Duration) -> Result) -> Result {
    let (result, turns) = state.withState { state in
      let now = elapsed()
      let result = body(&state, now)
      let turns = state.schedule.advance(to: now)
      setAlarm(&state)
      return (result, turns.compactMap { state.waiting.removeValue(forKey: $0) })
    }
    // Without the lock, because a task may continue on this thread.
    for turn in turns { turn.resume() }
    return result
  }

  /// Schedules the next call of ``OperationSchedule/advance(to:)``.
  private func setAlarm(_ state: inout State) {
    let wake = state.schedule.nextWake
    if wake == state.alarm?.time { return }
    state.alarm?.task.cancel()
    state.alarm = wake.map { time in
      let pause = time - elapsed()
      let task = Task(executorPreference: OperationExecutor.shared) { [weak self, sleep] in
        do {
          try await sleep(pause)
        } catch {
          return  // Another alarm replaced this one, or none is needed.
        }
        self?.change { state, _ in if state.alarm?.time == time { state.alarm = nil } }
      }
      return (time, task)
    }
  }
}
