public import FormworkCore

/// An event for a form, about nodes with the names of ``FormStore``.
///
/// The revision is that of the view tree that the user saw, by default the last one.
public enum FormStep: Sendable {
  /// The form is displayed.
  case open

  /// The user edits a field, by default with the cursor at the end.
  case edit(String, FieldContent, cursor: Int? = nil, at: UInt64? = nil)

  /// The user commits a field, as by Enter, with or without its content.
  case commit(String, FieldContent? = nil, at: UInt64? = nil)

  /// A toggle or an option is switched on or off.
  case choose(String, Bool)

  /// A button with this name is pressed.
  case activate(String, at: UInt64? = nil)

  /// The user goes to a field or a button.
  case go(String)

  /// The user goes forward, as by Tab.
  case goForward

  /// The user goes back.
  case goBack

  /// The front end reports invalid text.
  case invalidInput(String)

  /// The user requests to leave.
  case leave(at: UInt64? = nil)

  /// A field is reset.
  case reset(String)

  /// The user reloads the form.
  case reload

  /// A button of the form is pressed by the program.
  case press(FormButton)

  /// Input has ended.
  case leaveUnasked

  /// A load or submission has a result.
  case learn(FormMachine.Event)

  /// A pause or check of a field has a result.
  case check(FieldID, FieldMachine.Event)

  /// A draft is found.
  case offer(Draft, savedAt: String)

  /// The program sets an answer.
  case set(FieldID, FieldContent)

  /// Creates an edit of a text, with the cursor at its end.
  public static func type(_ field: String, _ text: String) -> FormStep { .edit(field, .text(text)) }

  /// Creates the result of a check without a fault, with the number of its action.
  public static func passed(_ field: FieldID, _ id: UInt64) -> FormStep {
    .check(field, .checkPassed(CheckID(rawValue: id)))
  }

  /// Creates the result of a check that refuses the content.
  public static func refused(_ field: FieldID, _ id: UInt64, _ violation: Violation) -> FormStep {
    .check(field, .checkRefused(CheckID(rawValue: id), violation))
  }

  /// Creates the result of a check that failed.
  public static func unverified(_ field: FieldID, _ id: UInt64, _ reason: OperationFailure)
    -> FormStep
  {
    .check(field, .checkFailed(CheckID(rawValue: id), reason))
  }

  /// Creates the end of a pause in typing, after which the check may run.
  public static func paused(_ field: FieldID, _ id: UInt64) -> FormStep {
    .check(field, .pauseElapsed(CheckID(rawValue: id)))
  }

  /// Creates the acceptance of a submission by the store.
  public static func accepted(_ id: UInt64) -> FormStep {
    .learn(.accepted(SubmissionID(rawValue: id)))
  }

  /// Creates the refusal of a submission by the store.
  public static func submissionRefused(_ id: UInt64, _ refusals: FormIssue...) -> FormStep {
    .learn(.refused(SubmissionID(rawValue: id), refusals))
  }

  /// Creates the failure of a submission.
  public static func failed(_ id: UInt64, _ reason: OperationFailure) -> FormStep {
    .learn(.failed(SubmissionID(rawValue: id), reason))
  }

  /// The words in the line of the action that the step answers, such as `badge 1` or `submit 1`.
  var request: String? {
    switch self {
    case .learn(.accepted(let id)), .learn(.refused(let id, _)), .learn(.failed(let id, _)):
      "submit \(id.rawValue)"
    case .check(let field, .pauseElapsed(let id)), .check(let field, .checkPassed(let id)),
      .check(let field, .checkRefused(let id, _)), .check(let field, .checkFailed(let id, _)):
      "\(field) \(id.rawValue)"
    default: nil
    }
  }
}
