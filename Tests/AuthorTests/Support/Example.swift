import Accounts
import AccountsSQLite
import TestSupport

/// An example, built and installed as on its page.
enum Example: String, CaseIterable, Sendable {
  case c = "example-c"
  case swift = "example-swift"

  /// The example in C, built for a later minor version of the contract.
  case later = "example-later"

  /// The examples of the page.
  static let allCases: [Example] = [.c, .swift]

  /// A password that the standard policy accepts.
  static let password = "correct horse battery staple"

  /// Runs the registration form on a terminal.
  func registration(
    in home: TemporaryDirectory, _ arguments: [String] = ["register", "--no-drafts"],
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try terminal(
      "registration", ["--accounts", home.path(of: "accounts.sqlite")] + arguments, home,
      environment)
  }

  /// Returns the accounts that the registration form creates.
  func accounts(in home: TemporaryDirectory) -> SQLiteAccountStore {
    SQLiteAccountStore(path: home.path(of: "accounts.sqlite"))
  }

  /// Runs the form with every kind of field on a terminal.
  func trip(in home: TemporaryDirectory) throws -> PseudoTerminal {
    try terminal("FormFixture", [rawValue], home)
  }

  private func terminal(
    _ program: String, _ arguments: [String], _ home: TemporaryDirectory,
    _ environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let own = ["HOME": home.path, "FORMWORK_FRONT_END": rawValue]
    return try PseudoTerminal(
      [Workshop.current.program(program)] + arguments,
      environment: Child.environment.merging(own) { $1 }.merging(environment) { $1 })
  }
}
