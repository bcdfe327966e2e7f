/// The time that somebody has to do something, of which only that counts in which they could.
///
/// A process that is stopped, or whose terminal takes nothing (^S, a stalled link), can do nothing.
struct Patience {
  private var left: Duration
  private var last: ContinuousClock.Instant

  /// Begins to count.
  init(_ limit: Duration, at now: ContinuousClock.Instant) {
    left = limit
    last = now
  }

  /// How long to wait before it is to be looked at again: what hinders may begin and end meanwhile.
  var interval: Duration { min(left, .milliseconds(100)) }

  /// Counts the time since it was looked at last.
  ///
  /// - Returns: Whether there is none left.
  mutating func isOver(at now: ContinuousClock.Instant, couldAct: Bool) -> Bool {
    if couldAct { left -= last.duration(to: now) }
    last = now
    return left <= .zero
  }
}
