/// Runs operations on threads that may block: as many at once, and as often, as its limits say, each behind those that
/// it depends on, and again where it fails.
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
  /// An operation that was added.
  public final class Operation: Sendable {
    fileprivate let outcome = Synchronized<OperationSchedule.Outcome?>(nil)
    fileprivate let id: OperationSchedule.ID

    fileprivate init(_ id: OperationSchedule.ID) { self.id = id }
  }

  /// What is known of an operation that is not over.
  private struct Entry {
    let operation: Operation
    /// Makes an attempt.
    let attempt: @Sendable () async -> Attempt
    /// Tells the caller that it was cancelled, unless that is the caller's own doing.
    var tellCancelled: (@Sendable () -> Void)?
    /// What the last attempt has come to.
    var last: Attempt?
    /// The attempt that runs.
    var task: Task<Void, Never>?
  }

  /// What an attempt has come to.
  private struct Attempt: Sendable {
    let succeeded: Bool
    let isFinal: Bool
    /// Tells the caller, once no other attempt follows.
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

  /// Makes a scheduler that has nothing to do.
  ///
  /// - Parameters:
  ///   - limits: How much it does at once, and in a time.
  ///   - clock: What pauses and rates are measured with.
  ///   - generator: What draws the pauses.
  public init<C: Clock>(
    _ limits: OperationLimits = OperationLimits(), clock: C,
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0) }
    state = Synchronized(State(schedule: OperationSchedule(limits, generator: generator)))
  }

  // What runs keeps the scheduler: none of these has begun, or each waits to be tried again.
  deinit {
    let entries = state.withState { state in
      state.alarm?.task.cancel()
      return state.entries
    }
    for entry in entries.values { entry.tellCancelled?() }
  }

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - dependencies: Those that have to succeed first: where one does not, this one is cancelled.
  ///   - priority: Which have their turn first, once they are ready.
  ///   - retries: Whether it is tried again where it throws.
  ///   - isFinal: Whether an error would come again, so that it is not tried again.
  ///   - work: What it does, on threads that may block.
  ///   - ended: Is told once, on any thread, what it has brought: the error of the last attempt where it has failed, and
  ///     a `CancellationError` where one that it depends on did not succeed. One that ``cancel(_:)`` names is told nothing.
  /// - Returns: The operation, for those that depend on it, and to cancel it.
  @discardableResult
  public func add<Value: Sendable>(
    after dependencies: [Operation] = [], priority: OperationPriority = .normal,
    retries: RetryPolicy = .never,
    isFinal: @escaping @Sendable (any Error) -> Bool = { _ in false },
    _ work: @escaping @Sendable () async throws -> Value,
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

  /// Cancels an operation and those that depend on it; one that is over stays as it is.
  ///
  /// What runs has its place until it has ended.
  public func cancel(_ operation: Operation) {
    change { state, now in
      state.entries[operation.id]?.tellCancelled = nil
      return ((), state.schedule.cancel(operation.id, at: now))
    }
  }

  /// Changes the schedule and does what comes of it.
  private func change<Result>(
    _ body: (inout State, Duration) -> (Result, [OperationSchedule.Effect])
  ) -> Result {
    let (result, tellings) = state.withState { state in
      let (result, effects) = body(&state, elapsed())
      let tellings = effects.compactMap { perform($0, &state) }
      setAlarm(&state)
      return (result, tellings)
    }
    // The callers are told without the lock: what they do may add operations, or cancel some.
    for tell in tellings { tell() }
    return result
  }

  /// Does what the schedule says.
  ///
  /// - Returns: What tells a caller of an end, or has what runs cancelled.
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

  /// Has the schedule asked again when it wants to be.
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
          return  // Another alarm has taken its place, or nothing is waited for.
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
