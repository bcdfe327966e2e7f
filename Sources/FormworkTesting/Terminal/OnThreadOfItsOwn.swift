import Foundation

/// Runs blocking code on a separate thread, not on the cooperative pool.
///
/// A few bodies run at a time. The body stays in the caller's task, so that a failed expectation in
/// it belongs to the test.
public func onThreadOfItsOwn<Result: Sendable>(
  _ body: @Sendable () throws -> Result
) async throws -> Result {
  await AsyncSemaphore.shared.enter()
  do {
    let result = try await withTaskExecutorPreference(ThreadPerJob()) { try await run(body) }
    await AsyncSemaphore.shared.leave()
    return result
  } catch {
    await AsyncSemaphore.shared.leave()
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

/// A semaphore for tests that run programs, so that hundreds of them do not delay each other.
actor AsyncSemaphore {
  /// The semaphore for all tests that run programs: four for each processor.
  static let shared = AsyncSemaphore(width: 4 * ProcessInfo.processInfo.activeProcessorCount)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = width }

  /// Waits for a place.
  func enter() async {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
  }

  /// Admits the next task that waits.
  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
