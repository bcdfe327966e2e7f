package import FormworkCore

/// How often in a row a password was tried for a name, in vain so far, and when the last time was.
///
/// A try is counted before its password is looked at: several at once count as several, and one that was
/// killed counts. The right password clears the count.
package struct SignInFailures: Equatable, Sendable {
  package private(set) var count: Int
  package private(set) var last: Moment

  package init(count: Int = 0, last: Moment = Moment(milliseconds: 0)) {
    self.count = count
    self.last = last
  }

  /// So many tries are made without a pause.
  package static let freeCount = 5

  /// The longest pause.
  private static let limit = Duration.seconds(900)

  /// How long nothing may be tried after the last time: a second, and twice as long for each try more.
  private var pause: Duration {
    count < Self.freeCount
      ? .zero : min(.seconds(1 << min(max(0, count - Self.freeCount), 20)), Self.limit)
  }

  /// Counts a try.
  ///
  /// - Parameter now: Where it is before the last try, the clock was set back: the pause begins anew.
  /// - Returns: How long it has to be waited; `nil` where the password may be looked at.
  package mutating func count(at now: Moment) -> Duration? {
    last = min(last, now)
    let rest = pause - last.duration(to: now)
    if rest > .zero { return rest }
    count = count == .max ? count : count + 1
    last = now
    return nil
  }
}
