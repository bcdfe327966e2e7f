import Accounts
import Foundation
import GRDB

/// A row of the table of accounts, as it is to be written.
struct AccountEntry: Sendable {
  /// Reads what makes an `Account`.
  static let selection = """
    SELECT CAST(username AS BLOB), CAST(given_name AS BLOB), CAST(family_name AS BLOB),
      CAST(email AS BLOB), terms_version
    FROM account
    """

  private let username: Data
  private let others: [Data]
  private let termsVersion: Int?
  private let submission: Data

  init(_ account: Account, passwordHash: String, submission: String) {
    username = Data(account.username.utf8)
    others = [account.givenName, account.familyName, account.email, passwordHash]
      .map { Data($0.utf8) }
    termsVersion = account.termsVersion
    self.submission = Data(submission.utf8)
  }

  private var arguments: StatementArguments {
    StatementArguments([username] + others) + [termsVersion, submission]
  }

  /// The name of the account that an earlier try of the same submission has made, if there is one.
  func formerName(in db: Database) throws -> UsernameKey? {
    let statement = try db.cachedStatement(
      sql: "SELECT CAST(username AS BLOB) FROM account WHERE submission = CAST(? AS TEXT)")
    return try Row.fetchOne(statement, arguments: [submission]).map {
      UsernameKey(try $0.text(at: 0))
    }
  }

  /// Whether there is an account of the name.
  func isTaken(in db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM account WHERE lower(username) = lower(CAST(? AS TEXT)))")
    return try Bool.fetchOne(statement, arguments: [username]) == true
  }

  func insert(in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO account (username, given_name, family_name, email, password_hash,
          terms_version, submission)
        VALUES (CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),
          CAST(? AS TEXT), ?, CAST(? AS TEXT))
        """)
    try statement.execute(arguments: arguments)
  }

  /// Takes the place of what the earlier try has left.
  func replaceFormer(in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE account SET username = CAST(? AS TEXT), given_name = CAST(? AS TEXT),
          family_name = CAST(? AS TEXT), email = CAST(? AS TEXT),
          password_hash = CAST(? AS TEXT), terms_version = ?
        WHERE submission = CAST(? AS TEXT)
        """,
      arguments: arguments)
  }
}

extension Account {
  /// Reads a row of ``AccountEntry/selection``.
  init(from row: Row) throws {
    self.init(
      username: try row.text(at: 0), givenName: try row.text(at: 1),
      familyName: try row.text(at: 2), email: try row.text(at: 3),
      termsVersion: try row.decode(Int?.self, atIndex: 4))
  }
}
