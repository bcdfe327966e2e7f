import ArgumentParser
import FormworkConformance
import FormworkHost

/// Runs a front end for `check-front-end`, which starts it by itself: nothing for people.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProbeArguments.command, shouldDisplay: false)

  @Argument var lending: Lending
  @Argument var entry: String

  func run() throws {
    guard Probe.serve(lending, entry: entry) else {
      throw Failure(
        "\(ProbeArguments.command): check-front-end starts it by itself: there is nothing to do "
          + "for people", status: Failure.usage)
    }
  }
}

extension Lending: ExpressibleByArgument {}
