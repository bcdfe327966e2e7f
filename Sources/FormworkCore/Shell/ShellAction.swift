/// An action that a shell requests from its operations.
public enum ShellAction: Hashable, Sendable {
  /// Add a line that names a command, with valid arguments, to the history.
  case remember(String)

  /// Run a command.
  case run(RunID, ShellRequest)

  /// Cancel a run whose result is not needed any more.
  case cancel(RunID)

  /// The shell answered a line, and the answer is visible.
  case answered(ShellAnswer)

  /// The shell has ended.
  case leave
}

/// A command to run.
public struct ShellRequest: Hashable, Sendable {
  /// The full name of the command.
  public let command: String

  /// The argument; never `nil` if the command requires it.
  public let argument: String?

  /// Creates a request.
  public init(_ command: String, argument: String? = nil) {
    self.command = command
    self.argument = argument
  }
}

/// The answer to a line.
public enum ShellAnswer: Hashable, Sendable {
  /// The requested lines. A tab separates the cells of a row.
  case lines([Message])

  /// The description of a mistake.
  case failure(Message)
}

/// A result of a shell's operations.
///
/// Late results are recognized by their ids.
public enum ShellOperationEvent: Hashable, Sendable {
  /// The command succeeded, with this output.
  case finished(RunID, [Message])

  /// The command failed for this reason.
  case failed(RunID, Message)

  /// The command failed for this reason, and no screen was opened for it.
  case refused(RunID, Message)
}

extension Message {
  /// The introduction of a shell: how to get help, and how to leave.
  static let shellWelcome: Message = .key("shell.welcome")

  /// Returns the message about an unknown command; `nearest` has the most similar spelling.
  static func unknownCommand(_ word: String, nearest: String?) -> Message {
    let word = Message.verbatim(word.quoted)
    guard let nearest else { return .key("shell.unknownCommand", ["text": word]) }
    return .key("shell.unknownCommand.near", ["text": word, "label": .verbatim(nearest)])
  }

  static func ambiguousCommand(_ word: String, candidates: [String]) -> Message {
    .key(
      "shell.ambiguousCommand",
      ["text": .verbatim(word.quoted), "labels": .list(candidates.map { .verbatim($0) })])
  }

  static func missingArgument(_ name: String, usage: String) -> Message {
    .key("shell.missingArgument", ["label": .verbatim(name), "text": .verbatim(usage)])
  }

  static func superfluousArguments(usage: String) -> Message {
    .key("shell.superfluousArguments", ["text": .verbatim(usage)])
  }

  static func badLine(_ input: Violation.BadInput) -> Message {
    let message = Violation.badInput(input).message()
    guard case .controlCharacter = input, case .key(_, let arguments, _) = message else {
      return message
    }
    return .key("shell.controlCharacter", arguments)
  }

  /// Returns the message about a failed line that the lines of a form may follow.
  static func formLost(_ reason: Message) -> Message {
    .key("shell.formLost", ["reason": reason])
  }

  static func interrupted(_ command: String) -> Message {
    .key("shell.interrupted", ["label": .verbatim(command)])
  }
}
