import CFormworkSystem

/// Runs operations on its own threads, which may block.
///
/// Swift's shared pool has only one thread per processor: a task that waits there for a disk or a user delays all
/// others. The threads here are created on demand, up to a limit, and kept. Idle threads never wake; libdispatch,
/// which runs Swift's own executor on Linux, checks its threads with a timer every second.
public final class OperationExecutor: TaskExecutor {
  /// The executor for the operations of forms, with at most 16 threads.
  public static let shared = OperationExecutor(threadLimit: 16)

  private struct Job {
    let job: UnownedJob
    let watch: MainActorWatch?
  }

  private struct State {
    var jobs: [Job] = []
    var threadCount = 0
    var idleCount = 0

    /// The number of callers that wait until all threads are idle.
    var settlingCount = 0

    /// Whether all threads are idle and no job is waiting.
    var isSettled: Bool { idleCount == threadCount && jobs.isEmpty }

    mutating func takeJob() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst() }
  }

  private let threadLimit: Int
  private let state = Synchronized(State())

  /// Creates an executor without threads; `threadLimit` is at least 1.
  package init(threadLimit: Int) { self.threadLimit = max(1, threadLimit) }

  package static func run<Result: Sendable, Failure: Error>(
    _ work: @concurrent () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared, operation: work)
  }

  /// Blocks the thread until an operation has a result; returns `nil` if the time ran out.
  package static func wait<Answer: Sendable>(
    limit: Duration, for operation: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let (answer, task) = start(operation)
    let found = answer.wait(limit: limit) { $0 }
    if found == nil { task.cancel() }
    return found
  }

  /// Blocks the thread until an operation has a result, without a time limit.
  package static func wait<Answer: Sendable>(
    for operation: @escaping @Sendable () async -> Answer
  ) -> Answer {
    start(operation).answer.wait(until: { _ in nil }) { $0 }
  }

  /// Waits until no operation is running, and each has released its objects, such as a database.
  package func settle(limit: Duration) {
    state.withState { $0.settlingCount += 1 }
    // A signal for one thread could wake this one.
    state.signal()
    _ = state.wait(limit: limit) { $0.isSettled ? () : nil }
    state.withState { $0.settlingCount -= 1 }
  }

  private static func start<Answer: Sendable>(
    _ operation: @escaping @Sendable () async -> Answer
  ) -> (answer: Synchronized<Answer?>, task: Task<Void, Never>) {
    let answer = Synchronized<Answer?>(nil)
    let task = Task(executorPreference: shared) {
      let found = await operation()
      answer.withState { $0 = found }
      answer.signal()
    }
    return (answer, task)
  }

  /// Runs a job when a thread is free.
  public func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), for: nil) }

  /// Runs a job when a thread is free, with an optional watch.
  func enqueue(_ job: UnownedJob, for watch: MainActorWatch?) {
    let job = Job(job: job, watch: watch)
    let (needsThread, isSettling) = state.withState { state in
      state.jobs.append(job)
      let needsThread = state.jobs.count > state.idleCount && state.threadCount < threadLimit
      if needsThread { state.threadCount += 1 }
      return (needsThread, state.settlingCount > 0)
    }
    if needsThread { return addThread() }
    // One thread is enough, unless a settling caller could be woken in its place. It needs the mutex.
    state.signal(all: isSettling)
  }

  /// Starts the first thread, which may have to do all the work; returns whether it is running.
  package func startFirstThread() -> Bool {
    let isNeeded = state.withState { state in
      defer { state.threadCount = max(1, state.threadCount) }
      return state.threadCount == 0
    }
    if !isNeeded || startThread({ [self] in work() }) { return true }
    state.withState { $0.threadCount -= 1 }
    return false
  }

  private func addThread() {
    guard !startThread({ [self] in work() }) else { return }
    let orphan = state.withState { state in
      state.threadCount -= 1
      // The other threads will take the job.
      return state.threadCount == 0 ? state.takeJob() : nil
    }
    // The system allows no further thread: run the job on this one.
    if let orphan { run(orphan) }
  }

  private func work() -> Never {
    while true {
      var isIdle = false
      let job = state.wait(until: { _ in nil }) { state -> Job? in
        let job = state.takeJob()
        if isIdle != (job == nil) {
          isIdle = job == nil
          state.idleCount += isIdle ? 1 : -1
          if state.isSettled, state.settlingCount > 0 { self.state.signal() }
        }
        return job
      }
      run(job)
    }
  }

  private func run(_ job: Job) {
    guard let watch = job.watch else {
      return job.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    watch.run(job.job)
  }
}

/// Keeps the libdispatch queue of this thread: its last release may wait for a new thread forever.
package func keepCurrentQueue() { fws_keep_current_queue() }
