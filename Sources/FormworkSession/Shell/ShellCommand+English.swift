public import FormworkCore

/// The commands that every shell has, in English.
extension ShellCommand {
  /// `help [COMMAND]`.
  public static let help = ShellCommand(
    "help", summary: "List the commands, or tell more of one.",
    detail: [
      "A command may be typed by its beginning, as long as no other begins like that."
    ],
    parameter: Parameter("COMMAND", isRequired: false, suggestions: .commands), purpose: .help)

  /// `exit`, or `quit`.
  public static let exit = ShellCommand(
    "exit", aliases: ["quit"], summary: "Leave.",
    detail: ["quit, and ^D on an empty line, leave too."],
    purpose: .exit)
}
