/// A request from a form to its operations.
public enum FormAction: Equatable, Sendable {
  /// Load the definition of the form.
  case load(LoadID)

  /// Load the definition again. The form keeps its contents.
  case reload(LoadID)

  /// Cancel the load.
  case cancelLoad

  /// Report when the pause has elapsed.
  case startPause(FieldID, CheckID, Duration)

  /// Run a check.
  case check(CheckRequest)

  /// Cancel the pause or check of a field.
  case cancel(FieldID, CheckID)

  /// Submit the answers to the store.
  case submit(SubmissionID, Answers)

  /// Save this change of the draft, which contains no secrets.
  case saveDraft(DraftChange)

  /// Delete the saved draft, because the user starts from the beginning.
  case discardDraft

  /// The form asks the user a question.
  case asked(FormQuestion)

  /// The form closes the review, which the user did not answer.
  case withdrewReview

  /// The form shows a message that belongs to no field.
  case showed(Message)

  /// The form has ended.
  case ended(FormOutcome)
}

/// The requests that a form has collected for its operations, in order.
final class ActionQueue {
  private var actions: [FormAction] = []

  func append(_ action: FormAction) { actions.append(action) }
  func take() -> [FormAction] {
    if actions.isEmpty { return [] }
    defer { actions = [] }
    return actions
  }
}

/// A request to run a check.
public struct CheckRequest: Equatable, Sendable {
  /// The path of the field in the form, such as `guests/1/name`.
  public let field: FieldID

  /// The identifier of this run.
  public let id: CheckID

  /// The name of the check.
  public let check: String

  /// The value of the field, by its name, and the values that the check reads.
  ///
  /// The paths are those of ``RemoteCheck/reads``, such as `../isParty`. They start at the section
  /// or item that contains the field, not at the form.
  public let answers: Answers

  /// The maximum time that the check may take.
  public let timeOut: Duration

  /// The value of the field.
  public var value: Value? { field.names.last.flatMap(answers.value) }
}

/// The result of a form.
public enum FormOutcome: Hashable, Sendable {
  /// The store accepted the submission.
  case submitted

  /// The user left, or the input ended, for example because lines of a pipe were missing or
  /// invalid.
  ///
  /// The end of the session tells which of the two happened.
  case cancelled

  /// The user declined to answer.
  case declined
}

/// A fault of a form: a reason why the store refused it, or why it cannot be submitted.
public struct FormIssue: Hashable, Sendable {
  /// The path of the part, such as `guests/0/name`, or `nil` for the form as a whole.
  public let field: FieldID?

  /// The violation.
  public let violation: Violation

  /// Creates a fault at a path, or of the form as a whole.
  public init(_ field: FieldID?, _ violation: Violation) {
    self.field = field
    self.violation = violation
  }

  /// Creates the fault of a part from its handle, such as `address / city`.
  public static func field(_ part: some PartHandle, _ violation: Violation) -> FormIssue {
    FormIssue(part.id, violation)
  }

  /// Creates the fault of a part, with its sentence: `.field(name, "taken: choose another")`.
  public static func field(_ part: some PartHandle, _ sentence: Message) -> FormIssue {
    .field(part, .customError(sentence))
  }

  /// Creates a fault of the form as a whole.
  public static func form(_ sentence: Message) -> FormIssue {
    FormIssue(nil, .customError(sentence))
  }
}

/// An act of the user that a front end reports, with the contents of fields in place of their texts.
///
/// The view models do not trust any of it.
public typealias UserInput = InputMessage<FieldContent>

extension Message {
  /// Returns the message about a running check, without the text if it is `nil`.
  static func checking(by check: String, _ text: String?) -> Message {
    guard let text else { return .key("checking") }
    return .key("checking", of: check, ["text": .verbatim(text.echoed)])
  }

  static func unverified(_ reason: OperationFailure) -> Message {
    .key("unverified", ["reason": reason.message])
  }

  /// Returns the message about a failed load.
  public static func loadFailed(_ reason: OperationFailure) -> Message {
    .key("loadFailed", ["reason": reason.message])
  }

  static func awaitingChecks(_ labels: [Message]) -> Message {
    .key("awaitingChecks", ["labels": .list(labels)])
  }

  /// Returns the message about a store that gave no result.
  public static func submissionFailed(_ reason: OperationFailure) -> Message {
    let key =
      switch reason {
      case .timedOut: "submissionFailed.timedOut"
      case .failed: "submissionFailed"
      case .outcomeUnknown: "submissionFailed.outcomeUnknown"
      }
    return .key(key, ["reason": reason.message])
  }

  /// Returns the message about a refusal without a visible field, with the label of the part if known.
  static func refusedElsewhere(label: Message?, _ violation: Violation) -> Message {
    let reason = violation.message()
    var (key, arguments, count): (String?, [String: Message], Int?) = (nil, [:], nil)
    if case .key(let own, let values, let number) = reason {
      (key, arguments, count) = (own, values, number)
    }
    arguments["reason"] = reason
    guard let label else { return .key("refusedElsewhere", of: key, arguments, count: count) }
    arguments["label"] = label
    return .key("refusedPart", of: key, arguments, count: count)
  }
}
