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
