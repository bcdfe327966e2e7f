import ArgumentParser
import FormworkCore
import FormworkHost

/// The program: `registration [--front-end NAME] [--accounts PATH] [register|list|show|policy|terms|front-ends]`.
///
/// Without a command it opens the shell, where these and some more can be typed.
@main
struct Registration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Registers accounts.",
    discussion: """
      Without a command it opens a shell: its 'help' lists what can be typed there.

      Exit status: 0 done, 1 failed or input ended, 2 wrong usage, 130 left by the person, 128 + n \
      ended by signal n.
      """,
    version: "1.0",
    subcommands: [
      Register.self, List.self, Show.self, Policy.self, ShowTerms.self, FrontEnds.self,
    ])

  // Taken here too, so that it may stand before the command.
  @OptionGroup var options: SharedOptions
  @OptionGroup var draftOptions: DraftOptions

  func run() throws {
    try reportingFailure {
      try RegistrationShell(options: options, drafts: draftOptions.makeDrafts()).run()
    }
  }

  /// As usual, but wrong usage ends with 2, which scripts tell from a failure by.
  static func main() {
    do {
      try FormHost.prepareProcess()
    } catch {
      speaker.complain(of: error)
      exit(withError: ExitCode(error == .raisedPrivileges ? Failure.usage : Failure.failed))
    }
    let arguments = ProgramArguments.ofProcess()
    let subcommands = configuration.subcommands
    let commands = subcommands.compactMap { $0.configuration.commandName }
    do {
      if let fault = arguments.fault(commands: commands) {
        throw ValidationError(saying: fault)
      }
      var command = try parseAsRoot(arguments.words)
      try command.run()
    } catch {
      if exitCode(for: error) == .validationFailure {
        let helps = subcommands.map { helpMessage(for: $0) }
        speaker.complain(
          ofUsage: arguments.explain(message(for: error), commands: commands, helps: helps))
        exit(withError: ExitCode(Failure.usage))
      }
      guard exitCode(for: error) == .success else { exit(withError: error) }
      let shell = arguments.value(of: "--generate-completion-script")
      speaker.end(
        with: CompletionScript.amended(fullMessage(for: error), for: shell, of: "registration"))
    }
  }
}
