import ArgumentParser
import FormworkConformance
import FormworkCore
import FormworkHost

/// The program: `formwork front-ends | check-front-end NAME|FILE`.
@main
struct Formwork: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formwork",
    abstract: "Lists front ends, and checks whether they keep to the contract.",
    discussion: "Exit status: 0 done, 1 failed, or a check failed, 2 wrong usage.",
    version: "1.0",
    subcommands: [FrontEnds.self, CheckFrontEnd.self, ProbeFrontEnd.self])

  /// As usual, but wrong usage ends with 2, which scripts tell from a failure by.
  static func main() {
    do {
      try FormHost.prepareProcess()
    } catch {
      speaker.complain(of: error)
      exit(
        withError: ExitCode(error == .raisedPrivileges ? Failure.usage : Failure.failed))
    }
    let arguments = ProgramArguments.ofProcess()
    let subcommands = configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let commands = subcommands.compactMap { $0.configuration.commandName }
    do {
      if let fault = arguments.fault(commands: commands) {
        throw ValidationError(speaker.catalogue.text(for: fault))
      }
      var command = try parseAsRoot(arguments.words)
      try command.run()
    } catch let failure as Failure {
      speaker.complain(of: failure)
      exit(withError: ExitCode(failure.status))
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
        with: CompletionScript.amended(fullMessage(for: error), for: shell, of: "formwork"))
    }
  }
}

/// Says what this program has to say.
let speaker = Speaker(
  "formwork",
  Catalogue.conformance.overriding([
    "check.noProc": "/proc/self/exe: {reason}: mount /proc",
    "check.unknown": "There is no check {name}: there are {names}.",
    "probe.notForPeople":
      "{command}: check-front-end starts it by itself: there is nothing to do for people",
  ]).spoken())
