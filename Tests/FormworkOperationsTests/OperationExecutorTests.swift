import FormworkOperations
import Glibc
import TestSupport
import Testing

struct OperationExecutorTests {
  /// Each of the blocking tasks waits for all others: together they use all threads.
  @Test(.timeLimit(.minutes(20)))
  func runsSomeThatBlockAtOnce() async {
    let limit = 4
    let executor = OperationExecutor(threadLimit: limit)
    let arrivals = Synchronized(0)
    let tasks = (0..<limit).map { _ in
      Task(executorPreference: executor) {
        arrivals.change { $0 += 1 }
        return arrivals.wait { $0 == limit ? $0 : nil }
      }
    }
    for task in tasks { #expect(await task.value == limit) }
  }

  @Test(.timeLimit(.minutes(20)))
  func makesNoMoreThreadsThanItMay() async {
    let executor = OperationExecutor(threadLimit: 3)
    let threads = Synchronized<Set<pthread_t>>([])
    let tasks = (0..<200).map { _ in
      Task(executorPreference: executor) {
        for _ in 0..<5 {
          threads.change { _ = $0.insert(pthread_self()) }
          await Task.yield()
        }
      }
    }
    for task in tasks { await task.value }
    #expect((1...3).contains(threads.current.count))
  }

  @Test(.timeLimit(.minutes(20)))
  func keepsTheOrderOfJobsOnOneThread() async {
    let executor = OperationExecutor(threadLimit: 1)
    let order = Synchronized<[Int]>([])
    let tasks = (0..<100).map { number in
      Task(executorPreference: executor) { order.change { $0.append(number) } }
    }
    for task in tasks { await task.value }
    #expect(order.current == Array(0..<100))
  }

  /// An overflow of the thread's stack leaves no space for a handler on it.
  @Test func aThreadsOwnFaultsHaveAStackApart() async {
    let executor = OperationExecutor(threadLimit: 1)
    let flags = await Task(executorPreference: executor) { () -> CInt in
      var stack = stack_t()
      sigaltstack(nil, &stack)
      return stack.ss_flags
    }.value
    #expect(flags == 0)
  }

  /// A signal to the process is for the thread that the program has chosen.
  @Test(.timeLimit(.minutes(20)))
  func threadsTakeNoSignalButTheirOwnFaults() async {
    let executor = OperationExecutor(threadLimit: 1)
    let blocked = await Task(executorPreference: executor) { () -> [CInt] in
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return (1...31).filter { sigismember(&mask, $0) == 1 }
    }.value
    let faults: Set<CInt> = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    // The system lets no program block these two.
    #expect(Set(blocked) == Set(1...31).subtracting(faults).subtracting([SIGKILL, SIGSTOP]))
  }

  /// An actor runs on the threads of the task that calls it, one call at a time.
  @Test(.timeLimit(.minutes(20)))
  func actorsWorkOnItsThreads() async {
    actor Counter {
      var threads: Set<pthread_t> = []
      func note() -> Int {
        threads.insert(pthread_self())
        return threads.count
      }
    }
    let executor = OperationExecutor(threadLimit: 1)
    let counter = Counter()
    let counts = await Task(executorPreference: executor) {
      [await counter.note(), await counter.note()]
    }.value
    #expect(counts == [1, 1])
  }

  /// Settling waits for the release of an operation's objects, not only for its answer.
  @Test(.timeLimit(.minutes(20)))
  func settlesWhenOperationsHaveLetGo() async throws {
    final class Held: Sendable {
      let events: Synchronized<[String]>
      init(_ events: Synchronized<[String]>) { self.events = events }
      deinit { events.change { $0.append("let go") } }
    }
    let executor = OperationExecutor(threadLimit: 2)
    let events = Synchronized<[String]>([])
    try await onThreadOfItsOwn {
      Task(executorPreference: executor) { [held = Held(events)] in
        held.events.change { $0.append("answered") }
        held.events.wait { $0.contains("settles") ? () : nil }
      }
      events.wait { $0 == ["answered"] ? () : nil }
      executor.settle(limit: .milliseconds(1))
      events.change { $0.append("settles") }
      executor.settle(limit: .seconds(240))
      events.change { $0.append("settled") }
    }
    #expect(events.current == ["answered", "settles", "let go", "settled"])
  }
}
