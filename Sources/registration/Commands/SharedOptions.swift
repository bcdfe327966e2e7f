import AccountsSQLite
public import ArgumentParser
import FormworkCore
public import FormworkHost
import FormworkOperations
import FormworkSession
import FormworkSystem
import Glibc

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Option(
    help: "The front end to use (default: FORMWORK_FRONT_END, or the one that fits).",
    completion: .frontEnds)
  var frontEnd: String?

  @Option(
    help: ArgumentHelp(
      "The front end to use: a file, which is inspected like those that are installed.",
      valueName: "path"), completion: .file())
  var frontEndFile: String?

  @Option(
    help: ArgumentHelp(
      "Which front ends run in a process of their own: always, never, or foreign: those that do not "
        + "lie beside the program.", valueName: "which"))
  var isolate = Isolation.foreign

  @Option(
    help: ArgumentHelp(
      "The file of accounts (default: $XDG_DATA_HOME/formwork/accounts.sqlite).",
      valueName: "path"), completion: .file())
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "When a line editor tells what is true of a field: live, or on leaving it "
        + "(default: FORMWORK_STATUS, or live).", valueName: "when"))
  var status: StatusMoment?

  @Option(
    help: ArgumentHelp(
      "Whether a line editor uses weight and colour: auto, always, or never "
        + "(default: FORMWORK_COLOR, or auto, which heeds NO_COLOR).", valueName: "when"))
  var color: ColorUse?

  @Option(
    help: ArgumentHelp(
      "The file that a front end's log lines are added to; without a front end it is not opened "
        + "(default: FORMWORK_LOG, or none).", valueName: "path"),
    completion: .file())
  var log: String?

  /// The accounts as a form uses them, which makes their file where there is none.
  ///
  /// No file is opened before something is asked of them.
  var store: SQLiteAccountStore { store(isMade: true) }

  /// The accounts as all else uses them: a question about a file that is not there makes none.
  var existingStore: SQLiteAccountStore { store(isMade: false) }

  private func store(isMade: Bool) -> SQLiteAccountStore {
    SQLiteAccountStore(path: accounts ?? SQLiteAccountStore.defaultPath(), isMade: isMade)
  }

  /// Tells a person that a file of accounts will be made where an argument names it: that may be mistyped.
  func announceNewFile() {
    guard let accounts, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
    if access(accounts, F_OK) != 0, errno == ENOENT {
      speaker.complain(Message("accounts.new", ["path": .verbatim(accounts)]))
    }
  }

  /// The front end that an argument asks for.
  ///
  /// Only an argument is a path: what is in the environment may not choose code beyond what is
  /// installed.
  private var request: FrontEndRequest? {
    frontEndFile.map { .file($0) } ?? frontEnd.map { .name($0) }
  }

  func validate() throws {
    try checkPath(accounts, of: "--accounts")
    try checkPath(frontEndFile, of: "--front-end-file")
    try checkPath(log, of: "--log")
    if frontEnd != nil, frontEndFile != nil {
      throw ValidationError.exclusive("--front-end", "--front-end-file")
    }
  }

  /// Runs a command that needs no front end: one that an argument asks for has to be there all the same.
  func reportingFailure(_ body: () throws -> Void) throws {
    try registration.reportingFailure {
      do {
        if let request { _ = try FrontEndLocator.installed().file(for: request) }
      } catch {
        throw Failure(Message(explaining: error), status: Failure.usage)
      }
      try body()
    }
  }

  /// Chooses and loads the front end, and takes over the terminal.
  ///
  /// - Throws: ``Failure`` with the status of wrong usage, where the one asked for, or the log, cannot
  ///   be had.
  func makeHost(_ wakeUp: WakeUp) throws(Failure) -> FormHost {
    // A front end is told nothing but a form: what else a person wishes of it is in the environment.
    if let status { setenv("FORMWORK_STATUS", status.rawValue, 1) }
    if let color { setenv("FORMWORK_COLOR", color.rawValue, 1) }
    // As for every such variable, an empty one is none; an empty argument is a mistake.
    let named = Environment.value("FORMWORK_FRONT_END").map { FrontEndRequest.name($0) }
    let log = try LogFile.logger(log, label: "registration")
    do {
      return try FormHost(
        frontEnd: request ?? named, isolation: isolate, wakeUp: wakeUp, log: log,
        catalogue: speaker.catalogue)
    } catch {
      throw Failure(error.message, status: Failure.usage)
    }
  }
}

/// Sees whether the value of an option can be a path.
func checkPath(_ path: String?, of option: String) throws(ValidationError) {
  if let fault = ProgramArguments.fault(inPath: path, of: option) {
    throw ValidationError(saying: fault)
  }
}

extension ValidationError {
  /// Says what is wrong with the program's arguments.
  init(saying message: Message) { self.init(speaker.catalogue.text(for: message)) }

  /// Two options are there of which one may be.
  static func exclusive(_ option: String, _ other: String) -> ValidationError {
    ValidationError(
      saying: Message("usage.exclusive", ["option": .verbatim(option), "other": .verbatim(other)]))
  }
}

extension Isolation: ExpressibleByArgument {}

/// Whether weight and colour are used.
enum ColorUse: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

/// When the state of a field is told.
enum StatusMoment: String, CaseIterable, ExpressibleByArgument {
  case live, leaving
}

/// Runs a command.
///
/// What it throws becomes one line on standard error and an exit status. The file of accounts is
/// closed behind it: it can be copied then without the files that SQLite keeps beside it.
func reportingFailure(_ body: () throws -> Void) throws {
  defer { OperationExecutor.shared.settle(limit: LastSecond.left) }
  do {
    try body()
  } catch let status as ExitCode {
    throw status
  } catch {
    speaker.complain(of: error)
    throw ExitCode((error as? Failure)?.status ?? Failure.failed)
  }
}
