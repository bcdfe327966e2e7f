package import ArgumentParser
package import Formwork
package import FormworkHost

extension ParsableCommand {
  /// Runs the program with this root command; wrong usage exits with 2, a failure with 1.
  package static func main(writingTo console: ProgramOutput) {
    do {
      try FormHost.prepareProcess()
    } catch {
      console.printError(for: error)
      exit(
        withError: ExitCode(
          error == .raisedPrivileges ? ProgramFailure.usage : ProgramFailure.failed))
    }
    let arguments = ProgramArguments.ofProcess()
    let subcommands = configuration.subcommands.filter { $0.configuration.shouldDisplay }
    let commands = subcommands.compactMap { $0.configuration.commandName }
    do {
      if let fault = arguments.fault(commands: commands) {
        throw ValidationError(console.catalogue.text(for: fault))
      }
      var command = try parseAsRoot(arguments.words)
      try command.run()
    } catch let failure as ProgramFailure {
      console.printError(for: failure)
      exit(withError: ExitCode(failure.status))
    } catch {
      if exitCode(for: error) == .validationFailure {
        let helps = subcommands.map { helpMessage(for: $0) }
        console.printError(
          ofUsage: arguments.explain(message(for: error), commands: commands, helps: helps),
          of: commands.first { $0 == arguments.words.first })
        exit(withError: ExitCode(ProgramFailure.usage))
      }
      guard exitCode(for: error) == .success else { exit(withError: error) }
      let shell = arguments.value(of: "--generate-completion-script")
      console.end(
        with: CompletionScript.amended(
          fullMessage(for: error), for: shell, of: configuration.commandName ?? "",
          commands: commands))
    }
  }
}

extension FormError {
  /// Reports the end of a form, and ends the command; `close` precedes an end of the process by a signal.
  package func report(
    _ outcome: Message, by console: ProgramOutput, closing close: () -> Void = {}
  ) throws -> Never {
    switch self {
    case .cancelled, .declined, .inputEnded, .invalid, .refused, .notSubmitted, .outcomeUnknown,
      .interrupted:
      break
    case .notAccepted, .failed, .badInput: printError(by: console)
    }
    if exitStatus != ProgramFailure.usage { console.printError(outcome) }
    if case .interrupted(let signal) = self {
      close()
      endProcess(by: signal)
    }
    throw ExitCode(exitStatus)
  }
}
