import AccountsSQLite
import ArgumentParser
import FormworkCommands
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkSession
import FormworkSystem
import Glibc

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @OptionGroup var frontEnds: FrontEndOptions

  @Option(
    help: ArgumentHelp(
      "The file of accounts (default: $XDG_DATA_HOME/formwork/accounts.sqlite).",
      valueName: "path"), completion: .file())
  var accounts: String?

  @Option(help: .style, completion: .style, transform: ViewStyle.named)
  var style: ViewStyle?

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
    if access(accounts.systemCString, F_OK) != 0, errno == ENOENT {
      speaker.complain(Message("accounts.new", ["path": .path(accounts)]))
    }
  }

  func validate() throws {
    try ValidationError.checkPath(accounts, of: "--accounts")
  }

  /// Runs a command that needs no front end: one that an argument asks for has to be there all the same.
  func reportingFailure(_ body: () throws -> Void) throws {
    try registration.reportingFailure {
      try frontEnds.check()
      try body()
    }
  }

  /// Chooses and loads the front end, and takes over the terminal.
  ///
  /// - Throws: ``Failure`` with the status of wrong usage, where the one asked for, or the log, cannot
  ///   be had.
  func makeHost(_ wakeUp: WakeUp) throws(Failure) -> FormHost {
    try frontEnds.makeHost(wakeUp, program: "registration", catalogue: speaker.catalogue)
  }
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
