public import FormworkCore

/// The asynchronous operations of a form: loading, checks and submission.
///
/// Each call may take time and may throw. The front end shows the `message` of a thrown `UserMessageError` error,
/// or the description of any other error. A call is cancelled when its result is no longer needed; a result
/// that arrives anyway is dropped.
///
/// The screen of the form calls these operations on threads that may block: see
/// `FormworkOperations/OperationExecutor`. Tests inject fakes.
public protocol FormOperations<Receipt>: Sendable {
  /// The result of the store for an accepted submission.
  associatedtype Receipt: Sendable

  /// Loads the data that the form needs, and creates its definition.
  @concurrent func load() async throws -> FormDefinition

  /// Runs a check, and returns the violation, or `nil` if the content is valid.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation?

  /// Returns the completions of a text in a field that is `completed(by:)` a name, likeliest first.
  @concurrent func completions(of text: String, by name: String) async throws -> [String]

  /// Submits the answers to the store.
  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Receipt>

  /// The time limit for loading.
  var loadTimeOut: Duration { get }

  /// The time limit for a submission.
  var submissionTimeOut: Duration { get }
}

extension FormOperations {
  /// Returns no completions.
  @concurrent public func completions(
    of text: String, by name: String
  ) async throws -> [String] { [] }

  /// Ten seconds.
  public var loadTimeOut: Duration { .seconds(10) }

  /// Thirty seconds.
  public var submissionTimeOut: Duration { .seconds(30) }
}

/// The answers of one submission to the store.
public struct Submission: Sendable {
  /// The key of this submission, by which the store recognizes a repeated attempt.
  public let key: String

  /// The answers of the user.
  public let answers: Answers

  /// The form that the user filled in; a definition that is loaded again is another form.
  public let form: FormDefinition
}

/// The decision of the store about a submission.
public enum SubmissionOutcome<Receipt: Sendable>: Sendable {
  /// The store accepted the submission.
  case accepted(Receipt)

  /// The store refused the submission for these reasons.
  case refused([FormIssue])

  /// Returns a refusal by the store, such as `.refused(.field(name, "taken: choose another"))`.
  ///
  /// The form has to contain each part. In a debug build, another part ends the program.
  public static func refused(_ first: FormIssue, _ others: FormIssue...) -> Self {
    .refused([first] + others)
  }
}

/// The part of the program that decides what happens around a form.
public protocol FormDelegate<Receipt>: AnyObject {
  /// The result of the store for an accepted submission.
  associatedtype Receipt: Sendable

  /// Returns the navigation after the form has ended; only a submitted form has a receipt.
  func navigation(after outcome: FormOutcome, receipt: Receipt?) -> Navigation

  /// Answers a question for the user; `nil` asks the user.
  func answer(to question: FormQuestion) -> FormButton?

  /// Notes a message that belongs to no field. The front end shows the message in any case.
  func showed(_ message: Message)

  /// Notes that the store refused a submission. The front end shows the refusal in any case.
  func refused()

  /// Returns the earlier entries of a field. The form asks only for fields with a history.
  func history(of field: FieldID) -> (any History)?
}

extension FormDelegate {
  /// Leaves every question to the user.
  public func answer(to question: FormQuestion) -> FormButton? { nil }

  /// Does nothing, because the front end shows the message.
  public func showed(_ message: Message) {}

  /// Does nothing, because the front end shows the refusal.
  public func refused() {}

  /// Returns no history.
  public func history(of field: FieldID) -> (any History)? { nil }
}
