/// What a front end in a process of its own is to do within its time.
struct Vigil {
  enum Aim {
    /// To ask for all of its first picture.
    case drawing

    /// To take something of what waits for it.
    case taking

    /// To show, once ^C was pressed, that it asks for messages at all.
    case answering

    /// To leave.
    case leaving
  }

  let aim: Aim
  private var patience: Patience

  /// How long to wait for an answer, for which a person waits too, before it is looked for again.
  private var pause = Duration.milliseconds(1)

  /// Begins now, with the time that there is for the aim.
  init(_ aim: Aim, _ limits: PatienceLimits) {
    self.aim = aim
    let limit =
      switch aim {
      case .drawing: limits.toDraw
      case .taking: limits.toTake
      case .answering: limits.toAnswer
      case .leaving: limits.toLeave
      }
    patience = Patience(limit, at: .now)
  }

  /// How long to wait before it is to be looked at again.
  var interval: Duration {
    aim == .answering ? pause : patience.interval
  }

  /// Whether it ends as soon as nothing waits for the front end any more.
  var endsOnTaking: Bool { aim == .taking || aim == .answering }

  /// Why a front end is gone whose time is over.
  var failure: FrontEndFailure {
    switch aim {
    case .drawing: .drewNothing
    case .taking: .tookNothing
    case .answering: .didNotAnswer
    case .leaving: .didNotLeave
    }
  }

  /// Counts the time since it was looked at last.
  ///
  /// - Returns: Whether there is none left.
  mutating func isOver(couldAct: Bool) -> Bool {
    pause = min(pause * 2, patience.interval)
    return patience.isOver(at: .now, couldAct: couldAct)
  }
}

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

/// How long a front end in a process of its own may take for each thing that it has to do.
package struct PatienceLimits: Sendable {
  /// To be loaded, and then to ask for all of its first picture.
  let toDraw: Duration

  /// To take something of what waits for it.
  let toTake: Duration

  /// To ask for messages once the person has pressed ^C.
  let toAnswer: Duration

  /// To leave.
  let toLeave: Duration

  /// What people get: 5 s, 10 s, 1 s and 1 s.
  package static let usual = PatienceLimits()

  /// Makes limits; a test makes the second shorter, so that it need not wait.
  package init(toTake: Duration = .seconds(10)) {
    toDraw = .seconds(5)
    self.toTake = toTake
    toAnswer = .seconds(1)
    toLeave = .seconds(1)
  }
}
