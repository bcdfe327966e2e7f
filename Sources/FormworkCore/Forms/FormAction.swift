/// What a form asks its operations to do.
public enum FormAction: Equatable, Sendable {
  /// Load the form's definition.
  case load(LoadID)

  /// Load it anew: the form goes on with what was entered.
  case reload(LoadID)

  /// End the loading.
  case cancelLoad

  /// Tell when the pause is over.
  case startPause(FieldID, CheckID, Duration)

  /// Run a check.
  case check(CheckRequest)

  /// End a field's pause or check.
  case cancel(FieldID, CheckID)

  /// Hand the answers to the store.
  case submit(SubmissionID, Answers)

  /// Keep what was entered for another time: what differs from what was handed over before. Secrets are not
  /// in it.
  case saveDraft(DraftChange)

  /// Forget what was kept: the person begins anew.
  case discardDraft

  /// A question was put to the person.
  case asked(FormQuestion)

  /// The question whether the answers are right goes off the screen: the person did not answer it.
  case withdrewReview

  /// Something was said that belongs to no field.
  case said(Message)

  /// The form has come to its end.
  case ended(FormEnding)
}

/// What is to be asked of a form's operations, in order, until the form hands it over.
final class ActionQueue {
  private var actions: [FormAction] = []

  func append(_ action: FormAction) { actions.append(action) }
  func take() -> [FormAction] {
    if actions.isEmpty { return [] }
    defer { actions = [] }
    return actions
  }
}

/// A check to be run.
public struct CheckRequest: Equatable, Sendable {
  /// The field that it is about, by its path from the form, such as `guests/1/name`.
  public let field: FieldID

  /// The run.
  public let id: CheckID

  /// The check's name.
  public let check: String

  /// The field's value by its own name, such as `name`, and those that the check reads by the paths that
  /// it has for them, such as `../isParty`: from the section or the item around the field, not from the form.
  public let answers: Answers

  /// How long the answer may take.
  public let timeOut: Duration

  /// What stands in the field, wherever in the form it is.
  public var value: Value? { field.names.last.flatMap(answers.value) }
}

/// How a form ended.
public enum FormEnding: Hashable, Sendable {
  /// The store accepted it.
  case submitted

  /// It was left: by the person, or because input ended, as where lines of a pipe are faulty or missing. How
  /// the session ended tells the two apart.
  case cancelled

  /// The person declined to answer.
  case declined
}

/// What a form's operations have found out.
///
/// May come late: ids tell.
public enum FormOperationEvent: Sendable {
  /// The definition has come.
  case loaded(LoadID, FormDefinition)

  /// The definition could not be had.
  case loadFailed(LoadID, Reason)

  /// The pause is over.
  case pauseElapsed(FieldID, CheckID)

  /// The check found nothing wrong.
  case checkPassed(FieldID, CheckID)

  /// The check said no.
  case checkRefused(FieldID, CheckID, Violation)

  /// The check gave no answer.
  case checkFailed(FieldID, CheckID, Reason)

  /// The store accepted the submission.
  case submissionAccepted(SubmissionID)

  /// The store refused it.
  case submissionRefused(SubmissionID, [Refusal])

  /// The store gave no answer.
  case submissionFailed(SubmissionID, Reason)
}

/// One thing that is wrong with a form: why a store refused a submission, or why it cannot be handed in.
public struct Refusal: Hashable, Sendable {
  /// The part that it is about, by its path of names and places, such as `guests/0/name`; `nil`: the form
  /// as a whole.
  public let field: FieldID?

  /// What is wrong.
  public let violation: Violation

  /// Makes a refusal.
  public init(_ field: FieldID?, _ violation: Violation) {
    self.field = field
    self.violation = violation
  }

  /// Makes the refusal of a part that is called by its handle, such as `address / city`.
  public init(_ part: some PartHandle, _ violation: Violation) { self.init(part.id, violation) }
}

/// What a person did, as a front end reported it.
///
/// All of it is distrusted.
public enum UserEvent: Equatable, Sendable {
  /// The text of a field differs now. The revision is that of the last picture that was on view.
  case edited(NodeID, FieldContent, cursor: Int, revision: UInt64)

  /// The person accepts what stands in a field; the content, where it was said with it.
  case committed(NodeID, FieldContent?, revision: UInt64)

  /// An option or a toggle was switched.
  case chosen(NodeID, isOn: Bool)

  /// A button was pressed.
  case activated(NodeID, revision: UInt64)

  /// The person went elsewhere.
  case went(Destination)

  /// A field is to be as if nothing had been entered.
  case reset(NodeID)

  /// What a front end reported of a field cannot count, whatever it says: the front end is told what stands
  /// there.
  case refused(NodeID, InputRefusal)

  /// The person wants to leave the screen; where the person insists, a question whether to leave is answered
  /// with yes.
  case leaveRequested(revision: UInt64, insists: Bool)

  /// These rows of a list are on view.
  case windowed(NodeID, firstRow: Int, rowCount: Int)

  /// The person wants what was loaded to be loaded anew.
  case reloadRequested
}

/// What the view model of a form says of its own accord.
extension Message {
  /// The check runs on this text; `nil` where the text is not to be shown.
  static func checking(by check: String, _ text: String?) -> Message {
    guard let text else { return "checking" }
    return Message("checking", of: check, ["text": .verbatim(text.echoed)])
  }

  /// The field could not be checked.
  static func unverified(_ reason: Reason) -> Message {
    Message("unverified", ["reason": reason.message])
  }

  /// The form could not be loaded.
  public static func loadFailed(_ reason: Reason) -> Message {
    Message("loadFailed", ["reason": reason.message])
  }

  /// The submission waits for the checks of the fields with these labels.
  static func awaitingChecks(_ labels: [Message]) -> Message {
    Message("awaitingChecks", ["labels": .list(labels)])
  }

  /// The store gave no answer.
  public static func submissionFailed(_ reason: Reason) -> Message {
    let key = reason == .timedOut ? "submissionFailed.timedOut" : "submissionFailed"
    return Message(key, ["reason": reason.message])
  }

  /// The store refused something that no field on the screen is about, but maybe a part with this label.
  static func refusedElsewhere(label: Message?, _ violation: Violation) -> Message {
    let reason = violation.message()
    guard case .entry(let key, var arguments, let count) = reason else { return reason }
    arguments["reason"] = reason
    guard let label else { return Message("refusedElsewhere", of: key, arguments, count: count) }
    arguments["label"] = label
    return Message("refusedPart", of: key, arguments, count: count)
  }
}
