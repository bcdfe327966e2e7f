/// Runs operations with limits, dependencies and retries, on threads that may block.
///
/// ```swift
/// let scheduler = OperationScheduler(OperationLimits(width: 2), clock: clock)
/// let login = scheduler.add { try await remote.logIn() } ended: { _ in }
/// scheduler.add(after: [login], retries: RetryPolicy(attempts: 3)) {
///   try await remote.members()
/// } ended: { members in
///   // The members, the error of the last attempt, or a `CancellationError`.
/// }
/// ```
public final class OperationScheduler: Sendable {
  /// An operation in a scheduler.
  public final class Operation: Sendable {
    fileprivate let outcome = Synchronized<OperationSchedule.Outcome?>(nil)
    fileprivate let id: OperationSchedule.ID

    fileprivate init(_ id: OperationSchedule.ID) { self.id = id }
  }

  private struct Entry {
    let operation: Operation
    let attempt: @Sendable () async -> Attempt
    /// Reports the cancellation, unless the caller requested it.
    var tellCancelled: (@Sendable () -> Void)?
    var last: Attempt?
    var task: Task<Void, Never>?
  }

  private struct Attempt: Sendable {
    let succeeded: Bool
    let isFinal: Bool
    /// Reports the result if no other attempt follows.
    let tell: @Sendable () -> Void
  }

  private struct State {
    var schedule: OperationSchedule
    var entries: [OperationSchedule.ID: Entry] = [:]
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

  // Running attempts retain the scheduler, so all remaining operations wait for their first or next attempt.
  deinit {
    let entries = state.withState { state in
      state.alarm?.task.cancel()
      return state.entries
    }
    for entry in entries.values { entry.tellCancelled?() }
  }

  /// Adds an operation.
  ///
  /// All dependencies must succeed first. After an error that is not final, the work is tried again. `ended` is called
  /// once on any thread with the value, the error of the last attempt, or a `CancellationError` if a dependency did not
  /// succeed, but not after ``cancel(_:)`` of the returned operation.
  @discardableResult
  public func add<Value: Sendable>(
    after dependencies: [Operation] = [], priority: OperationPriority = .normal,
    retries: RetryPolicy = .never,
    isFinal: @escaping @Sendable (any Error) -> Bool = { _ in false },
    _ work: @escaping @concurrent @Sendable () async throws -> Value,
    ended: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> Operation {
    let attempt: @Sendable () async -> Attempt = {
      do {
        let value = try await work()
        return Attempt(succeeded: true, isFinal: true) { ended(.success(value)) }
      } catch {
        return Attempt(succeeded: false, isFinal: isFinal(error)) { ended(.failure(error)) }
      }
    }
    let cancelled: @Sendable () -> Void = { ended(.failure(CancellationError())) }
    return change { state, now in
      let isLost = dependencies.contains { dependency in
        dependency.outcome.withState { $0 == .failed || $0 == .cancelled }
      }
      let (id, effects) = state.schedule.add(
        after: Set(dependencies.map(\.id)), isLost: isLost, priority: priority, retries: retries,
        at: now)
      let operation = Operation(id)
      state.entries[id] = Entry(operation: operation, attempt: attempt, tellCancelled: cancelled)
      return (operation, effects)
    }
  }

  /// Cancels an operation and its dependents; a running attempt counts against the limit until its end.
  public func cancel(_ operation: Operation) {
    change { state, now in
      state.entries[operation.id]?.tellCancelled = nil
      return ((), state.schedule.cancel(operation.id, at: now))
    }
  }

  private func change<Result>(
    _ body: (inout State, Duration) -> (Result, [OperationSchedule.Effect])
  ) -> Result {
    let (result, tellings) = state.withState { state in
      let (result, effects) = body(&state, elapsed())
      let tellings = effects.compactMap { perform($0, &state) }
      setAlarm(&state)
      return (result, tellings)
    }
    // The callers are called without the lock, because they may add or cancel operations.
    for tell in tellings { tell() }
    return result
  }

  private func perform(
    _ effect: OperationSchedule.Effect, _ state: inout State
  ) -> (@Sendable () -> Void)? {
    switch effect {
    case .run(let id, let number):
      guard let attempt = state.entries[id]?.attempt else { return nil }
      state.entries[id]?.task = Task(executorPreference: OperationExecutor.shared) {
        let result = await attempt()
        self.change { state, now in
          state.entries[id]?.last = result
          return (
            (),
            state.schedule.attemptEnded(
              id, attempt: number, succeeded: result.succeeded, isFinal: result.isFinal, at: now)
          )
        }
      }
      return nil
    case .stop(let id):
      let task = state.entries[id]?.task
      return { task?.cancel() }
    case .ended(let id, let outcome):
      guard let entry = state.entries.removeValue(forKey: id) else { return nil }
      entry.operation.outcome.withState { $0 = outcome }
      return outcome == .cancelled ? entry.tellCancelled : entry.last?.tell
    }
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
        self?.change { state, now in
          if state.alarm?.time == time { state.alarm = nil }
          return ((), state.schedule.advance(to: now))
        }
      }
      return (time, task)
    }
  }
}
