import FormworkCore
import FormworkOperations
import FormworkSession

/// The operations of a form that blocks the main thread.
///
/// An operation that waits for the main actor fails soon, instead of waiting for ever.
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

  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<Base.Receipt> {
    try await watched { try await base.submit(submission) }
  }

  private func watched<Result: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await MainActorWatch.run(operation) { NeedsMainActor() }
  }
}

/// The error of an operation that needs the main actor, which the form blocks.
private struct NeedsMainActor: UserMessageError {
  var message: Message { "form.needsMainActor" }
}
