import Accounts
import ArgumentParser
import FormworkCore

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Option(help: "The front end to use (default: FORMWORK_FRONT_END, or the one that fits).")
  var frontEnd: String?

  @Option(
    help: ArgumentHelp(
      "The file of accounts (default: $XDG_DATA_HOME/formwork/accounts.sqlite).",
      valueName: "path"))
  var accounts: String?

  /// The accounts.
  ///
  /// No file is opened before something is asked of them.
  var store: SQLiteAccountStore {
    SQLiteAccountStore(path: accounts ?? SQLiteAccountStore.defaultPath())
  }
}

/// Runs a command.
///
/// What it throws becomes one line on standard error and an exit status.
func reportingFailure(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let status as ExitCode {
    throw status
  } catch let failure as Failure {
    complain("registration: \(failure)")
    throw ExitCode(failure.status)
  } catch {
    complain("registration: \(error)")
    throw ExitCode(Failure.failed)
  }
}
