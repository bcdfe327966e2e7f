/// Something that a shell has to say of its own accord.
///
/// The sentence comes from a ``ShellWording``.
public enum ShellStatement: Hashable, Sendable {
  /// How to get help and how to leave: said once.
  case welcome

  /// There is no such command; the one that is spelled most like it, if one is.
  case unknownCommand(String, nearest: String?)

  /// Several commands begin like that: these.
  case ambiguousCommand(String, candidates: [String])

  /// The parameter of that name was left out.
  case missingArgument(String, usage: String)

  /// More was typed than the command takes.
  case superfluousArguments(usage: String)

  /// The line cannot be taken.
  case badInput(Violation.BadInput)

  /// The command was ended by ^C.
  case interrupted(command: String)
}

/// What has the sentences of a shell.
public protocol ShellWording: Sendable {
  /// The sentence for a statement, in plain text of one line.
  func text(for statement: ShellStatement) -> String
}
