import CFormworkSystem

/// Detects an operation that waits for the main actor while the main thread is blocked.
///
/// Without it, the operation and its form would wait until the time limit: the main actor runs when the main thread is
/// free, but this thread waits for the operation. Swift does not report who waits for an actor. The watch assumes it
/// if, for one second, the operation uses no thread and the main queue has work.
package final class MainActorWatch: TaskExecutor {
  private struct State {
    /// The number of jobs that run or wait for a thread.
    var jobCount = 0

    /// The number of times that this became zero.
    var pauseCount = 0
  }

  private let state = Synchronized(State())
  private let limit: Duration
  private let waits: @Sendable () -> Void

  private init(limit: Duration, waits: @escaping @Sendable () -> Void) {
    (self.limit, self.waits) = (limit, waits)
  }

  /// Runs an operation on threads that may block; after the limit, cancels it and throws `failure`.
  package static func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer,
    limit: Duration = .seconds(1), failure: @escaping @Sendable () -> any Error
  ) async throws -> Answer {
    let outcome = Synchronized(Outcome<Answer>())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.withState { $0.continuation = continuation }
        let watch = MainActorWatch(limit: limit) {
          outcome.exchange(Outcome()).fail(with: failure())
        }
        let task = Task(executorPreference: watch) {
          let result: Result<Answer, any Error>
          do { result = .success(try await operation()) } catch { result = .failure(error) }
          outcome.exchange(Outcome()).continuation?.resume(with: result)
        }
        let isUnwanted = outcome.withState { $0.begin(task) }
        if isUnwanted { task.cancel() }
      }
    } onCancel: {
      outcome.withState { $0.cancel() }?.cancel()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    state.withState { $0.jobCount += 1 }
    OperationExecutor.shared.enqueue(UnownedJob(job), for: self)
  }

  func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
    let pause = state.withState { state -> Int? in
      state.jobCount -= 1
      guard state.jobCount == 0 else { return nil }
      state.pauseCount += 1
      return state.pauseCount
    }
    guard let pause, fws_main_queue_has_work() != 0 else { return }
    Task(executorPreference: OperationExecutor.shared) { [self] in
      do { try await OperationClock().sleep(for: limit) } catch { return }
      let isPaused = state.withState { $0.jobCount == 0 && $0.pauseCount == pause }
      if isPaused, fws_main_queue_has_work() != 0 { waits() }
    }
  }
}

/// The end of an operation, which happens only once.
///
/// Tasks are resumed and cancelled without its lock: Swift locks a task to resume it, and while
/// `onCancel` waits for this lock.
private struct Outcome<Answer: Sendable> {
  var continuation: CheckedContinuation<Answer, any Error>?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  /// Notes the task, and returns whether nobody waits for it any more.
  mutating func begin(_ task: Task<Void, Never>) -> Bool {
    if isCancelled || continuation == nil { return true }
    self.task = task
    return false
  }

  /// Returns the task to cancel, if it has begun.
  mutating func cancel() -> Task<Void, Never>? {
    isCancelled = true
    return task
  }

  func fail(with error: any Error) {
    task?.cancel()
    continuation?.resume(throwing: error)
  }
}
