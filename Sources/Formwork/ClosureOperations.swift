public import FormworkCore
import FormworkOperations
public import FormworkSession

/// The operations of a form, as closures.
public struct ClosureOperations<Receipt: Sendable>: FormOperations {
  // Without `@concurrent`, here and elsewhere, Swift 6.3.1 crashes at a static method of a module that does not enable
  // the features of this one.

  /// Checks the fields that are `checked(by:)`, and returns the violation or `nil`.
  public typealias Check = @concurrent @Sendable (CheckRequest) async throws -> Violation?

  /// Accepts the answers with a receipt, or refuses them.
  public typealias Submit =
    @concurrent @Sendable (Submission) async throws -> SubmissionOutcome<Receipt>

  let definition: FormDefinition
  let check: Check?
  let submit: Submit

  /// Returns the given definition.
  @concurrent public func load() async throws -> FormDefinition { definition }

  /// Calls the closure for checks.
  @concurrent public func check(_ request: CheckRequest) async throws -> Violation? {
    guard let check else { throw Message.noCheck(of: [request.field]) }
    return try await check(request)
  }

  /// Calls the closure for submissions.
  @concurrent public func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Receipt> {
    try await submit(submission)
  }
}

extension Message {
  /// Returns the message that fields have a check, but no closure performs it.
  static func noCheck(of fields: [FieldID]) -> Message {
    .key("form.noCheck", ["fields": .list(fields.map { .verbatim($0.pointer) })])
  }
}

/// The operations of a form that blocks the main thread: one that waits for the main actor fails soon.
struct WatchedOperations<Base: FormOperations>: FormOperations {
  let base: Base

  var loadTimeOut: Duration { base.loadTimeOut }
  var submissionTimeOut: Duration { base.submissionTimeOut }

  @concurrent func load() async throws -> FormDefinition {
    try await watched { try await base.load() }
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    try await watched { try await base.check(request) }
  }

  @concurrent func completions(of text: String, by name: String) async throws -> [String] {
    try await watched { try await base.completions(of: text, by: name) }
  }

  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Base.Receipt> {
    try await watched { try await base.submit(submission) }
  }

  private func watched<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await MainActorWatch.run(operation) { Message.key("form.needsMainActor") }
  }
}
