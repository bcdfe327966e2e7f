public import FormworkCore

/// The commands that every shell has.
extension ShellCommand {
  /// `help [COMMAND]`.
  public static let help = ShellCommand(
    "help", summary: "shell.help.summary", detail: ["shell.help.detail"],
    parameter: Parameter("COMMAND", isRequired: false, suggestions: .commands), purpose: .help)

  /// `exit`, or `quit`.
  public static let exit = ShellCommand(
    "exit", aliases: ["quit"], summary: "shell.exit.summary", detail: ["shell.exit.detail"],
    purpose: .exit)
}
