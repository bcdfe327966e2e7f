import Accounts
import AccountsSQLite
import TestSupport

/// A separate file of accounts, and the program.
struct Office {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A password that the standard policy accepts.
  static let password = "correct horse battery staple"

  /// The message after a form without a result and without a draft.
  static let noAccount = "No account was made.\n"

  /// The message after a form without a result, but with a draft.
  static let noAccountButDraft =
    "No account was made. What was entered is kept for another time, except the passwords."

  var accounts: String { path(of: "accounts.sqlite") }

  var store: SQLiteAccountStore { SQLiteAccountStore(path: accounts) }

  /// Creates the empty file of accounts, as the first form would.
  func makeAccounts() async throws { _ = try await store.count() }

  func path(of name: String) -> String { directory.path(of: name) }

  var homeEnvironment: [String: String] {
    Child.environment.merging(["HOME": directory.path, "FORMWORK_FRONT_END": "plain"]) { $1 }
  }

  func command(_ arguments: [String], program: String? = nil) throws -> [String] {
    let program = try program ?? Program.path(named: "registration")
    let isolation = Program.isolation.map { ["--isolate", $0] } ?? []
    return [program, "--accounts", accounts] + isolation + arguments
  }

  /// Runs the program until it ends.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Child.Outcome {
    try Child.run(
      command(arguments), environment: Child.environment.merging(environment) { $1 },
      input: input)
  }

  func passwordFile(_ password: String = Office.password) throws -> String {
    try directory.write(password + "\n", to: "password")
  }

  /// Returns the details of an account as its owner sees them, without times.
  func details(of name: String) throws -> String {
    try run("show", name, "--as", name, "--password-file", passwordFile()).outputText
      .replacing(/(?:Member since|Last seen|Last changed): .*\n/, with: "")
  }

  func terminal(
    program: String? = nil, _ arguments: String..., kind: String = "xterm",
    frontEnd: String = "plain"
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command(arguments, program: program), environment: environment(kind: kind, frontEnd: frontEnd)
    )
  }

  /// Starts the program on a terminal with a visible screen.
  func screen(_ arguments: String..., frontEnd: String = "plain") throws -> Screen {
    try Screen(command(arguments), environment: environment(kind: nil, frontEnd: frontEnd))
  }

  /// Returns a user's environment, in which an empty front end means the default one.
  private func environment(kind: String?, frontEnd: String) -> [String: String] {
    var environment = Child.environment
    environment["TERM"] = kind
    environment["FORMWORK_FRONT_END"] = frontEnd
    return environment
  }

  /// Removes the message about a slow machine, which appears after a second.
  static func withoutWaiting(_ lines: [String]) -> [String] {
    let waiting = ["Registration: Loading", "Registration: Submitting", "Username: checking"]
    return lines.filter { line in !waiting.contains { line.hasPrefix($0) } }
  }

  /// Returns a line for each field of the form, in order, with `acceptTerms` if there are terms.
  static func lines(
    username: String = "ann", givenName: String = "Ann", familyName: String = "Lee",
    email: String = "ann@example.org", password: String = Office.password,
    passwordAgain: String? = nil, acceptTerms: String? = nil
  ) -> String {
    ([username, givenName, familyName, email, password, passwordAgain ?? password]
      + [acceptTerms].compactMap(\.self)).map { $0 + "\n" }.joined()
  }
}
