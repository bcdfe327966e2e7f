public import FormworkCore

/// What runs a shell's commands.
///
/// Injected, and faked in tests.
public protocol ShellOperations: Sendable {
  /// Runs a command.
  ///
  /// It may take its time and may throw. The person is told of a thrown error: by its message where it is
  /// `Explained`, else by its description. The call is cancelled when its answer is not needed any more; an
  /// answer that comes all the same is dropped.
  @concurrent func run(_ request: ShellRequest) async throws -> ShellOutcome

  /// What could stand in place of an argument of which the beginning is there; it may be empty.
  ///
  /// The person goes on typing meanwhile. What is not found within half a second is left out as a rule, and
  /// so is what could not be typed as one word.
  @concurrent func completions(of request: ShellRequest) async throws -> [String]
}

extension ShellOperations {
  /// Finds none.
  @concurrent public func completions(of request: ShellRequest) async throws -> [String] { [] }
}

/// What a command has brought.
public enum ShellOutcome: Hashable, Sendable {
  /// What was asked for, line by line. A tab parts the cells of a row.
  case lines([Message])

  /// The front end of that name is to go on with the shell.
  case frontEnd(String)
}

/// What a shell asks of the program around it.
///
/// Injected, and faked in tests.
public protocol ShellResponder: AnyObject {
  /// The screen that a command opens; `nil` where the ``ShellOperations`` run it.
  ///
  /// The command has ended when that screen is popped; its answer is a `ShellAnswer`.
  func screen(for request: ShellRequest) -> (any Screen)?

  /// Takes note of what came of a line. The person was told.
  func answered(_ answer: ShellAnswer)
}

extension ShellResponder {
  /// Opens none.
  public func screen(for request: ShellRequest) -> (any Screen)? { nil }

  /// Does nothing: the person was told.
  public func answered(_ answer: ShellAnswer) {}
}
