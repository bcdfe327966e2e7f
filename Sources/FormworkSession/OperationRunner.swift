public import FormworkCore
public import FormworkOperations

/// Runs the operations of a screen, one under each key, and keeps their answers for the session's thread.
///
/// Confined to the thread of the session, which never waits here: an `OperationScheduler`, which several runners may
/// share, runs them on threads of their own, and an answer raises the session's ``WakeUp``.
public final class OperationRunner<Key: Hashable & Sendable, Answer: Sendable> {
  private struct Letter: Sendable {
    let key: Key
    let number: UInt64
    let answer: Answer
  }

  private struct Run {
    let number: UInt64
    let cancel: @Sendable () -> Void
  }

  private let clock: any Clock<Duration>
  private let scheduler: OperationScheduler
  private let wakeUp: WakeUp
  private let mailbox = Synchronized<[Letter]>([])
  private var runs: [Key: Run] = [:]
  private var runCount: UInt64 = 0

  /// The letters that were taken out of the mailbox, and not looked at yet.
  private var letters: ArraySlice<Letter> = []

  /// Makes one that runs nothing yet.
  ///
  /// - Parameters:
  ///   - clock: What time-outs and pauses are measured with.
  ///   - scheduler: Says which have their turn when; without one, all run at once.
  ///   - wakeUp: What an answer raises.
  public init(
    clock: any Clock<Duration>, scheduler: OperationScheduler? = nil, wakeUp: WakeUp
  ) {
    self.clock = clock
    self.scheduler = scheduler ?? OperationScheduler(clock: clock)
    self.wakeUp = wakeUp
  }

  deinit {
    for run in runs.values { run.cancel() }
  }

  /// Runs an operation in the place of the one under the same key, which is cancelled.
  ///
  /// - Parameters:
  ///   - key: What it is about.
  ///   - limit: How long it may take, with the time that it waits for its turn; `nil` is for ever. Then it is
  ///     cancelled, and has timed out.
  ///   - priority: Which have their turn first.
  ///   - retries: Whether it is tried again where it throws.
  ///   - operation: Works on threads that may block.
  ///   - failure: Makes the answer where there was none in time, or the operation threw.
  public func start(
    _ key: Key, limit: Duration?, priority: OperationPriority = .normal,
    retries: RetryPolicy = .never, _ operation: @escaping @Sendable () async throws -> Answer,
    failure: @escaping @Sendable (Reason) -> Answer
  ) {
    begin(key) { [scheduler] post in
      let work = scheduler.add(priority: priority, retries: retries, operation) { result in
        switch result {
        case .success(let answer): post(answer)
        // Of one that the screen has cancelled, no answer counts.
        case .failure(let error): post(failure(.failed(Message(explaining: error))))
        }
      }
      let timer = limit.map { pause(for: $0) { post(failure(.timedOut)) } }
      return {
        scheduler.cancel(work)
        timer?.cancel()
      }
    }
  }

  /// Gives an answer after a pause, in the place of the operation under the same key, which is cancelled.
  public func start(_ key: Key, after duration: Duration, answer: Answer) {
    begin(key) { post in
      let timer = pause(for: duration) { post(answer) }
      return { timer.cancel() }
    }
  }

  /// Cancels the operation under a key: an answer that comes all the same is dropped.
  public func cancel(_ key: Key) {
    runs.removeValue(forKey: key)?.cancel()
  }

  /// Cancels all.
  public func cancelAll() {
    for key in runs.keys { cancel(key) }
  }

  /// Whether an operation under a key has not answered yet.
  public func isRunning(_ key: Key) -> Bool { runs[key] != nil }

  /// The next answer that has come, if one has; only the first answer of each operation counts.
  ///
  /// One at a time: what the caller does about an answer may cancel the operation of the next one.
  public func takeAnswer() -> Answer? {
    if letters.isEmpty {
      letters = mailbox.withState { mailbox in
        defer { mailbox.removeAll(keepingCapacity: true) }
        return mailbox[...]
      }
    }
    while let letter = letters.popFirst() {
      guard runs[letter.key]?.number == letter.number else { continue }
      // What is left is a time-out, or an operation whose time-out has passed.
      cancel(letter.key)
      return letter.answer
    }
    return nil
  }

  private func begin(
    _ key: Key, _ start: (_ post: @escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void
  ) {
    cancel(key)
    runCount += 1
    let number = runCount
    let cancel = start { [mailbox, wakeUp] answer in
      mailbox.withState { $0.append(Letter(key: key, number: number, answer: answer)) }
      wakeUp.raise()
    }
    runs[key] = Run(number: number, cancel: cancel)
  }

  private func pause(
    for duration: Duration, then act: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: OperationExecutor.shared) { [clock] in
      do {
        try await clock.sleep(for: duration)
      } catch {
        return  // Cancelled: it is not needed any more.
      }
      act()
    }
  }
}
