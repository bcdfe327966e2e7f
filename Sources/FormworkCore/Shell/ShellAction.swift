/// What a shell asks its operations to do.
public enum ShellAction: Hashable, Sendable {
  /// Keep a line that names a command, with as many arguments as that takes, for the person to have it back.
  case remember(String)

  /// Run a command.
  case run(RunID, ShellRequest)

  /// End a run: its result is not needed any more.
  case cancel(RunID)

  /// This was answered; it is on the screen.
  case answered(ShellAnswer)

  /// The shell has come to its end.
  case leave
}

/// A command to be run.
public struct ShellRequest: Hashable, Sendable {
  /// The full name of the command.
  public let command: String

  /// What stood behind it; always there where the command requires it.
  public let argument: String?

  /// Makes a request.
  public init(_ command: String, argument: String? = nil) {
    self.command = command
    self.argument = argument
  }
}

/// What came of a line.
public enum ShellAnswer: Hashable, Sendable {
  /// What was asked for, line by line. A tab parts the cells of a row.
  case lines([Message])

  /// What is wrong.
  case complaint(Message)
}

/// What a shell's operations have found out.
///
/// May come late: ids tell.
public enum ShellOperationEvent: Hashable, Sendable {
  /// The command has done what it does.
  case finished(RunID, [Message])

  /// The command could not do it, for this reason.
  case failed(RunID, Message)

  /// The command failed for this reason, and no screen was opened for it.
  case refused(RunID, Message)
}

extension Message {
  /// How to get help and how to leave a shell: said once.
  static let shellWelcome: Message = "shell.welcome"

  /// There is no such command; the one that is spelled most like it, if one is.
  static func unknownCommand(_ word: String, nearest: String?) -> Message {
    let word = Message.verbatim(word.quoted)
    guard let nearest else { return Message("shell.unknownCommand", ["text": word]) }
    return Message("shell.unknownCommand.near", ["text": word, "label": .verbatim(nearest)])
  }

  /// Several commands begin like that: these.
  static func ambiguousCommand(_ word: String, candidates: [String]) -> Message {
    Message(
      "shell.ambiguousCommand",
      ["text": .verbatim(word.quoted), "labels": .list(candidates.map { .verbatim($0) })])
  }

  /// The parameter of that name was left out.
  static func missingArgument(_ name: String, usage: String) -> Message {
    Message("shell.missingArgument", ["label": .verbatim(name), "text": .verbatim(usage)])
  }

  /// More was typed than the command takes.
  static func superfluousArguments(usage: String) -> Message {
    Message("shell.superfluousArguments", ["text": .verbatim(usage)])
  }

  static func badLine(_ input: Violation.BadInput) -> Message {
    let message = Violation.badInput(input).message()
    guard case .controlCharacter = input, case .entry(_, let arguments, _) = message else {
      return message
    }
    return Message("shell.controlCharacter", arguments)
  }

  /// The lines of a form may follow a line that is mistaken, for this reason.
  static func formLost(_ reason: Message) -> Message {
    Message("shell.formLost", ["reason": reason])
  }

  static func interrupted(_ command: String) -> Message {
    Message("shell.interrupted", ["label": .verbatim(command)])
  }
}
