public import FormworkCore

/// What works for a form: the network, a store.
///
/// Injected, and faked in tests.
///
/// Each call may take its time and may throw. The person is told of a thrown error: by its message where
/// it is `Explained`, else by its description. A call is cancelled when its answer is not needed any more;
/// an answer that comes all the same is dropped.
///
/// A form's screen calls these on threads of their own, which may block: see
/// `FormworkOperations/OperationExecutor`.
public protocol FormOperations<Receipt>: Sendable {
  /// What the store gives for a submission that it accepts.
  associatedtype Receipt: Sendable

  /// Loads what the form is made from, and makes it.
  @concurrent func load() async throws -> FormDefinition

  /// Runs a check.
  ///
  /// - Returns: What is wrong; `nil` where nothing is.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation?

  /// Hands the answers to the store.
  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Receipt>

  /// How long loading may take.
  var loadTimeOut: Duration { get }

  /// How long a submission may take.
  var submissionTimeOut: Duration { get }
}

extension FormOperations {
  /// Ten seconds.
  public var loadTimeOut: Duration { .seconds(10) }

  /// Thirty seconds.
  public var submissionTimeOut: Duration { .seconds(30) }
}

/// What is handed to the store.
public struct Submission: Sendable {
  /// The same for each attempt at one submission, and for no other: the store knows a repetition by
  /// it.
  public let key: String

  /// What the person answered.
  public let answers: Answers

  /// The form that the person was shown: one that was loaded and came too late is another.
  public let form: FormDefinition
}

/// What the store said.
public enum SubmissionOutcome<Receipt: Sendable>: Sendable {
  /// It accepted.
  case accepted(Receipt)

  /// It refused, for these reasons.
  case refused([Refusal])
}

/// What a form asks of the program around it.
///
/// Injected, and faked in tests.
public protocol FormResponder<Receipt>: AnyObject {
  /// What the store gives for a submission that it accepts.
  associatedtype Receipt: Sendable

  /// Where the person goes once the form has ended.
  ///
  /// - Parameters:
  ///   - ending: How it ended.
  ///   - receipt: What the store gave; there after `FormEnding.submitted` alone.
  /// - Returns: What the form's screen is to ask of the session.
  func navigation(after ending: FormEnding, receipt: Receipt?) -> Navigation

  /// Answers a question in the person's place; `nil` leaves it to the person.
  func answer(to question: FormQuestion) -> FormButton?

  /// Takes note of something that belongs to no field. The person is told in any case.
  func said(_ message: Message)

  /// Takes note that the store has refused a submission. The person is told in any case.
  func refused()

  /// What was entered into a field before; asked of the fields alone that are remembered.
  func history(of field: FieldID) -> (any History)?
}

extension FormResponder {
  /// Leaves every question to the person.
  public func answer(to question: FormQuestion) -> FormButton? { nil }

  /// Does nothing: the person was told.
  public func said(_ message: Message) {}

  /// Does nothing: the person was told.
  public func refused() {}

  /// There is none.
  public func history(of field: FieldID) -> (any History)? { nil }
}
