import ArgumentParser
import CFormworkWire
import FormworkArguments
import FormworkHost
import FormworkStorage

/// The program: `registration [--front-end NAME] [--accounts PATH] [COMMAND]`.
///
/// Without a command it opens the shell, where these and some more can be typed.
@main
struct Registration: AccountsCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Registers accounts.",
    discussion: """
      Without a command it opens a shell: its 'help' lists what can be typed there.

      Exit status: 0 done, 1 failed or input ended, 2 wrong usage, 130 left by the user, 128 + n \
      ended by signal n.
      """,
    version: FORMWORK_VERSION,
    subcommands: [
      Register.self, Members.self, Details.self, ProfileCommand.self, PasswordCommand.self,
      DeleteCommand.self, List.self, Show.self, Policy.self, ShowTerms.self, FrontEnds.self,
    ])

  // Options may precede the command.
  @OptionGroup var frontEnds: FrontEndArguments
  @OptionGroup var accountOptions: AccountOptions
  @OptionGroup var draftOptions: DraftArguments

  func run() throws {
    try reportingFailure {
      try RegistrationShell(
        options: options, drafts: draftOptions.makeDrafts(in: FileDrafts(program: "registration"))
      ).run()
    }
  }

  static func main() { main(writingTo: console) }
}
