public import FormworkCore

/// Something that happens to a form, with nodes by the names that ``FormStore`` gives them.
///
/// A revision says what the person had seen by then: where there is none, the last picture.
public enum FormStep: Sendable {
  /// The form is put on the screen.
  case open

  /// The content of a field differs now; the cursor is at its end where it is not said.
  case edit(String, FieldContent, cursor: Int? = nil, at: UInt64? = nil)

  /// The person accepts what stands in a field, as by Enter; the content, where it is said with it.
  case commit(String, FieldContent? = nil, at: UInt64? = nil)

  /// A toggle or an option is switched on or off.
  case choose(String, Bool)

  /// A button is pressed, by its name.
  case activate(String, at: UInt64? = nil)

  /// The person goes to a field or a button.
  case go(String)

  /// The person goes on, as by Tab.
  case goOn

  /// The person goes back.
  case goBack

  /// The front end reports something that is no text.
  case garble(String)

  /// The person wants to leave.
  case leave(at: UInt64? = nil)

  /// A field is to be as if nothing had been entered.
  case reset(String)

  /// The person wants the form to be loaded anew.
  case reload

  /// The person refuses to answer.
  case decline

  /// A button of the form is pressed in the person's place.
  case press(FormButton)

  /// Input has ended.
  case leaveUnasked

  /// An operation has found something out.
  case learn(FormOperationEvent)

  /// A draft is found.
  case offer(Draft, keptAt: String)

  /// The program gives an answer in the person's place.
  case set(FieldID, FieldContent)

  /// An edit of a text, with the cursor at its end.
  public static func type(_ field: String, _ text: String) -> FormStep { .edit(field, .text(text)) }

  /// A check has found nothing wrong; the number is that of the action.
  public static func passed(_ field: FieldID, _ id: UInt64) -> FormStep {
    .learn(.checkPassed(field, CheckID(rawValue: id)))
  }

  /// A check has said no.
  public static func refused(_ field: FieldID, _ id: UInt64, _ violation: Violation) -> FormStep {
    .learn(.checkRefused(field, CheckID(rawValue: id), violation))
  }

  /// A check has given no answer.
  public static func unverified(_ field: FieldID, _ id: UInt64, _ reason: Reason) -> FormStep {
    .learn(.checkFailed(field, CheckID(rawValue: id), reason))
  }

  /// Nothing was typed for long enough: the check may run.
  public static func paused(_ field: FieldID, _ id: UInt64) -> FormStep {
    .learn(.pauseElapsed(field, CheckID(rawValue: id)))
  }

  /// The store has accepted the submission of this number.
  public static func accepted(_ id: UInt64) -> FormStep {
    .learn(.submissionAccepted(SubmissionID(rawValue: id)))
  }

  /// The store has refused the submission.
  public static func rejected(_ id: UInt64, _ refusals: Refusal...) -> FormStep {
    .learn(.submissionRefused(SubmissionID(rawValue: id), refusals))
  }

  /// The store has given no answer.
  public static func failed(_ id: UInt64, _ reason: Reason) -> FormStep {
    .learn(.submissionFailed(SubmissionID(rawValue: id), reason))
  }
}
