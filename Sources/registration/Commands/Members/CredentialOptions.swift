import Accounts
import ArgumentParser
import FormworkCore
import FormworkHost
import FormworkSession
import Glibc

/// The account of a command, and the source of its password, which is never an argument.
struct CredentialOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Sign in with this account; a terminal asks for the password, unless a file or a descriptor has it.",
      valueName: "name"), completion: .accounts)
  var username: String?

  @Option(
    help: ArgumentHelp(
      "The password: a file of one line that is yours alone, or - for standard input.",
      valueName: "file"), completion: .file())
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "The password: one line, from a descriptor that the program is started with.",
      valueName: "number"))
  var passwordFd: CInt?

  func validate() throws {
    let option = try PasswordSource.option(
      "--password", file: passwordFile, descriptor: passwordFd)
    if let option { try require(for: option) }
  }

  func require(for option: String) throws(ValidationError) {
    guard username == nil else { return }
    throw ValidationError(
      console.catalogue.text(for: .key("usage.needsAs", ["option": .verbatim(option)])))
  }
}

/// A command that may sign in.
protocol MemberCommand: AccountsCommand {
  var credentialOptions: CredentialOptions { get }
}

extension MemberCommand {
  var credentials: Credentials { Credentials(options: options, given: credentialOptions) }
}

/// The account of a command, with the options of every command.
struct Credentials {
  let options: SharedOptions
  let given: CredentialOptions

  var username: String? { given.username }

  /// Returns the password; `nil` if it has to be typed.
  func readPassword() throws(ProgramFailure) -> Secret? {
    try PasswordSource(file: given.passwordFile, descriptor: given.passwordFd)?.read()
  }

  /// Signs in without asking; `nil` if no name was given, or the password has to be typed.
  func signInUnasked(
    at store: any AccountStore
  ) throws -> (owner: SignedIn, password: Secret)? {
    guard let username, let password = try readPassword() else { return nil }
    return (try Self.signIn(username, password: password, at: store), password)
  }

  static func signIn(
    _ username: String, password: Secret, at store: any AccountStore
  ) throws -> SignedIn {
    try ask {
      switch try await store.signIn(username, password: password) {
      case .signedIn(let session, let member): return SignedIn(session: session, member: member)
      case .refused: throw ProgramFailure(.key("signIn.refused"))
      case .held(.wrongPasswords(let duration)):
        throw ProgramFailure(.key("signIn.wait", count: duration.wholeSeconds))
      case .held(.openTries(let duration)):
        throw ProgramFailure(.key("signIn.openTries", count: duration.wholeSeconds))
      }
    }
  }

  /// Signs in if an account is named; a terminal asks for the password if no option has it.
  func signIn(
    at store: any AccountStore, otherwise outcome: Message? = nil
  ) throws -> SignedIn? {
    guard username != nil else { return nil }
    if let owner = try signInUnasked(at: store)?.owner { return owner }
    try requireTerminal()
    let wakeUp = try WakeUp()
    let host = try options.makeHost(wakeUp)
    var found: SignedIn?
    let endReason = host.run(
      screen(at: store, wakeUp) {
        found = $0.signedIn
        return .pop(nil)
      })
    if let found, endReason == .finished { return found }
    if let outcome { console.printError(outcome) }
    if case .interrupted(let signal) = endReason { host.closeStoresAndEnd(with: signal) }
    throw ExitCode(endReason == .finished ? 130 : ProgramFailure.failed)
  }

  /// Asks an existing store as the member whom an option names, or without signing in.
  func withSession(_ body: (any AccountStore, AccountSession?) throws -> Void) throws {
    try options.reportingFailure {
      let store = options.existingStore
      try body(store, signIn(at: store)?.session)
    }
  }

  /// Creates the screen of the form that asks for the password, and for the name if no option has it.
  func screen(
    at store: any AccountStore, _ wakeUp: WakeUp, arrived: @escaping (Arrival) -> Navigation
  ) -> any Screen {
    SignInOperations(store: store, username: username).screen(
      "signin", FormResultRecorder { $0.receipt.map(arrived) ?? .pop(nil) }, wakeUp: wakeUp)
  }

  /// Checks whether a person can be asked.
  func requireTerminal() throws(ProgramFailure) {
    guard isatty(STDIN_FILENO) == 0 else { return }
    throw ProgramFailure(
      usage: username == nil ? .key("signIn.missingName") : .key("signIn.missingPassword"))
  }
}
