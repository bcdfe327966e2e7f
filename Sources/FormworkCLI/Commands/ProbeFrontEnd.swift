import ArgumentParser
import FormworkConformance
import FormworkCore
import FormworkHost

/// Runs a front end for `check-front-end`, which starts this command itself.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProbeMode.command, shouldDisplay: false)

  @Argument var mode: ProbeMode
  @Argument var entry: String

  func run() throws {
    guard Probe.serve(mode, entry: entry) else {
      throw ProgramFailure(
        Message("probe.notForPeople", ["command": .verbatim(ProbeMode.command)]),
        status: ProgramFailure.usage)
    }
  }
}

extension ProbeMode: ExpressibleByArgument {}
