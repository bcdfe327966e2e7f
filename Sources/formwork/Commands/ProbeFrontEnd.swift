import ArgumentParser
import FormworkConformance
import FormworkCore
import FormworkHost

/// Runs a front end for `check-front-end`, which starts this command itself.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Lending.command, shouldDisplay: false)

  @Argument var lending: Lending
  @Argument var entry: String

  func run() throws {
    guard Probe.serve(lending, entry: entry) else {
      throw Failure(
        Message("probe.notForPeople", ["command": .verbatim(Lending.command)]),
        status: Failure.usage)
    }
  }
}

extension Lending: ExpressibleByArgument {}
