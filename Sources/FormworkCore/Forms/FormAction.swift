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
