import FormworkCore
import FormworkShell

/// The commands of the shell, whose words the program's subcommands share.
enum CommandCatalogue {
  static let register = ShellCommand(
    "register", summary: "register.summary", detail: ["register.detail"],
    purpose: .work("register.work"), opensForm: true)

  static let list = ShellCommand(
    "list", summary: "list.summary",
    detail: [Message("list.detail", ["limit": .number(ShellCommandHandler.listLimit)])],
    purpose: .work("list.work"))

  static let show = ShellCommand(
    "show", summary: "show.summary", detail: ["show.detail"],
    parameter: ShellCommand.Parameter("NAME", suggestions: .found),
    purpose: .work("show.work"))

  static let signIn = ShellCommand(
    "signin", summary: "signin.summary", detail: ["signin.detail"],
    parameter: ShellCommand.Parameter("NAME", isRequired: false), purpose: .work("signin.work"),
    opensForm: true)

  static let signOut = ShellCommand(
    "signout", summary: "signout.summary", purpose: .work("signout.work"))

  static let home = ShellCommand("home", summary: "home.summary", purpose: .work("home.work"))

  static let members = ShellCommand(
    "members", summary: "members.summary", detail: ["members.detail"],
    purpose: .work("members.work"))

  static let details = ShellCommand(
    "details", summary: "details.summary", detail: ["show.detail"],
    parameter: ShellCommand.Parameter("NAME", suggestions: .found),
    purpose: .work("details.work"))

  static let profile = ShellCommand(
    "profile", summary: "profile.summary", purpose: .work("profile.work"),
    opensForm: true)

  static let password = ShellCommand(
    "password", summary: "password.summary", purpose: .work("password.work"),
    opensForm: true)

  static let delete = ShellCommand(
    "delete", summary: "delete.summary", purpose: .work("delete.work"), opensForm: true)

  static let style = ShellCommand(
    "style", summary: "style.summary", detail: ["style.detail"],
    parameter: ShellCommand.Parameter("NAME", suggestions: .words(ViewStyle.all.map(\.name))),
    purpose: .work("style.work"))

  static let policy = ShellCommand(
    "policy", summary: "policy.summary", detail: ["policy.detail"],
    parameter: ShellCommand.Parameter(
      change, isRequired: false, suggestions: .words([change])), purpose: .work("policy.work"),
    opensForm: true)

  /// The argument of a command that then opens a form.
  static let change = "change"

  static let terms = ShellCommand(
    "terms", summary: "terms.summary", purpose: .work("terms.work"))

  static let frontEnds = ShellCommand(
    "front-ends", summary: "frontEnds.summary", detail: ["frontEnds.detail"],
    purpose: .work("frontEnds.work"))

  /// The commands for which a member has to be signed in.
  static let memberOnlyCommands = [home, profile, password, delete, signOut].map(\.name)

  /// Returns the command that switches to another front end.
  static func frontEnd(among names: [String]) -> ShellCommand {
    ShellCommand(
      "front-end", summary: "frontEnd.summary",
      parameter: ShellCommand.Parameter("NAME", suggestions: .words(names)),
      purpose: .work("frontEnd.work"))
  }

  static func commands(frontEnds names: [String]) -> [ShellCommand] {
    [
      register, signIn, signOut, home, members, details, profile, password, delete, style, list,
      show,
      policy, terms, frontEnds, frontEnd(among: names), .help, .exit,
    ]
  }
}
