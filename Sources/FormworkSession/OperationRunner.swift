public import FormworkCore
import FormworkOperations

/// Runs at most one operation of a screen for each key, and collects the results.
///
/// Confined to the thread of the session, which never waits here. The `OperationExecutor` runs the operations on
/// other threads. Each result raises the ``WakeUp`` of the session.
public final class OperationRunner<Key: Hashable & Sendable, Answer: Sendable> {
  private struct Letter: Sendable {
    let key: Key
    let number: UInt64
    let answer: Answer
  }

  private let clock: any Clock<Duration>
  private let wakeUp: WakeUp
  private let mailbox = Synchronized<[Letter]>([])
  private var runs: [Key: (number: UInt64, cancel: @Sendable () -> Void)] = [:]
  private var runCount: UInt64 = 0

  /// Creates a runner without operations; the clock measures pauses and time limits.
  public init(clock: any Clock<Duration>, wakeUp: WakeUp) {
    (self.clock, self.wakeUp) = (clock, wakeUp)
  }

  deinit { for run in runs.values { run.cancel() } }

  /// Runs an operation, which may block its thread, and cancels the previous one of the same key.
  ///
  /// At the time limit the operation is cancelled, and `failure` creates the result, as after an error.
  public func start(
    _ key: Key, limit: Duration?,
    _ operation: @escaping @concurrent @Sendable () async throws -> Answer,
    failure: @escaping @Sendable (OperationFailure) -> Answer
  ) {
    begin(key) { post in
      let work = Task(executorPreference: OperationExecutor.shared) {
        let answer: Answer
        do {
          answer = try await operation()
        } catch {
          let message = Message(explaining: error)
          let isUnknown = (error as? any UserMessageError)?.isOutcomeUnknown == true
          answer = failure(isUnknown ? .outcomeUnknown(message) : .failed(message))
        }
        // The result of an operation that the screen has cancelled does not count.
        if !Task.isCancelled { post(answer) }
      }
      let timer = limit.map { pause(for: $0) { post(failure(.timedOut)) } }
      return {
        work.cancel()
        timer?.cancel()
      }
    }
  }

  /// Delivers a result after a pause, and cancels the previous operation of the same key.
  public func start(_ key: Key, after duration: Duration, answer: Answer) {
    begin(key) { post in
      let timer = pause(for: duration) { post(answer) }
      return { timer.cancel() }
    }
  }

  /// Cancels the operation of a key: a result that arrives anyway is dropped.
  public func cancel(_ key: Key) {
    // Each key press cancels an operation that usually does not run.
    if !runs.isEmpty { runs.removeValue(forKey: key)?.cancel() }
  }

  /// Cancels all operations.
  public func cancelAll() { for key in runs.keys { cancel(key) } }

  /// Whether the operation of a key has no result yet.
  public func isRunning(_ key: Key) -> Bool { runs[key] != nil }

  /// Returns the next result, if any.
  ///
  /// Only the first result of each operation counts. Take one result at a time, because its handling may
  /// cancel the operation of the next one.
  public func takeAnswer() -> Answer? {
    while let letter = mailbox.withState({ $0.isEmpty ? nil : $0.removeFirst() }) {
      guard runs[letter.key]?.number == letter.number else { continue }
      // Ignore further results: a time-out, or an operation after its time-out.
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
    runs[key] = (number, cancel)
  }

  private func pause(
    for duration: Duration, then act: @escaping @Sendable () -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: OperationExecutor.shared) { [clock] in
      do {
        try await clock.sleep(for: duration)
      } catch {
        return  // Cancelled.
      }
      act()
    }
  }
}
