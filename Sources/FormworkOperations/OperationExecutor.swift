import CFormworkSystem

/// Runs operations on threads of its own, which may block.
///
/// The threads that all of Swift's tasks share are as few as there are processors: a task that
/// waits there for a disk or for a person holds up all others. These threads are made when they are
/// needed, up to a limit, and kept. While they have nothing to do none of them wakes; the threads of
/// Swift's own executor on Linux are looked after once a second by a timer of libdispatch.
public final class OperationExecutor: TaskExecutor {
  /// The one that operations of forms run on: 16 threads at most.
  public static let shared = OperationExecutor(threadLimit: 16)

  /// A piece of work, and what is told where it asks for the main actor.
  private struct Job {
    let job: UnownedJob
    let watch: MainActorWatch?
  }

  private struct State {
    var jobs: [Job] = []
    var next = 0
    var threadCount = 0
    var idleCount = 0

    /// Whether no thread is at work, and none will be.
    var isSettled: Bool { idleCount == threadCount && next == jobs.count }

    mutating func takeJob() -> Job? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count {
          jobs.removeAll(keepingCapacity: true)
          next = 0
        }
      }
      return jobs[next]
    }
  }

  private let threadLimit: Int
  private let state = Synchronized(State())

  /// Makes one without threads; `threadLimit` is at least 1.
  package init(threadLimit: Int) { self.threadLimit = max(1, threadLimit) }

  /// Works where it may block; a task that is there already goes on as it is.
  package static func run<Result: Sendable, Failure: Error>(
    _ work: @concurrent () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(shared, operation: work)
  }

  /// Waits for the answer of an operation; the thread that calls blocks meanwhile.
  ///
  /// - Parameters:
  ///   - limit: How long to wait; then the operation is cancelled.
  ///   - operation: Runs on threads of the executor.
  /// - Returns: The answer; `nil` where there is none in time.
  package static func wait<Answer: Sendable>(
    limit: Duration, for operation: @escaping @Sendable () async -> Answer
  ) -> Answer? {
    let (answer, task) = start(operation)
    let deadline = SuspendingClock.now + limit
    let found = answer.wait { _ in
      deadline
    } _: { found in
      found.map { .some($0) } ?? (SuspendingClock.now >= deadline ? .some(nil) : nil)
    }
    if found == nil { task.cancel() }
    return found
  }

  /// Waits for the answer of an operation, for as long as it takes.
  package static func wait<Answer: Sendable>(
    for operation: @escaping @Sendable () async -> Answer
  ) -> Answer {
    start(operation).answer.wait { _ in
      nil
    } _: {
      $0
    }
  }

  /// Waits until no operation is at work, and each has let go of what it held.
  ///
  /// An answer is there a moment before its operation has ended. A program that ended in this moment
  /// would leave, for example, a database that is not closed: what was written last lies beside it.
  ///
  /// - Parameter limit: How long to wait, where an operation does not end.
  package func settle(limit: Duration) {
    let deadline = SuspendingClock.now + limit
    state.wait { _ in
      deadline
    } _: { state in
      state.isSettled || SuspendingClock.now >= deadline ? () : nil
    }
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

  /// Has a job run as soon as a thread is free.
  public func enqueue(_ job: consuming ExecutorJob) { enqueue(UnownedJob(job), for: nil) }

  /// Has a job run as soon as a thread is free, which a watch looks after.
  func enqueue(_ job: UnownedJob, for watch: MainActorWatch?) {
    let job = Job(job: job, watch: watch)
    let needsThread = state.withState { state in
      state.jobs.append(job)
      let waiting = state.jobs.count - state.next
      guard waiting > state.idleCount, state.threadCount < threadLimit else { return false }
      state.threadCount += 1
      return true
    }
    if needsThread { addThread() } else { state.signal() }
  }

  /// Starts the first thread, which is kept: if the system has no room for another one, it does all the work.
  ///
  /// - Returns: Whether there is a thread.
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
      // Those that are there take the job in their time.
      return state.threadCount == 0 ? state.takeJob() : nil
    }
    // The system has no room for a thread: the one that adds the job does it.
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
          if state.isSettled { self.state.signal() }
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

/// Keeps the queue of libdispatch that this thread works on until the process ends.
///
/// The last release of a queue waits until the system has room for a thread, for ever if need be.
package func keepCurrentQueue() { fws_keep_current_queue() }
