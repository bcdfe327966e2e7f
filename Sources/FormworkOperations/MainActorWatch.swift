import CFormworkSystem

/// Sees where an operation waits for the main actor, while the main thread is held.
///
/// Without it the operation would wait, and with it the form, until the time is up: the main actor has its turn when
/// the main thread is free, which waits for the operation. Swift tells nothing of who waits for an actor: an operation
/// does where it has no thread, and something waits for the main actor, for a second.
package final class MainActorWatch: TaskExecutor {
  private struct State {
    /// The jobs that have a thread, or are to have one.
    var jobCount = 0

    /// How many times there was none left.
    var pauseCount = 0
  }

  private let state = Synchronized(State())
  private let limit: Duration
  private let waits: @Sendable () -> Void

  private init(limit: Duration, waits: @escaping @Sendable () -> Void) {
    (self.limit, self.waits) = (limit, waits)
  }

  /// Runs an operation on threads that may block.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - limit: How long it may wait.
  ///   - failure: What is thrown where it waits longer for the main actor. The operation is cancelled then; what it does
  ///     on the main actor comes when that is free.
  /// - Returns: Its answer.
  /// - Throws: What the operation throws, or that.
  package static func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer,
    limit: Duration = .seconds(1), failure: @escaping @Sendable () -> any Error
  ) async throws -> Answer {
    let outcome = Synchronized(Outcome<Answer>())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.withState { $0.continuation = continuation }
        let watch = MainActorWatch(limit: limit) {
          outcome.withState { $0.fail(with: failure()) }
        }
        let task = Task(executorPreference: watch) {
          do {
            let answer = try await operation()
            outcome.withState { $0.end(with: .success(answer)) }
          } catch {
            outcome.withState { $0.end(with: .failure(error)) }
          }
        }
        outcome.withState { $0.begin(task) }
      }
    } onCancel: {
      outcome.withState { $0.cancel() }
    }
  }

  /// Has a job run on a thread of those that operations run on.
  package func enqueue(_ job: consuming ExecutorJob) {
    state.withState { $0.jobCount += 1 }
    OperationExecutor.shared.enqueue(UnownedJob(job), for: self)
  }

  /// Runs a job on this thread.
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

/// How an operation ends: once, by what comes first.
private struct Outcome<Answer: Sendable> {
  var continuation: CheckedContinuation<Answer, any Error>?
  private var task: Task<Void, Never>?
  private var isCancelled = false

  mutating func begin(_ task: Task<Void, Never>) {
    if isCancelled || continuation == nil { return task.cancel() }
    self.task = task
  }

  mutating func cancel() {
    isCancelled = true
    task?.cancel()
  }

  mutating func fail(with error: any Error) {
    task?.cancel()
    end(with: .failure(error))
  }

  mutating func end(with result: Result<Answer, any Error>) {
    continuation?.resume(with: result)
    (continuation, task) = (nil, nil)
  }
}
