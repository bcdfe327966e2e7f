import CFormworkSystem

/// Sees where an operation asks for the main actor, while the main thread is held.
///
/// Without it the operation would wait, and with it the form, until the time is up: the main actor has its turn when
/// the main thread is free, which waits for the operation.
package final class MainActorWatch: TaskExecutor {
  private let asked: @Sendable () -> Void

  private init(asked: @escaping @Sendable () -> Void) {
    self.asked = asked
    fws_watch_main_actor { context in
      guard let context else { return }
      Unmanaged<MainActorWatch>.fromOpaque(context).takeUnretainedValue().asked()
    }
  }

  /// Runs an operation on threads that may block.
  ///
  /// - Parameters:
  ///   - operation: What is to be done.
  ///   - failure: What is thrown where it asks for the main actor. The operation is cancelled then; what it does on the
  ///     main actor comes when that is free.
  /// - Returns: Its answer.
  /// - Throws: What the operation throws, or that.
  package static func run<Answer: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Answer,
    failure: @escaping @Sendable () -> any Error
  ) async throws -> Answer {
    let outcome = Synchronized(Outcome<Answer>())
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        outcome.withState { $0.continuation = continuation }
        let watch = MainActorWatch {
          outcome.withState { $0.end(with: .failure(failure())) }
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
    OperationExecutor.shared.enqueue(UnownedJob(job), for: self)
  }

  /// Runs a job on this thread, whose hops to the main actor are seen.
  func run(_ job: UnownedJob) {
    fws_set_main_actor_watch(Unmanaged.passUnretained(self).toOpaque())
    job.runSynchronously(on: asUnownedTaskExecutor())
    fws_set_main_actor_watch(nil)
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

  mutating func end(with result: Result<Answer, any Error>) {
    continuation?.resume(with: result)
    (continuation, task) = (nil, nil)
  }
}
