import FormworkCore
import FormworkSession

/// All that is said of the commands, once for the shell and for the program's subcommands.
enum Guide {
  static let register = ShellCommand(
    "register", summary: "Make an account.",
    detail: ["Opens the form. Leaving the form leads back here."],
    purpose: .work("opening the form"))

  static let list = ShellCommand(
    "list", summary: "List the accounts: username, full name and e-mail.",
    detail: [
      .verbatim(
        "At most \(ShellDesk.listLimit) are shown here; the program's own command shows all.")
    ],
    purpose: .work("listing the accounts"))

  static let show = ShellCommand(
    "show", summary: "Show one account.",
    detail: ["The name may be typed in letters of either case."],
    parameter: ShellCommand.Parameter("NAME", suggestions: .found),
    purpose: .work("looking for the account"))

  static let policy = ShellCommand(
    "policy", summary: "Show what is asked of a new account.",
    purpose: .work("asking for the policy"))

  static let terms = ShellCommand(
    "terms", summary: "Show the terms that a new account has to accept.",
    purpose: .work("asking for the terms"))

  static let frontEnds = ShellCommand(
    "front-ends", summary: "List the front ends: name, version of the contract, file.",
    detail: ["None of them is run."], purpose: .work("looking at the front ends"))

  /// The command that goes on with another front end, of which there are these.
  static func frontEnd(among names: [String]) -> ShellCommand {
    ShellCommand(
      "front-end", summary: "Go on with another front end.",
      parameter: ShellCommand.Parameter("NAME", suggestions: .words(names)),
      purpose: .work("looking for the front end"))
  }

  /// What can be typed in the shell.
  static func commands(frontEnds names: [String]) -> [ShellCommand] {
    [register, list, show, policy, terms, frontEnds, frontEnd(among: names), .help, .exit]
  }
}
