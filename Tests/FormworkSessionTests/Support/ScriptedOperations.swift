import FormworkCore
import FormworkSession
import TestSupport

/// Operations whose calls wait for the test's word.
final class ScriptedOperations: FormOperations {
  /// A call that was made.
  enum Call: Sendable {
    case load(Pending<FormDefinition>)
    case check(CheckRequest, Pending<Violation?>)
    case submit(Submission, Pending<SubmissionOutcome<String>>)
  }

  /// Something went wrong; the description is for the person.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let calls = Monitor([Call]())

  @concurrent func load() async throws -> FormDefinition {
    let pending = Pending<FormDefinition>()
    calls.change { $0.append(.load(pending)) }
    return try await pending.answer()
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    let pending = Pending<Violation?>()
    calls.change { $0.append(.check(request, pending)) }
    return try await pending.answer()
  }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
    let pending = Pending<SubmissionOutcome<String>>()
    calls.change { $0.append(.submit(submission, pending)) }
    return try await pending.answer()
  }

  /// Waits for the next call.
  func next() throws -> Call {
    let call = calls.wait { $0.first }
    calls.change { if !$0.isEmpty { $0.removeFirst() } }
    guard let call else { throw Failure(description: "no call came") }
    return call
  }

  func nextLoad() throws -> Pending<FormDefinition> {
    guard case .load(let pending) = try next() else { throw Failure(description: "not a load") }
    return pending
  }

  func nextCheck() throws -> (request: CheckRequest, pending: Pending<Violation?>) {
    guard case .check(let request, let pending) = try next() else {
      throw Failure(description: "not a check")
    }
    return (request, pending)
  }

  func nextSubmission() throws -> (
    submission: Submission, pending: Pending<SubmissionOutcome<String>>
  ) {
    guard case .submit(let submission, let pending) = try next() else {
      throw Failure(description: "not a submission")
    }
    return (submission, pending)
  }
}

/// An answer that is yet to be given.
final class Pending<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case asked(CheckedContinuation<Answer, any Error>)
    case done(Result<Answer, any Error>)
  }

  private let state = Monitor(State.new)
  private let cancellation = Monitor(false)

  /// Gives the answer; the first one counts.
  func give(_ result: Result<Answer, any Error>) {
    let asked = state.change { state -> CheckedContinuation<Answer, any Error>? in
      defer { if case .done = state {} else { state = .done(result) } }
      if case .asked(let continuation) = state { return continuation }
      return nil
    }
    asked?.resume(with: result)
  }

  func give(_ answer: Answer) { give(.success(answer)) }

  func fail(_ line: String) {
    give(.failure(ScriptedOperations.Failure(description: line)))
  }

  /// Waits until the operation is cancelled.
  func waitForCancellation() -> Bool { cancellation.wait { $0 ? true : nil } ?? false }

  func answer() async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known = state.change { state -> Result<Answer, any Error>? in
          if case .done(let result) = state { return result }
          state = .asked(continuation)
          return nil
        }
        if let known { continuation.resume(with: known) }
      }
    } onCancel: {
      cancellation.change { $0 = true }
      give(.failure(CancellationError()))
    }
  }
}
