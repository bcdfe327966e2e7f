import AccountsSQLite
import ArgumentParser
import Formwork
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

  /// The words for standard output, in the style that an option names, or else in the usual one.
  var words: Catalogue {
    let words = speaker.catalogue.usual(atTerminal: isatty(STDOUT_FILENO) == 1)
    return style.map { words.styled($0) } ?? words
  }

  /// The accounts as a form uses them, which makes their file where there is none.
  ///
  /// No file is opened before something is asked of them.
  var store: SQLiteAccountStore { store(isMade: true) }

  /// The accounts as all else uses them: a question about a file that is not there makes none.
  var existingStore: SQLiteAccountStore { store(isMade: false) }

  private func store(isMade: Bool) -> SQLiteAccountStore {
    let store = SQLiteAccountStore(
      path: accounts ?? SQLiteAccountStore.defaultPath(), isMade: isMade)
    usedStores.withState { $0.append(store) }
    return store
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

/// The stores that the program has used.
private let usedStores = Synchronized<[SQLiteAccountStore]>([])

/// Closes the files of accounts, and says what has become of files of an earlier version.
///
/// After that, a file can be copied without the files that SQLite keeps beside it.
func closeStores() {
  OperationExecutor.shared.settle(limit: LastSecond.left)
  for store in usedStores.withState({ $0 }) {
    if let upgrade = store.close(limit: LastSecond.left) { speaker.complainByName(upgrade) }
  }
}

extension FormHost {
  /// Closes the files of accounts, and ends the process with the status that a signal gives.
  func closeStoresAndEnd(with signal: CInt) -> Never {
    closeStores()
    end(with: signal)
  }
}

extension FormError {
  /// Says why a command has not done what its form is for, closes the files of accounts, and ends the command.
  ///
  /// - Throws: The exit status.
  func reportAndCloseStores(_ outcome: Message) throws -> Never {
    try report(outcome, by: speaker, closing: closeStores)
  }
}

/// Runs a command, and closes the files of accounts after it.
///
/// What it throws becomes one line on standard error and an exit status.
func reportingFailure(_ body: () throws -> Void) throws {
  defer { closeStores() }
  do {
    try body()
  } catch let status as ExitCode {
    throw status
  } catch {
    speaker.complain(of: error)
    throw ExitCode((error as? Failure)?.status ?? Failure.failed)
  }
}
