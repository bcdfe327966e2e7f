package import FormworkCore
import FormworkOperations

/// How often in a row a password was tried for a name, in vain so far, and when the last time was.
///
/// A try is counted before its password is looked at: several at once count as several, and one that was
/// killed counts. The right password clears the count.
package struct SignInFailures: Equatable, Sendable {
  /// Why a password may not be looked at yet.
  package enum Hold: Equatable, Sendable {
    /// There were too many wrong passwords: so long from now nothing is looked at.
    case wrongPasswords(Duration)

    /// Too many tries have not ended, and may have the right password: so long from now nothing is looked at, unless
    /// one of them ends well.
    case openTries(Duration)
  }

  package private(set) var count: Int

  /// How many of those have ended with a wrong password; the others are under way, or were broken off.
  package private(set) var refusedCount: Int
  package private(set) var last: Moment

  package init(
    count: Int = 0, refusedCount: Int = 0, last: Moment = Moment(milliseconds: 0)
  ) {
    (self.count, self.refusedCount, self.last) = (count, refusedCount, last)
  }

  /// So many tries are made without a pause.
  package static let freeCount = 5

  /// The longest pause.
  private static let limit = Duration.seconds(900)

  /// What began longer ago has ended: its program was killed before it could say so.
  private static let longestTry = Duration.seconds(30)

  /// How long nothing may be tried after the last time: a second, and twice as long for each try more.
  private var pause: Duration {
    count < Self.freeCount
      ? .zero : min(.seconds(1 << min(max(0, count - Self.freeCount), 20)), Self.limit)
  }

  /// Counts a try.
  ///
  /// - Parameter now: Where it is before the last try, the clock was set back: the pause begins anew.
  /// - Returns: What it has to wait for; `nil` where the password may be looked at.
  package mutating func count(at now: Moment) -> Hold? {
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

  /// A password that was counted was wrong.
  package mutating func refuse() { refusedCount = min(refusedCount, count - 1) + 1 }

  /// Counts a try as soon as those that are under way leave room for it.
  ///
  /// - Parameters:
  ///   - pause: How long it is until it is counted again.
  ///   - limit: How often it is counted again: for ten seconds, where none says otherwise.
  ///   - count: Counts it, as ``count(at:)`` does.
  /// - Returns: What it has to wait for still; `nil` where the password may be looked at.
  /// - Throws: What kept it from being counted; `CancellationError`, where the task is cancelled.
  package static func begin(
    pause: Duration = .milliseconds(50), limit: Int = 200, _ count: () async throws -> Hold?
  ) async throws -> Hold? {
    for _ in 0..<limit {
      let hold = try await count()
      guard case .openTries = hold else { return hold }
      try await OperationClock().sleep(for: pause)
    }
    return try await count()
  }
}
