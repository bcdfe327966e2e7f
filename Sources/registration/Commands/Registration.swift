import ArgumentParser
import FormworkHost

/// The program: `registration [--front-end NAME] [--accounts PATH] register|list|show|policy|front-ends`.
@main
struct Registration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Registers accounts.",
    discussion: """
      Exit status: 0 done, 1 failed or input ended, 2 wrong usage, 130 left by the person, \
      128 + n ended by signal n.
      """,
    version: "1.0",
    subcommands: [
      Register.self, List.self, Show.self, Policy.self, FrontEnds.self,
    ],
    defaultSubcommand: Register.self)

  // Taken here too, so that it may stand before the command.
  @OptionGroup var options: SharedOptions

  /// As usual, but wrong usage ends with 2, which scripts tell from a failure by.
  static func main() {
    FormHost.occupyStandardStreams()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let isUsage = exitCode(for: error) == .validationFailure
      if isUsage {
        complain(message(for: error) + "\n" + "See 'registration --help'.")
        exit(withError: ExitCode(2))
      }
      exit(withError: error)
    }
  }
}
