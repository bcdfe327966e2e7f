/// The time that a front end has to do something; the time in which it cannot act does not count.
///
/// A process that is stopped, or whose terminal takes nothing (^S, a stalled link), can do nothing.
struct Patience {
  private var left: Duration
  private var last: ContinuousClock.Instant
  private let step: Duration

  init(_ limit: Duration, at now: ContinuousClock.Instant) {
    left = limit
    last = now
    step = limit / 10
  }

  /// How long to wait before it is to be looked at again: what hinders may begin and end meanwhile.
  var interval: Duration { min(left, step) }

  /// Counts the time since it was looked at last.
  ///
  /// Where nothing looked for much longer than ``interval``, the program itself could not, as while it
  /// is stopped: then no more than two of them count.
  ///
  /// - Returns: Whether there is none left.
  mutating func isOver(at now: ContinuousClock.Instant, couldAct: Bool) -> Bool {
    if couldAct { left -= min(last.duration(to: now), step * 2) }
    last = now
    return left <= .zero
  }
}
