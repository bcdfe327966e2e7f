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

  /// What an earlier try of the same submission has left.
  enum Precedent {
    case none
    /// An account of the name that the entry has.
    case sameName
    case otherName
  }

  /// The bytes of the username.
  let username: Data
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

  func precedent(in db: Database) throws -> Precedent {
    let statement = try db.cachedStatement(
      sql: """
        SELECT lower(username) IS lower(CAST(? AS TEXT)) FROM account
        WHERE submission = CAST(? AS TEXT)
        """)
    let row = try Row.fetchOne(statement, arguments: [username, submission])
    guard let row else { return .none }
    return try row.decode(Bool.self, atIndex: 0) ? .sameName : .otherName
  }

  /// - Returns: Whether it was stored; not where the name is another account's.
  func insert(in db: Database) throws -> Bool {
    try isUnique {
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO account (username, given_name, family_name, email, password_hash,
            terms_version, submission)
          VALUES (CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),
            CAST(? AS TEXT), ?, CAST(? AS TEXT))
          """)
      try statement.execute(arguments: arguments)
    }
  }

  /// Takes the place of what the earlier try has left.
  ///
  /// - Returns: Whether it was stored; not where the name is another account's.
  func replacePrecedent(in db: Database) throws -> Bool {
    try isUnique {
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

  /// Writes, and lets the index of names judge; any other index's verdict is an error.
  private func isUnique(_ write: () throws -> Void) throws -> Bool {
    do {
      try write()
      return true
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      && error.message?.contains("'\(AccountSchema.nameIndex)'") == true
    {
      return false
    }
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
