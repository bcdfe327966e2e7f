public import ArgumentParser
package import Formwork
import FormworkCore
public import FormworkHost
package import FormworkSession
import FormworkSystem
import Glibc

/// What every command takes that shows something on a front end.
package struct FrontEndOptions: ParsableArguments {
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
      "Which front ends run in a process of their own: always, never, or foreign: those that do not "
        + "lie beside the program.", valueName: "which"))
  package var isolate = Isolation.foreign

  @Option(
    help: ArgumentHelp(
      "When a line editor tells what is true of a field: live, or on leaving it "
        + "(default: FORMWORK_STATUS, or live).", valueName: "when"))
  package var status: StatusMoment?

  @Option(
    help: ArgumentHelp(
      "Whether a line editor uses weight and colour: auto, always, or never "
        + "(default: FORMWORK_COLOR, or auto, which heeds NO_COLOR).", valueName: "when"))
  package var color: ColorUse?

  @Option(
    help: ArgumentHelp(
      "The file that a front end's log lines are added to; without a front end it is not opened "
        + "(default: FORMWORK_LOG, or none).", valueName: "path"),
    completion: .file())
  package var log: String?

  package init() {}

  package func validate() throws {
    try ValidationError.checkPath(frontEndFile, of: "--front-end-file")
    try ValidationError.checkPath(log, of: "--log")
    if frontEnd != nil, frontEndFile != nil {
      throw ValidationError.exclusive("--front-end", "--front-end-file")
    }
  }

  /// The front end that an argument asks for.
  ///
  /// Only an argument is a path: what is in the environment may not choose code beyond what is
  /// installed.
  private var request: FrontEndRequest? {
    frontEndFile.map { .file($0) } ?? frontEnd.map { .name($0) }
  }

  /// Sees whether the front end is there that an argument asks for.
  ///
  /// - Throws: ``Failure`` with the status of wrong usage, where it is not.
  package func check() throws(Failure) {
    do {
      if let request { _ = try FrontEndLocator.installed().file(for: request) }
    } catch {
      throw Failure(Message(explaining: error), status: Failure.usage)
    }
  }

  /// How a form is asked, by these options.
  ///
  /// - Parameter program: The program's name, for the log.
  /// - Returns: What is wished of front ends and the log; the rest as usual.
  /// - Throws: ``Failure`` with the status of wrong usage, where the log cannot be had.
  package func formOptions(program: String) throws(Failure) -> FormOptions {
    export()
    var options = FormOptions()
    options.frontEnd = request
    options.isolation = isolate
    options.log = try LogFile.logger(log, label: program)
    return options
  }

  /// A front end is told nothing but a form: what else a person wishes of it is in the environment.
  private func export() {
    if let status { setenv("FORMWORK_STATUS", status.rawValue, 1) }
    if let color { setenv("FORMWORK_COLOR", color.rawValue, 1) }
  }

  /// Chooses and loads the front end, and takes over the terminal.
  ///
  /// - Parameters:
  ///   - wakeUp: What the mailboxes of the screens raise.
  ///   - program: The program's name, for the log.
  ///   - catalogue: The sentences of the host, in the person's language.
  /// - Returns: The host.
  /// - Throws: ``Failure`` with the status of wrong usage, where the one asked for, or the log, cannot
  ///   be had.
  package func makeHost(
    _ wakeUp: WakeUp, program: String, catalogue: Catalogue
  ) throws(Failure) -> FormHost {
    export()
    // As for every such variable, an empty one is none; an empty argument is a mistake.
    let named = Environment.value("FORMWORK_FRONT_END").map { FrontEndRequest.name($0) }
    let log = try LogFile.logger(log, label: program)
    do {
      return try FormHost(
        frontEnd: request ?? named, isolation: isolate, wakeUp: wakeUp, log: log,
        catalogue: catalogue)
    } catch {
      throw Failure(error.message, status: Failure.usage)
    }
  }
}

extension Isolation: ExpressibleByArgument {}

/// Whether weight and colour are used.
package enum ColorUse: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto, always, never
}

/// When the state of a field is told.
package enum StatusMoment: String, CaseIterable, ExpressibleByArgument, Sendable {
  case live, leaving
}
