public import FormworkCore
public import FormworkSession

/// What works for a form, as closures.
public struct FormWork<Receipt: Sendable>: FormOperations {
  /// Answers for the fields that are `checked(by:)`: what is wrong; `nil` where nothing is.
  public typealias Check = @Sendable (CheckRequest) async throws -> Violation?

  /// Takes the answers, with a receipt, or refuses them.
  public typealias Submit = @Sendable (Submission) async throws -> SubmissionOutcome<Receipt>

  let definition: FormDefinition
  let check: Check?
  let submit: Submit

  /// The form, as it was made.
  @concurrent public func load() async throws -> FormDefinition { definition }

  /// What the closure says.
  @concurrent public func check(_ request: CheckRequest) async throws -> Violation? {
    guard let check else { throw MissingCheck(fields: [request.field]) }
    return try await check(request)
  }

  /// What the closure says.
  @concurrent public func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Receipt> {
    try await submit(submission)
  }
}

/// Fields are checked, and nothing answers for them.
struct MissingCheck: Explained {
  let fields: [FieldID]

  var message: Message {
    Message("form.noCheck", ["fields": .list(fields.map { .verbatim($0.pointer) })])
  }
}
