/// A deadline for the next task of an isolated front end.
struct ResponseDeadline {
  enum Aim {
    /// The front end has to request all of its first picture.
    case drawing

    /// The front end has to read some of its pending messages.
    case reading

    /// The front end has to show after ^C that it reads messages.
    case answering
    case leaving
  }

  let aim: Aim
  let failure: FrontEndFailure
  private var timer: ActiveTimer

  /// The time before an answer is checked again: short at first, because the user waits too.
  private var pause = Duration.milliseconds(1)

  init(_ aim: Aim, _ limits: ResponseTimeouts) {
    self.aim = aim
    let limit: Duration
    (limit, failure) =
      switch aim {
      case .drawing: (limits.drawing, .drewNothing)
      case .reading: (limits.reading, .readNothing)
      case .answering: (limits.answering, .didNotAnswer)
      case .leaving: (limits.leaving, .didNotLeave)
      }
    timer = ActiveTimer(limit, at: .now)
  }

  var interval: Duration {
    aim == .answering ? pause : timer.interval
  }

  /// Whether the deadline ends when the front end has read all pending messages.
  var endsOnReading: Bool { aim == .reading || aim == .answering }

  /// Counts the time since the last check; returns whether the time is over.
  mutating func isOver(couldAct: Bool) -> Bool {
    pause = min(pause * 2, timer.interval)
    return timer.isOver(at: .now, couldAct: couldAct)
  }
}

/// The remaining time for a task, without that of a stopped process or a terminal that takes no output.
struct ActiveTimer {
  private var left: Duration
  private var last: ContinuousClock.Instant
  private let step: Duration

  init(_ limit: Duration, at now: ContinuousClock.Instant) {
    left = limit
    last = now
    step = limit / 10
  }

  /// The time until the next check, because obstacles may begin and end meanwhile.
  var interval: Duration { min(left, step) }

  /// Counts the time since the last check, and returns whether the time is over.
  ///
  /// If the last check is much longer ago than ``interval``, the program itself was blocked, for example
  /// stopped. In this case only two intervals count.
  mutating func isOver(at now: ContinuousClock.Instant, couldAct: Bool) -> Bool {
    if couldAct { left -= min(last.duration(to: now), step * 2) }
    last = now
    return left <= .zero
  }
}

/// The time limits of an isolated front end.
package struct ResponseTimeouts: Sendable {
  /// The limit for loading, and the limit for the first picture after that.
  let drawing: Duration

  /// The limit for reading some pending messages.
  let reading: Duration

  /// The limit for a request for messages after ^C.
  let answering: Duration
  let leaving: Duration

  /// The usual limits: 5 s, 10 s, 1 s and 1 s.
  package static let usual = ResponseTimeouts()

  /// Creates limits; tests use a shorter limit for reading, so that they need not wait.
  package init(reading: Duration = .seconds(10)) {
    drawing = .seconds(5)
    self.reading = reading
    answering = .seconds(1)
    leaving = .seconds(1)
  }
}
