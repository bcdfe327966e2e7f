import ArgumentParser
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
      complain("formwork: \(error)")
      exit(withError: ExitCode(Complaint.usage))
    }
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Complaint {
      complain("formwork: \(failure.text)")
      exit(withError: ExitCode(failure.status))
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      complain(message(for: error))
      complain("See 'formwork --help'.")
      exit(withError: ExitCode(Complaint.usage))
    }
  }
}
