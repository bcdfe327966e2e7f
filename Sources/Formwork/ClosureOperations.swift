public import FormworkCore
public import FormworkSession

/// The operations of a form, as closures.
public struct ClosureOperations<Receipt: Sendable>: FormOperations {
  /// Checks the fields that are `checked(by:)`, and returns the violation or `nil`.
  public typealias Check = @Sendable (CheckRequest) async throws -> Violation?

  /// Accepts the answers with a receipt, or rejects them.
  public typealias Submit = @Sendable (Submission) async throws -> SubmissionOutcome<Receipt>

  let definition: FormDefinition
  let check: Check?
  let submit: Submit

  /// Returns the given definition.
  @concurrent public func load() async throws -> FormDefinition { definition }

  /// Calls the closure for checks.
  @concurrent public func check(_ request: CheckRequest) async throws -> Violation? {
    guard let check else { throw MissingCheck(fields: [request.field]) }
    return try await check(request)
  }

  /// Calls the closure for submissions.
  @concurrent public func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Receipt> {
    try await submit(submission)
  }
}

/// The error for fields with a check but without a closure for checks.
struct MissingCheck: UserMessageError {
  let fields: [FieldID]

  var message: Message {
    Message("form.noCheck", ["fields": .list(fields.map { .verbatim($0.pointer) })])
  }
}
