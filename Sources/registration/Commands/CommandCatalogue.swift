import FormworkCore
import FormworkShell

/// The commands of the shell, whose words the program's subcommands share.
enum CommandCatalogue {
  static let register = command("register", detail: [.key("register.detail")], opensForm: true)

  static let list = command(
    "list", detail: [.key("list.detail", ["limit": .number(ShellCommandHandler.listLimit)])])

  static let show = command("show", detail: [.key("show.detail")], parameter: account)

  static let signIn = command(
    "signin", detail: [.key("signin.detail")],
    parameter: ShellCommand.Parameter("NAME", isRequired: false), opensForm: true)

  static let signOut = command("signout")
  static let home = command("home")
  static let members = command("members", detail: [.key("members.detail")])
  static let details = command("details", detail: [.key("show.detail")], parameter: account)
  static let profile = command("profile", opensForm: true)
  static let password = command("password", opensForm: true)
  static let delete = command("delete", opensForm: true)

  static let style = command(
    "style", detail: [.key("style.detail")],
    parameter: ShellCommand.Parameter("NAME", suggestions: .words(ViewStyle.all.map(\.name))))

  static let policy = command(
    "policy", detail: [.key("policy.detail")],
    parameter: ShellCommand.Parameter(change, isRequired: false, suggestions: .words([change])),
    opensForm: true)

  /// The argument of a command that then opens a form.
  static let change = "change"

  static let terms = command("terms")

  static let frontEnds = command(
    "front-ends", key: "frontEnds", detail: [.key("frontEnds.detail")])

  private static let account = ShellCommand.Parameter("NAME", suggestions: .found)

  /// Creates a command with the sentences of a key, which is its name by default.
  private static func command(
    _ name: String, key: String? = nil, detail: [Message] = [],
    parameter: ShellCommand.Parameter? = nil, opensForm: Bool = false
  ) -> ShellCommand {
    ShellCommand(
      name, summary: .key(key ?? name, of: "summary"), detail: detail, parameter: parameter,
      purpose: .work(.key(key ?? name, of: "work")), opensForm: opensForm)
  }

  /// The commands for which a member has to be signed in.
  static let memberOnlyCommands = [home, profile, password, delete, signOut].map(\.name)

  /// Returns the command that switches to another front end.
  static func frontEnd(among names: [String]) -> ShellCommand {
    command(
      "front-end", key: "frontEnd",
      parameter: ShellCommand.Parameter("NAME", suggestions: .words(names)))
  }

  static func commands(frontEnds names: [String]) -> [ShellCommand] {
    [
      register, signIn, signOut, home, members, details, profile, password, delete, style, list,
      show, policy, terms, frontEnds, frontEnd(among: names), .help, .exit,
    ]
  }
}
