import FormworkCore

/// Something that happens to a form, with nodes by the names that ``FormStore`` gives them.
enum Deed {
  case open
  case edit(String, FieldContent, cursor: Int? = nil, at: UInt64? = nil)
  case commit(String, FieldContent? = nil, at: UInt64? = nil)
  case choose(String, Bool)
  case activate(String, at: UInt64? = nil)
  case go(String)
  case goOn
  case goBack
  case garble(String)
  case leave(at: UInt64? = nil)
  case reset(String)
  case reload
  case decline
  case press(FormButton)
  case leaveUnasked
  case learn(FormOperationEvent)
  case offer(Draft, keptAt: String)
  case set(FieldID, FieldContent)

  /// An edit of a text, with the cursor at its end.
  static func type(_ field: String, _ text: String) -> Deed { .edit(field, .text(text)) }

  static func passed(_ field: FieldID, _ id: UInt64) -> Deed {
    .learn(.checkPassed(field, CheckID(rawValue: id)))
  }

  static func refused(_ field: FieldID, _ id: UInt64, _ violation: Violation) -> Deed {
    .learn(.checkRefused(field, CheckID(rawValue: id), violation))
  }

  static func unverified(_ field: FieldID, _ id: UInt64, _ reason: Reason) -> Deed {
    .learn(.checkFailed(field, CheckID(rawValue: id), reason))
  }

  static func paused(_ field: FieldID, _ id: UInt64) -> Deed {
    .learn(.pauseElapsed(field, CheckID(rawValue: id)))
  }

  static func accepted(_ id: UInt64) -> Deed {
    .learn(.submissionAccepted(SubmissionID(rawValue: id)))
  }

  static func rejected(_ id: UInt64, _ refusals: Refusal...) -> Deed {
    .learn(.submissionRefused(SubmissionID(rawValue: id), refusals))
  }

  static func failed(_ id: UInt64, _ reason: Reason) -> Deed {
    .learn(.submissionFailed(SubmissionID(rawValue: id), reason))
  }
}
