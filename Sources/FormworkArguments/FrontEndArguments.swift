public import ArgumentParser
public import Formwork
import FormworkCore
public import FormworkHost
package import FormworkSession
import Glibc

/// The options of a command that uses a front end.
public struct FrontEndArguments: ParsableArguments, Sendable {
  @Option(
    help: "The front end to use (default: FORMWORK_FRONT_END, or the one that fits).",
    completion: .custom { _, _, _ in FrontEndLocator.installed().names().map(\.text) })
  package var frontEnd: String?

  @Option(
    help: ArgumentHelp(
      "The front end to use: a file, which is inspected like those that are installed.",
      valueName: "path"), completion: .file())
  package var frontEndFile: String?

  @Option(
    help: ArgumentHelp(
      "Run front ends in a separate process: always, never, or foreign (those that are not installed "
        + "with the program).", valueName: "which"))
  package var isolate = Isolation.foreign

  @Option(
    help: ArgumentHelp(
      "When a line editor shows the status of a field: live, or on leaving it "
        + "(default: FORMWORK_STATUS, or live).", valueName: "when"))
  package var status: StatusMoment?

  @Option(
    help: ArgumentHelp(
      "Whether a line editor uses weight and colour: auto, always, or never "
        + "(default: FORMWORK_COLOR, or auto, which follows NO_COLOR).", valueName: "when"))
  package var color: ColorUse?

  @Option(
    help: ArgumentHelp(
      "The file to which a front end's log lines are added; without a front end it is not opened "
        + "(default: FORMWORK_LOG, or none).", valueName: "path"),
    completion: .file())
  package var log: String?

  /// Creates the options of a command line that names none.
  public init() {}

  /// Validates the paths, and the options that exclude each other.
  public func validate() throws {
    try ValidationError.checkPath(frontEndFile, of: "--front-end-file")
    try ValidationError.checkPath(log, of: "--log")
    if frontEnd != nil, frontEndFile != nil {
      throw ValidationError.exclusive("--front-end", "--front-end-file")
    }
  }

  /// The requested front end; only an argument may be a path: the environment selects installed code.
  private var request: FrontEndRequest? {
    frontEndFile.map { .file($0) } ?? frontEnd.map { .name($0) }
  }

  package func check() throws(ProgramFailure) {
    guard let request else { return }
    _ = try ProgramFailure.asUsage { try FrontEndLocator.installed().file(for: request) }
  }

  /// Returns options with the choices for front ends and the log, and defaults for everything else.
  ///
  /// The other preferences become environment variables, which all front ends of the process read.
  public func formOptions() throws(FormError) -> FormOptions {
    if let status { setenv("FORMWORK_STATUS", status.rawValue, 1) }
    if let color { setenv("FORMWORK_COLOR", color.rawValue, 1) }
    var options = FormOptions()
    options.frontEnd = request
    options.isolation = isolate
    do throws(ProgramFailure) {
      options.log = try LogFile.logger(log, label: "formwork")
    } catch {
      throw .badInput(error.message)
    }
    return options
  }

  package func makeHost(
    _ wakeUp: WakeUp, catalogue: Catalogue
  ) throws(ProgramFailure) -> FormHost {
    try ProgramFailure.asUsage { try formOptions().makeHost(wakeUp, catalogue: catalogue) }
  }
}

extension Isolation: ExpressibleByArgument {}

/// The use of bold text and colours.
package enum ColorUse: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// The time at which a field's status is shown.
package enum StatusMoment: String, CaseIterable, ExpressibleByArgument, Sendable {
  case live, leaving
}

extension ValidationError {
  package static func checkPath(_ path: String?, of option: String) throws(ValidationError) {
    if let fault = ProgramArguments.fault(inPath: path, of: option) {
      throw ValidationError(Catalogue.host.spoken().text(for: fault))
    }
  }

  package static func exclusive(_ option: String, _ other: String) -> ValidationError {
    let options = ["option": Message.verbatim(option), "other": .verbatim(other)]
    return ValidationError(
      Catalogue.host.spoken().text(for: .key("usage.exclusive", options)))
  }
}

extension ViewStyle {
  package static func named(_ name: String) throws -> ViewStyle {
    if let style = all.first(where: { $0.name == name }) { return style }
    throw ValidationError("Please provide one of \(all.map(\.name).alternatives).")
  }
}

extension ArgumentHelp {
  package static let style = ArgumentHelp(
    "The format of numbers and times: plain, everyday (1,000; 3 days ago), or records (1-000) "
      + "(default: everyday at a terminal, plain elsewhere).",
    valueName: "name")
}

extension CompletionKind {
  package static var style: CompletionKind { .list(ViewStyle.all.map(\.name)) }
}
