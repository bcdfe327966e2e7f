/// An answer that a test has yet to give; the operation waits for it.
public final class PendingAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case asked(CheckedContinuation<Answer, any Error>)
    case done(Result<Answer, any Error>)
  }

  private let state = Monitor(State.new)
  private let cancellation = Monitor(false)

  package init() {}

  /// Gives the answer, or an error; the first one counts.
  public func give(_ result: Result<Answer, any Error>) {
    let asked = state.change { state -> CheckedContinuation<Answer, any Error>? in
      defer { if case .done = state {} else { state = .done(result) } }
      if case .asked(let continuation) = state { return continuation }
      return nil
    }
    asked?.resume(with: result)
  }

  /// Gives the answer; the first one counts.
  public func give(_ answer: Answer) { give(.success(answer)) }

  /// Lets the operation throw a ``ScriptedFailure``, of which the person is told.
  public func fail(_ line: String) { give(.failure(ScriptedFailure(line))) }

  /// Waits until the operation is cancelled.
  ///
  /// - Returns: Whether it was, within 20 seconds.
  public func waitForCancellation() -> Bool { cancellation.wait { $0 ? true : nil } ?? false }

  /// Waits for the answer.
  package func answer() async throws -> Answer {
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

/// Something went wrong, as a test says; the description is for the person.
public struct ScriptedFailure: Error, Equatable, CustomStringConvertible {
  /// What went wrong.
  public let description: String

  /// Makes one.
  public init(_ description: String) { self.description = description }
}
