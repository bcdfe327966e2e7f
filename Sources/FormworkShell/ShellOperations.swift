public import FormworkCore
public import FormworkSession

/// Runs the commands of a shell.
public protocol ShellOperations: Sendable {
  /// Runs a command.
  ///
  /// The call may take time and may throw. The front end shows the `message` of a thrown `UserMessageError` error,
  /// or the description of any other error. The call is cancelled when its result is no longer needed; a
  /// result that arrives anyway is dropped.
  @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome

  /// Returns the possible completions of the argument at the end of the request.
  ///
  /// The user can type meanwhile. Usually the shell drops completions that take longer than half a second,
  /// and those that could not be typed as one word.
  @concurrent func completions(of request: ShellRequest) async throws -> [String]
}

extension ShellOperations {
  /// Returns no completions.
  @concurrent public func completions(of request: ShellRequest) async throws -> [String] { [] }
}

/// The result of a command.
public enum ShellOutcome: Hashable, Sendable {
  /// The output, line by line. A tab separates the cells of a row.
  case lines([Message])

  /// The name of the front end that continues the shell.
  case frontEnd(String)
}

/// The part of the program that opens screens for a shell and follows its results.
public protocol ShellResponder: AnyObject {
  /// Returns the screen that a command opens; `nil` if the ``ShellOperations`` run the command.
  ///
  /// The command ends when that screen is popped; its answer is a `ShellAnswer`.
  func screen(for request: ShellRequest) -> (any Screen)?

  /// Notes the result of a line. The front end shows the result in any case.
  func answered(_ answer: ShellAnswer)
}

extension ShellResponder {
  /// Opens no screen.
  public func screen(for request: ShellRequest) -> (any Screen)? { nil }

  /// Does nothing, because the front end shows the result.
  public func answered(_ answer: ShellAnswer) {}
}

extension ShellAnswer: ScreenAnswer {}
