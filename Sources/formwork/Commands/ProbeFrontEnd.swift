import ArgumentParser
import FormworkConformance

/// Runs a front end for `check-front-end`, which starts it by itself: nothing for people.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProbeArguments.command, shouldDisplay: false)

  @Argument var lending: Lending
  @Argument var path: String

  func run() { Probe.serve(lending, path: path) }
}

extension Lending: ExpressibleByArgument {}
