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
