import FormworkOperations
import Glibc
import TestSupport
import Testing

struct MainActorWatchTests {
  /// Swift locks the task when it is cancelled, and when its operation ends.
  @Test func anOperationThatEndsMayBeCancelled() async throws {
    let answers = Synchronized<[Int?]>([])
    // A thread that hangs must not be one of the pool.
    let isStarted = startThread {
      for count in 0..<2_000 {
        let hasBegun = Synchronized(false)
        let task = Task(executorPreference: OperationExecutor.shared) {
          let answer = try? await MainActorWatch.run {
            hasBegun.change { $0 = true }
            return count
          } failure: {
            CancellationError()
          }
          answers.change { $0.append(answer) }
        }
        while !hasBegun.current { sched_yield() }
        task.cancel()
      }
    }
    #expect(isStarted)
    let given = await Task(executorPreference: OperationExecutor.shared) {
      answers.wait { $0.count == 2_000 ? $0 : nil }
    }.value
    #expect(given.map { Set($0) } == Set(0..<2_000))
  }
}
