import ArgumentParser
import CFormworkSystem
import FormworkArguments
import FormworkConformance
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkSystem
import Glibc

/// `formwork check-front-end NAME|FILE`: checks whether a front end follows the contract.
struct CheckFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-front-end",
    abstract: "Check whether a front end follows the contract.",
    discussion: """
      This runs the code of the front end in separate processes, on test terminals. Each check prints \
      a line: ok, failed with the fault, or skipped with the reason.

      The checks:
      \(Conformance.checks.map(line(of:)).joined(separator: "\n"))
      """)

  @Argument(
    help: "The name of a front end, or the path of its file: a path has a / in it.",
    completion: .custom { _, _, beginning in
      beginning.hasSlash
        ? CompletionScript.paths(beginningWith: beginning)
        : FrontEndLocator.installed().names().map(\.text)
    })
  var frontEnd: String

  @Option(
    help: ArgumentHelp("The seed of the random messages.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The one check to run, with those that it builds on.", valueName: "name"),
    completion: .list(Conformance.checks.map(\.name)))
  var check: String?

  @Option(
    help: ArgumentHelp(
      "The file to which the front end's log lines are added (default: FORMWORK_LOG, or none).",
      valueName: "path"), completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp(
      "The file to which a line for each message of the checks is added.", valueName: "path"),
    completion: .file())
  var trace: String?

  private static func line(of check: Check) -> String {
    "  \(check.name): \(console.catalogue.text(for: check.requirement))"
  }

  func validate() throws {
    try ValidationError.checkPath(log, of: "--log")
    try ValidationError.checkPath(trace, of: "--trace")
    if let check, !Conformance.checks.contains(where: { $0.name == check }) {
      let names = Conformance.checks.map { Message.verbatim($0.name) }
      throw ValidationError(
        key: "check.unknown", ["name": .verbatim(check.quoted), "names": .list(names)])
    }
  }

  func run() throws {
    if frontEnd.hasSuffix(".so"), !frontEnd.hasSlash {
      let line = Message.key("check.fileName", ["path": .path("./\(frontEnd)")])
      throw ProgramFailure(usage: line)
    }
    // If the system has no room for a child, the checker continues without a supervisor.
    _ = fws_split_off_supervisor()
    defer { fws_end_descendants() }
    let log = try LogFile.logger(log, label: "formwork")
    defer { OperationExecutor.shared.settle(limit: ShutdownDeadline.left) }
    let trace = try trace.flatMap { try LogFile.lines(addedTo: $0, of: "--trace") }
    guard let path = Directory.canonicalPath(of: "/proc/self/exe") else {
      throw ProgramFailure(.key("check.noProc", ["reason": Message(explaining: SystemError.last)]))
    }
    let conformance = try ProgramFailure.asUsage {
      try Conformance(
        of: frontEnd.hasSlash ? .file(frontEnd) : .name(frontEnd), in: .installed(), by: path,
        seed: seed, log: log, trace: trace)
    }
    let isSound = try conformance.run(only: check) { try console.say($0) }
    if !isSound { throw ExitCode(ProgramFailure.failed) }
  }
}

/// Runs a front end for `check-front-end`, which starts this command itself.
struct ProbeFrontEnd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ProbeMode.command, shouldDisplay: false)

  @Argument var mode: ProbeMode
  @Argument var entry: String

  func run() throws {
    guard Probe.serve(mode, entry: entry) else {
      throw ProgramFailure(
        usage: .key("probe.notForPeople", ["command": .verbatim(ProbeMode.command)]))
    }
  }
}

extension ProbeMode: ExpressibleByArgument {}
