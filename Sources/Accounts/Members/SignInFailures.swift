package import FormworkCore
import FormworkOperations

/// The number of failed tries in a row to sign in with a name, and the time of the last one.
///
/// A try is counted before its password is checked: several at once count as several, and one that was
/// killed counts. The right password clears the count.
package struct SignInFailures: Equatable, Sendable {
  /// The reason why no password is checked now, with the time to wait.
  package enum RetryDelay: Equatable, Sendable {
    /// Too many passwords were wrong.
    case wrongPasswords(Duration)

    /// Too many tries have not ended. One of them may still succeed.
    case openTries(Duration)
  }

  package private(set) var count: Int

  /// The number of tries that ended with a wrong password; the others are running, or were killed.
  package private(set) var refusedCount: Int
  package private(set) var last: Timestamp

  package init(
    count: Int = 0, refusedCount: Int = 0, last: Timestamp = Timestamp(milliseconds: 0)
  ) {
    (self.count, self.refusedCount, self.last) = (count, refusedCount, last)
  }

  /// The number of tries without a pause.
  package static let freeCount = 5

  /// The longest pause.
  private static let limit = Duration.seconds(900)

  /// The time after which failures are forgotten: four of the longest pauses.
  private static let memory = Duration.seconds(3600)

  /// The longest duration of a try; an older one was killed.
  private static let longestTry = Duration.seconds(30)

  /// The pause after the last try: a second, and twice as long for each further try.
  private var pause: Duration {
    count < Self.freeCount
      ? .zero : min(.seconds(1 << min(max(0, count - Self.freeCount), 20)), Self.limit)
  }

  /// Returns the time before which failures are forgotten.
  package static func forgotten(at now: Timestamp) -> Timestamp {
    let memory = Int64(Self.memory / .milliseconds(1))
    return Timestamp(milliseconds: max(now.milliseconds, .min + memory) - memory)
  }

  /// Counts a try; if the clock was set back, the pause begins again.
  package mutating func count(at now: Timestamp) -> RetryDelay? {
    if last <= Self.forgotten(at: now) { self = SignInFailures() }
    last = min(last, now)
    let rest = pause - last.duration(to: now)
    if rest > .zero {
      let mayBeUnderWay = refusedCount < count && last.duration(to: now) < Self.longestTry
      return mayBeUnderWay ? .openTries(rest) : .wrongPasswords(rest)
    }
    count = count == .max ? count : count + 1
    last = now
    return nil
  }

  /// Notes that the password of a counted try was wrong.
  package mutating func refuse() { refusedCount = min(refusedCount, count - 1) + 1 }

  /// Counts a try as soon as fewer others are running, after a limited number of attempts.
  package static func begin(
    pause: Duration = .milliseconds(50), limit: Int = 200, _ count: () async throws -> RetryDelay?
  ) async throws -> RetryDelay? {
    for _ in 0..<limit {
      let hold = try await count()
      guard case .openTries = hold else { return hold }
      try await OperationClock().sleep(for: pause)
    }
    return try await count()
  }
}
