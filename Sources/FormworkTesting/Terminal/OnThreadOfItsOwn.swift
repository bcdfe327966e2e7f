import Foundation

/// Runs blocking code on a separate thread, not on the cooperative pool.
///
/// A few bodies run at a time. The body stays in the caller's task, so that a failed expectation in
/// it belongs to the test. test's.
public func onThreadOfItsOwn<Result: Sendable>(
  _ body: @Sendable () throws -> Result
) async throws -> Result {
  await Turnstile.shared.enter()
  do {
    let result = try await withTaskExecutorPreference(ThreadPerJob()) { try await run(body) }
    await Turnstile.shared.leave()
    return result
  } catch {
    await Turnstile.shared.leave()
    throw error
  }
}

/// Leaves the caller's actor, if there is one, for the preferred executor.
@concurrent
private func run<Result: Sendable>(_ body: @Sendable () throws -> Result) async throws -> Result {
  try body()
}

/// Starts a thread for each part of a task between suspensions.
private final class ThreadPerJob: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
