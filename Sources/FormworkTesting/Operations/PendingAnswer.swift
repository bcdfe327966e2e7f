/// An answer of a waiting operation, which a test will give.
public final class PendingAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case new
    case asked(CheckedContinuation<Answer, any Error>)
    case done(Result<Answer, any Error>)
  }

  private let state = Synchronized(State.new)
  private let cancellation = Synchronized(false)

  package init() {}

  /// Gives the answer or an error, unless the test has given one before.
  public func give(_ result: Result<Answer, any Error>) {
    let asked = state.change { state -> CheckedContinuation<Answer, any Error>? in
      defer { if case .done = state {} else { state = .done(result) } }
      if case .asked(let continuation) = state { return continuation }
      return nil
    }
    asked?.resume(with: result)
  }

  /// Gives the answer, unless the test has given one before.
  public func give(_ answer: Answer) { give(.success(answer)) }

  /// Makes the operation throw a ``ScriptedFailure``, which the user sees.
  public func fail(_ line: String) { give(.failure(ScriptedFailure(line))) }

  /// Waits until the operation is cancelled; false after 20 seconds.
  public func waitForCancellation() -> Bool { cancellation.wait { $0 ? true : nil } ?? false }

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

/// An error from a test, with a description for the user.
public struct ScriptedFailure: Error, Equatable, CustomStringConvertible {
  /// The description of the error.
  public let description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
