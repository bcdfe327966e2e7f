import ArgumentParser
import FormworkConformance

/// Runs a front end for `check-front-end`, which starts it by itself: nothing for people.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProbeArguments.command, shouldDisplay: false)

  @Argument var lending: Lending
  @Argument var entry: String

  func run() throws {
    guard Probe.serve(lending, entry: entry) else {
      throw Complaint(
        "\(ProbeArguments.command): check-front-end starts it by itself: there is nothing to do "
          + "for people", status: Complaint.usage)
    }
  }
}

extension Lending: ExpressibleByArgument {}
