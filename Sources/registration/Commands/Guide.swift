import FormworkCore
import FormworkSession

/// All that is said of the commands, once for the shell and for the program's subcommands.
enum Guide {
  static let register = ShellCommand(
    "register", summary: "register.summary", detail: ["register.detail"],
    purpose: .work("register.work"))

  static let list = ShellCommand(
    "list", summary: "list.summary",
    detail: [Message("list.detail", ["limit": .number(ShellDesk.listLimit)])],
    purpose: .work("list.work"))

  static let show = ShellCommand(
    "show", summary: "show.summary", detail: ["show.detail"],
    parameter: ShellCommand.Parameter("NAME", suggestions: .found),
    purpose: .work("show.work"))

  static let policy = ShellCommand(
    "policy", summary: "policy.summary", purpose: .work("policy.work"))

  static let terms = ShellCommand(
    "terms", summary: "terms.summary", purpose: .work("terms.work"))

  static let frontEnds = ShellCommand(
    "front-ends", summary: "frontEnds.summary", detail: ["frontEnds.detail"],
    purpose: .work("frontEnds.work"))

  /// The command that goes on with another front end, of which there are these.
  static func frontEnd(among names: [String]) -> ShellCommand {
    ShellCommand(
      "front-end", summary: "frontEnd.summary",
      parameter: ShellCommand.Parameter("NAME", suggestions: .words(names)),
      purpose: .work("frontEnd.work"))
  }

  static func commands(frontEnds names: [String]) -> [ShellCommand] {
    [register, list, show, policy, terms, frontEnds, frontEnd(among: names), .help, .exit]
  }
}
