import FormworkCore
import Accounts
import Foundation
import GRDB

/// A row of the table of accounts with its contacts, to be written.
struct AccountEntry: Sendable {
  private let username: Data
  private let others: [Data]
  private let termsVersion: Int?
  private let contacts: [Contact]
  private let submission: Data
  private let moment: Timestamp

  init(_ account: Account, passwordHash: String, submission: String, at moment: Timestamp) {
    username = Data(account.username.utf8)
    others = [account.givenName, account.familyName, account.email, passwordHash]
      .map { Data($0.utf8) }
    termsVersion = account.termsVersion
    contacts = account.contacts
    self.submission = Data(submission.utf8)
    self.moment = moment
  }

  private var arguments: StatementArguments {
    StatementArguments([username] + others)
      + [termsVersion, moment.milliseconds, AccountSession.freshCredentials, submission]
  }

  /// Returns the name that an earlier try of the submission has stored, if any.
  func formerName(in db: Database) throws -> UsernameKey? {
    let row = try db.row(
      "SELECT CAST(username AS BLOB) FROM account WHERE submission = CAST(? AS TEXT)",
      [submission])
    return try row.map { UsernameKey(try $0.text(at: 0)) }
  }

  /// Returns whether there is an account of the name.
  func isTaken(in db: Database) throws -> Bool {
    try db.exists("account WHERE \(StoredMember.named)", [username])
  }

  /// The first account is the administrator's.
  func insert(in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO account (username, given_name, family_name, email, password_hash,
          terms_version, created, last_changed, credentials, submission, is_administrator)
        VALUES (CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT),
          CAST(?5 AS TEXT), ?6, ?7, ?7, ?8, CAST(?9 AS TEXT),
          NOT EXISTS (SELECT 1 FROM account))
        """)
    try KeptCount.change(by: 1, in: db)
    try statement.execute(arguments: arguments)
  }

  /// Replaces the account of the earlier try.
  func replaceFormer(in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE account SET username = CAST(? AS TEXT), given_name = CAST(? AS TEXT),
          family_name = CAST(? AS TEXT), email = CAST(? AS TEXT),
          password_hash = CAST(? AS TEXT), terms_version = ?, last_changed = ?, credentials = ?,
          profile_version = profile_version + 1
        WHERE submission = CAST(? AS TEXT)
        """,
      arguments: arguments)
  }

  /// Writes the contacts of the stored account.
  func saveContacts(in db: Database) throws {
    try contacts.save(in: db, ofAccountWhere: "submission = CAST(? AS TEXT)", submission)
  }
}

extension [Contact] {
  /// Replaces the contacts of the one account for which a condition is true.
  ///
  /// A new account may have old ones, if an account was deleted by hand without SQLite's foreign keys.
  /// Without contacts nothing is written, which SQLite refuses if the accounts have lost their key.
  func save(
    in db: Database, ofAccountWhere condition: String, _ value: any DatabaseValueConvertible
  ) throws {
    let former = "account IN (SELECT rowid FROM account WHERE \(condition))"
    if try db.exists("contact WHERE \(former)", [value]) {
      try db.execute(sql: "DELETE FROM contact WHERE \(former)", arguments: [value])
    }
    for (place, contact) in enumerated() {
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO contact (account, place, kind, address, is_public)
          SELECT rowid, ?, ?, CAST(? AS TEXT), ? FROM account WHERE \(condition)
          """)
      try statement.execute(
        arguments: [
          place, contact.kind.rawValue, Data(contact.address.utf8), contact.isPublic, value,
        ])
      guard db.changesCount == 1 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }
  }
}
