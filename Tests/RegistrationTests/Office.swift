import Accounts
import AccountsSQLite
import TestSupport

/// A file of accounts of its own, and the program at work on it.
struct Office {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A password that the standard policy takes.
  static let password = "correct horse battery staple"

  /// What is said where a form came to nothing, and no draft of it is kept.
  static let noAccount = "No account was made.\n"

  /// What is said where a form came to nothing, and a draft of it is kept.
  static let noAccountButDraft =
    "No account was made. What was entered is kept for another time, but for the passwords."

  var accounts: String { path(of: "accounts.sqlite") }

  var store: SQLiteAccountStore { SQLiteAccountStore(path: accounts) }

  /// Makes the file of accounts, empty, as the first form would.
  func makeAccounts() async throws { _ = try await store.count() }

  func path(of name: String) -> String { directory.path(of: name) }

  /// What the program finds in its environment, with a home of its own.
  var homeEnvironment: [String: String] {
    Child.environment.merging(["HOME": directory.path, "FORMWORK_FRONT_END": "plain"]) { $1 }
  }

  /// The program with its arguments.
  func command(_ arguments: [String], program: String? = nil) throws -> [String] {
    let program = try program ?? Program.path(named: "registration")
    let isolation = Program.isolation.map { ["--isolate", $0] } ?? []
    return [program, "--accounts", accounts] + isolation + arguments
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Child.Outcome {
    try Child.run(
      command(arguments), environment: Child.environment.merging(environment) { $1 },
      input: input)
  }

  /// The file of a password, for `--password-file`.
  func passwordFile(_ password: String = Office.password) throws -> String {
    try directory.write(password + "\n", to: "password")
  }

  /// What the owner of an account is shown of it, but for what differs with the time.
  func details(of name: String) throws -> String {
    try run("show", name, "--as", name, "--password-file", passwordFile()).outputText
      .replacing(/(?:Member since|Last seen|Last changed): .*\n/, with: "")
  }

  /// Starts the program on a terminal.
  func terminal(
    program: String? = nil, _ arguments: String..., kind: String = "xterm",
    frontEnd: String = "plain"
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command(arguments, program: program), environment: environment(kind: kind, frontEnd: frontEnd)
    )
  }

  /// Starts the program on a terminal whose screen can be looked at.
  func screen(_ arguments: String..., frontEnd: String = "plain") throws -> Screen {
    try Screen(command(arguments), environment: environment(kind: nil, frontEnd: frontEnd))
  }

  /// The environment of a person.
  ///
  /// An empty front end is the one that fits.
  private func environment(kind: String?, frontEnd: String) -> [String: String] {
    var environment = Child.environment
    environment["TERM"] = kind
    environment["FORMWORK_FRONT_END"] = frontEnd
    return environment
  }

  /// What was shown, but for what is said after a second of waiting: that the machine is slow.
  static func withoutWaiting(_ lines: [String]) -> [String] {
    let waiting = ["Registration: Loading", "Registration: Submitting", "Username: checking"]
    return lines.filter { line in !waiting.contains { line.hasPrefix($0) } }
  }

  /// Lines for each field of the form, in order; `acceptTerms` where there are terms.
  static func lines(
    username: String = "ann", givenName: String = "Ann", familyName: String = "Lee",
    email: String = "ann@example.org", password: String = Office.password,
    passwordAgain: String? = nil, acceptTerms: String? = nil
  ) -> String {
    ([username, givenName, familyName, email, password, passwordAgain ?? password]
      + [acceptTerms].compactMap(\.self)).map { $0 + "\n" }.joined()
  }
}
