import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import AccountsSQLite
import ArgumentParser
import Formwork
import FormworkArguments
import FormworkCore
import FormworkHost
import FormworkOperations
import FormworkSession
import FormworkSystem
import Glibc

/// A command with the options of every command.
///
/// No group contains another one: a debug build checks a group several times for each level.
protocol AccountsCommand: ParsableCommand {
  var frontEnds: FrontEndArguments { get }
  var accountOptions: AccountOptions { get }
}

extension AccountsCommand {
  var options: SharedOptions {
    SharedOptions(
      frontEnds: frontEnds,
      place: AccountPlace(accountOptions.accounts, caFile: accountOptions.caFile),
      style: accountOptions.style)
  }
}

private let defaultFile = "$XDG_DATA_HOME/formwork/accounts.sqlite"

/// The options of every command, except those for front ends.
struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of accounts, or a URL: postgresql://HOST/DATABASE or https://HOST (default: \(defaultFile)).",
      valueName: "path"), completion: .file())
  var accounts: String?

  @Option(
    help: ArgumentHelp(
      "The authorities of the service's certificate, in PEM (default: the system's).",
      valueName: "file"), completion: .file())
  var caFile: String?

  @Option(help: .style, completion: .style, transform: ViewStyle.named)
  var style: ViewStyle?

  func validate() throws {
    try ValidationError.checkPath(accounts, of: "--accounts")
    try ValidationError.checkPath(caFile, of: "--ca-file")
    guard let accounts, let scheme = accounts.urlScheme else { return }
    do throws(AccountStoreError) {
      if PostgreSQLAccountStore.isURL(accounts) {
        try PostgreSQLAccountStore(url: accounts).checkAddress()
      } else if ServiceAccountStore.isURL(accounts) {
        try ServiceAccountStore(url: accounts, caFile: caFile).checkAddress()
      } else {
        throw .unavailable(.key("accounts.scheme", ["scheme": .path(scheme)]))
      }
    } catch {
      throw ValidationError(console.catalogue.text(for: error.message))
    }
  }
}

/// The values of the options of every command.
struct SharedOptions {
  let frontEnds: FrontEndArguments
  let place: AccountPlace
  let style: ViewStyle?

  private var accounts: String? { place.accounts }

  /// The catalogue for standard output, in the style of an option, or else in the usual one.
  var words: Catalogue {
    let words = console.catalogue.usual(atTerminal: isatty(STDOUT_FILENO) == 1)
    return style.map { words.styled($0) } ?? words
  }

  /// The accounts for a form, which creates their file or tables if they are missing.
  var store: any AccountStore { store(isMade: true) }

  /// The accounts for all other uses, which create nothing.
  var existingStore: any AccountStore { store(isMade: false) }

  private func store(isMade: Bool) -> any AccountStore {
    let store = place.makeStore(isMade: isMade)
    usedStores.withState { $0.append(store) }
    return store
  }

  /// Reports that the file of accounts will be created: its name may be mistyped.
  func announceNewFile() {
    guard let accounts, accounts.urlScheme == nil, isatty(STDIN_FILENO) == 1,
      isatty(STDERR_FILENO) == 1
    else { return }
    if access(accounts.systemCString, F_OK) != 0, errno == ENOENT {
      console.printError(.key("accounts.new", ["path": .path(accounts)]))
    }
  }

  /// Runs a command without a front end, and checks the one that an argument names.
  func reportingFailure(_ body: () throws -> Void) throws {
    try registration.reportingFailure {
      try frontEnds.check()
      try body()
    }
  }

  /// Chooses and loads the front end, and takes over the terminal.
  func makeHost(_ wakeUp: WakeUp) throws(ProgramFailure) -> FormHost {
    try frontEnds.makeHost(wakeUp, catalogue: console.catalogue)
  }

  /// Returns the command by which a script deletes the account of a name.
  func deletionHint(of username: String) -> Message {
    let name = username.spelledForShell
    let command =
      "registration\(place.spelledForShell) delete --as \(name) --password-file FILE --confirm \(name)"
    return .key("delete.unattended", ["command": .verbatim(command)])
  }
}

