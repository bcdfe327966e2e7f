import FormworkCore
import Accounts
import Foundation
import GRDB

/// A row of the table of accounts with its contacts.
struct StoredMember {
  /// The condition of the row of a name, in letters of either case.
  static let named = "lower(username) = lower(CAST(? AS TEXT))"

  /// The query of all rows.
  static let selection = """
    SELECT CAST(username AS BLOB), CAST(given_name AS BLOB), CAST(family_name AS BLOB),
      CAST(email AS BLOB), terms_version, rowid, is_administrator, created, last_seen,
      last_changed, profile_version,
      EXISTS (SELECT 1 FROM contact WHERE contact.account = account.rowid)
    FROM account
    """

  let id: Int64
  let account: Account
  let record: Member.Record

  init(from row: Row, in db: Database) throws {
    id = try row.decode(Int64.self, atIndex: 5)
    account = try Account(from: row, in: db)
    record = Member.Record(
      isAdministrator: try row.decode(Int.self, atIndex: 6) != 0, created: try row.moment(at: 7),
      lastSeen: try row.moment(at: 8), lastChanged: try row.moment(at: 9),
      version: try row.decode(Int.self, atIndex: 10))
  }

  /// Reads the account of a session.
  init(of session: AccountSession, in db: Database) throws {
    let row = try db.row(
      "\(Self.selection) WHERE \(AccountSession.condition)", session.arguments)
    guard let row else { throw AccountStoreError.sessionEnded }
    try self.init(from: row, in: db)
  }

  /// Reads the account of a name, if any.
  init?(named username: String, in db: Database) throws {
    let row = try db.row(
      "\(Self.selection) WHERE \(Self.named)", [Data(username.normalForm.utf8)])
    guard let row else { return nil }
    try self.init(from: row, in: db)
  }

  /// The owner as a reader of members.
  var viewer: Viewer { Viewer(id, isAdministrator: record.isAdministrator) }

  func member(for viewer: Viewer) -> Member { viewer.view(of: account, id: id, record) }
}

extension Viewer {
  /// Returns the reader of a session, or of none.
  init(_ session: AccountSession?, in db: Database) throws {
    self = try session.map { try StoredMember(of: $0, in: db).viewer } ?? .stranger
  }
}

extension AccountSession {
  /// The condition of the session's row in the table of accounts.
  static let condition = "rowid = ? AND credentials = ?"

  var arguments: StatementArguments { [account, credentials] }

  /// Changes the session's row by assignments in SQL.
  func update(
    _ assignments: String, _ values: StatementArguments, in db: Database
  ) throws {
    try db.execute(
      sql: "UPDATE account SET \(assignments) WHERE \(Self.condition)",
      arguments: values + arguments)
    guard db.changesCount == 1 else { throw AccountStoreError.sessionEnded }
  }
}

extension Contact {
  /// Reads the contacts of an account, in its owner's order.
  fileprivate static func all(of account: Int64, in db: Database) throws -> [Contact] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(kind AS BLOB), CAST(address AS BLOB), is_public FROM contact
        WHERE account = ? ORDER BY place
        """)
    return try Row.fetchAll(statement, arguments: [account]).map { row in
      guard let kind = Kind(rawValue: try row.text(at: 0)) else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
      return Contact(
        kind: kind, address: try row.text(at: 1),
        isPublic: try row.decode(Int.self, atIndex: 2) != 0)
    }
  }
}

extension Database {
  /// Returns the first row of a query, whose statement is kept for the next time.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns whether there is a row of a table with a condition.
  func exists(_ rows: String, _ arguments: StatementArguments = []) throws -> Bool {
    try Bool.fetchOne(
      cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(rows))"), arguments: arguments) == true
  }
}

extension Row {
  /// Returns the time in a column; `nil` for 0.
  fileprivate func moment(at index: Int) throws -> Timestamp? {
    let milliseconds = try decode(Int64.self, atIndex: index)
    return milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds)
  }
}

extension Account {
  /// Reads a row of the selection with its contacts.
  init(from row: Row, in db: Database) throws {
    // Most accounts have none.
    let hasContacts = try row.decode(Bool.self, atIndex: 11)
    let id = try row.decode(Int64.self, atIndex: 5)
    self.init(
      username: try row.text(at: 0), givenName: try row.text(at: 1),
      familyName: try row.text(at: 2), email: try row.text(at: 3),
      contacts: hasContacts ? try Contact.all(of: id, in: db) : [],
      termsVersion: try row.decode(Int?.self, atIndex: 4))
  }

  /// Writes a new account, or replaces the one of an earlier try of the submission.
  ///
  /// The first account is the administrator's.
  func save(
    in db: Database, replacing isReplaced: Bool, passwordHash: String, submission: Data,
    at moment: Timestamp
  ) throws {
    let texts = [username, givenName, familyName, email, passwordHash].map { Data($0.utf8) }
    let columns = """
      username, given_name, family_name, email, password_hash, terms_version, last_changed,
        credentials, submission
      """
    let values = """
      CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS TEXT), ?6,
        ?7, ?8, CAST(?9 AS TEXT)
      """
    if !isReplaced { try KeptCount.change(by: 1, in: db) }
    let statement = try db.cachedStatement(
      sql: isReplaced
        ? """
        UPDATE account SET (\(columns)) = (\(values)), profile_version = profile_version + 1
        WHERE submission = CAST(?9 AS TEXT)
        """
        : """
        INSERT INTO account (\(columns), created, is_administrator)
        VALUES (\(values), ?7, NOT EXISTS (SELECT 1 FROM account))
        """)
    try statement.execute(
      arguments: StatementArguments(texts)
        + [termsVersion, moment.milliseconds, AccountSession.freshCredentials, submission])
    guard db.changesCount == 1 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
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