/// The place of the accounts: a file, a database or a service, by default the user's file.
struct AccountPlace {
  let accounts: String?
  private let caFile: String?

  init(_ accounts: String?, caFile: String?) { (self.accounts, self.caFile) = (accounts, caFile) }

  /// Whether a service has the accounts.
  var isService: Bool { accounts.map(ServiceAccountStore.isURL) ?? false }

  /// The time that a person waits for a completion: a file answers at once unless the machine is busy.
  var completionLimit: Duration {
    isService || accounts.map(PostgreSQLAccountStore.isURL) == true
      ? .milliseconds(500) : .seconds(5)
  }

  func makeStore(isMade: Bool) -> any AccountStore {
    if let accounts, isService {
      return ServiceAccountStore(
        url: accounts, caFile: caFile,
        operatorToken: Environment.value("REGISTRATION_OPERATOR_TOKEN"))
    }
    if let accounts, PostgreSQLAccountStore.isURL(accounts) {
      return PostgreSQLAccountStore(url: accounts, isMade: isMade)
    }
    return SQLiteAccountStore(path: accounts ?? SQLiteAccountStore.defaultPath(), isMade: isMade)
  }

  /// The options that name the place, as words of a shell.
  var spelledForShell: String {
    [("--accounts", accounts), ("--ca-file", caFile)].map { option, value in
      value.map { " \(option) \($0.spelledForShell)" } ?? ""
    }.joined()
  }
}

private let usedStores = Synchronized<[any AccountStore]>([])

/// Closes the accounts.
///
/// A closed file can be copied without the other files of SQLite.
func closeStores() {
  OperationExecutor.shared.settle(limit: ShutdownDeadline.left)
  for store in usedStores.withState({ $0 }) { store.close(limit: ShutdownDeadline.left) }
}

extension FormHost {
  /// Closes the accounts, and ends the process by a signal.
  func closeStoresAndEnd(with signal: CInt) -> Never {
    closeStores()
    end(with: signal)
  }
}

/// Runs a command, reports its error, and closes the accounts.
func reportingFailure(_ body: () throws -> Void) throws {
  defer { closeStores() }
  do {
    try body()
  } catch let status as ExitCode {
    throw status
  } catch {
    console.printError(for: error)
    let status = (error as? ProgramFailure)?.status ?? (error as? FormError)?.exitStatus
    throw ExitCode(status ?? ProgramFailure.failed)
  }
}

extension CompletionKind {
  /// The usernames that begin with the word, if they are found in time.
  ///
  /// The line may name any file as the accounts: usernames that no form accepts are left out.
  static var accounts: CompletionKind {
    .custom { words, _, beginning in
      let arguments = ProgramArguments(words)
      let place = AccountPlace(
        arguments.value(of: "--accounts"), caFile: arguments.value(of: "--ca-file"))
      let queries = Queries(store: place.makeStore(isMade: false))
      let names = OperationExecutor.wait(limit: place.completionLimit) {
        try? await queries.names(beginningWith: beginning)
      }
      return ((names ?? nil) ?? []).filter(RegistrationPolicy.usernameCharacters.allow)
    }
  }
}

extension String {
  /// The scheme of a URL, such as `postgresql`; `nil` if the text is the path of a file.
  fileprivate var urlScheme: String? {
    guard let range = firstRange(of: "://") else { return nil }
    let scheme = self[..<range.lowerBound]
    return scheme.allSatisfy { $0.isASCII && $0.isLetter } && !scheme.isEmpty ? "\(scheme)" : nil
  }

  /// The text as one word of a shell's command line.
  ///
  /// A byte that is not part of UTF-8 is quoted like `$'\xff'`.
  fileprivate var spelledForShell: String {
    unicodeScalars.map { scalar in
      let text = String(scalar)
      if !text.isSystemUTF8 { return "$'\(text.systemTextShown)'" }
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._-/+=:,@%".unicodeScalars.contains(scalar)
      return isPlain ? text : "\\\(text)"
    }.joined()
  }
}
