package import Accounts
package import FormworkCore
import Foundation
import GRDB

/// The statements of a file of accounts, in a transaction.
package struct SQLiteTransaction: AccountTransaction {
  /// The condition of the row of a name, in letters of either case.
  private static let named = "lower(username) = lower(CAST(? AS TEXT))"

  /// The condition of the row of a session.
  private static let ofSession = "rowid = ? AND credentials = ?"

  let db: Database
  let file: AccountFile

  // MARK: Policy

  package func policy(isLocked: Bool) throws -> RegistrationPolicy {
    try RegistrationPolicy(from: db)
  }

  package func save(_ policy: RegistrationPolicy) throws { try policy.save(in: db) }

  package func saveTerms(_ text: String?) throws {
    try RegistrationPolicy.saveTerms(text, in: db)
  }

  // MARK: Accounts

  package func isFree(_ username: String) throws -> Bool {
    try !db.exists(
      """
      account WHERE lower(username) = lower(CAST(?1 AS TEXT))
        UNION ALL SELECT 1 FROM reserved_name WHERE lower(name) = lower(CAST(?1 AS TEXT))
      """, [Data(username.normalForm.utf8)])
  }

  package func isTaken(_ username: String) throws -> Bool {
    try db.exists("account WHERE \(Self.named)", [Data(username.normalForm.utf8)])
  }

  package func previousTry(ofSubmission key: String) throws -> PreviousTry? {
    let row = try db.row(
      """
      SELECT CAST(username AS BLOB), ifnull(last_seen, 0) > 0, 0 FROM account
      WHERE submission = CAST(?1 AS TEXT)
      UNION ALL SELECT NULL, 0, 1 FROM deleted_submission WHERE submission = CAST(?1 AS TEXT)
      """, [Data(key.utf8)])
    guard let row else { return nil }
    if try row.decode(Bool.self, atIndex: 2) { return .deleted }
    return .registered(
      username: try row.text(at: 0), hasSignedIn: try row.decode(Bool.self, atIndex: 1))
  }

  package func account(named username: String) throws -> Account? {
    try db.row("\(StoredMember.selection) WHERE \(Self.named)", [Data(username.normalForm.utf8)])
      .map { try Account(from: $0, in: db) }
  }

  package func accounts(after username: String?, limit: Int) throws -> [Account] {
    let start = username == nil ? "" : "WHERE lower(username) > lower(CAST(?2 AS TEXT))"
    let statement = try db.cachedStatement(
      sql: "\(StoredMember.selection) \(start) ORDER BY lower(username) LIMIT ?1")
    let name = username.map { Data($0.normalForm.utf8) }
    let rows = try Row.fetchCursor(statement, arguments: name.map { [limit, $0] } ?? [limit])
    var accounts: [Account] = []
    while let row = try rows.next() {
      try Task.checkCancellation()
      accounts.append(try Account(from: row, in: db))
    }
    return accounts
  }

  package func count() throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM account") ?? 0
  }

  package func hasAccounts() throws -> Bool { try db.exists("account") }

  // MARK: Members

  package func member(named username: String) throws -> StoredMember? {
    try db.row("\(StoredMember.selection) WHERE \(Self.named)", [Data(username.normalForm.utf8)])
      .map { try StoredMember(from: $0, in: db) }
  }

  package func member(of session: AccountSession) throws -> StoredMember? {
    try db.row("\(StoredMember.selection) WHERE \(Self.ofSession)", session.arguments)
      .map { try StoredMember(from: $0, in: db) }
  }

  package func page(_ query: MemberQuery, for viewer: Viewer) throws -> MemberPage {
    try file.withPlaces(of: db) { try MemberWindow(query).page(for: viewer, in: db, &$0) }
  }

  package func save(
    _ profile: Profile, at time: Timestamp, of session: AccountSession
  ) throws {
    let texts = [profile.givenName, profile.familyName, profile.email].map { Data($0.utf8) }
    _ = try update(
      session,
      """
      given_name = CAST(? AS TEXT), family_name = CAST(? AS TEXT), email = CAST(? AS TEXT),
        last_changed = ?, profile_version = profile_version + 1
      """, StatementArguments(texts) + [time.milliseconds])
    try profile.contacts.save(in: db, ofAccountWhere: "rowid = ?", session.account)
  }

  package func delete(_ session: AccountSession) throws -> Bool {
    try db.execute(
      sql: """
        INSERT INTO deleted_submission
        SELECT submission, unixepoch() FROM account WHERE \(Self.ofSession)
        """, arguments: session.arguments)
    try db.execute(sql: "DELETE FROM account WHERE \(Self.ofSession)", arguments: session.arguments)
    guard db.changesCount == 1 else { return false }
    try db.execute(
      sql: "DELETE FROM deleted_submission WHERE deleted < unixepoch() - ?",
      arguments: [PreviousTry.days * 86_400])
    try KeptCount.change(by: -1, in: db)
    try db.execute(
      sql: """
        UPDATE account SET is_administrator = 1 WHERE id = (SELECT min(id) FROM account)
          AND NOT EXISTS (SELECT 1 FROM account WHERE is_administrator = 1)
        """)
    return true
  }

  package func preferences(of session: AccountSession) throws -> Preferences? {
    let row = try db.row(
      """
      SELECT CAST(sort_order AS BLOB), CAST(layout AS BLOB), CAST(style AS BLOB) FROM account
      WHERE \(Self.ofSession)
      """, session.arguments)
    guard let row else { return nil }
    let texts = try (0..<3).map { try row.text(at: $0) }
    return Preferences(
      order: MemberOrder(rawValue: texts[0]), layout: texts[1].isEmpty ? nil : texts[1],
      style: texts[2].isEmpty ? nil : texts[2])
  }

  package func save(_ preferences: Preferences, of session: AccountSession) throws -> Bool {
    let texts = [preferences.order?.rawValue, preferences.layout, preferences.style]
      .map { Data(($0 ?? "").utf8) }
    return try update(
      session, "sort_order = CAST(? AS TEXT), layout = CAST(? AS TEXT), style = CAST(? AS TEXT)",
      StatementArguments(texts))
  }

  // MARK: Passwords

  package func password(named username: String) throws -> StoredPassword? {
    try password(where: Self.named, [Data(username.normalForm.utf8)])
  }

  package func password(of session: AccountSession) throws -> StoredPassword? {
    try password(where: Self.ofSession, session.arguments)
  }

  private func password(
    where condition: String, _ values: StatementArguments
  ) throws -> StoredPassword? {
    let row = try db.row(
      """
      SELECT rowid, credentials, CAST(username AS BLOB), CAST(password_hash AS BLOB)
      FROM account WHERE \(condition)
      """, values)
    return try row.map { row in
      StoredPassword(
        session: AccountSession(
          account: try row.decode(Int64.self, atIndex: 0),
          credentials: try row.decode(Int64.self, atIndex: 1)),
        username: try row.text(at: 2), hash: try row.text(at: 3))
    }
  }

  package func savePassword(
    _ hash: String, credentials: Int64, of session: AccountSession
  ) throws -> Bool {
    try update(
      session, "password_hash = CAST(? AS TEXT), credentials = ?", [Data(hash.utf8), credentials])
  }

  package func saveVisit(
    at time: Timestamp, hash: String, of session: AccountSession
  ) throws -> Bool {
    try update(
      session, "last_seen = ?, password_hash = CAST(? AS TEXT)",
      [time.milliseconds, Data(hash.utf8)])
  }

  package func failureKey() throws -> FailureKey {
    let bytes = try Data.fetchOne(db.cachedStatement(sql: "SELECT bytes FROM failure_key"))
    guard let bytes, let key = FailureKey(Array(bytes)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return key
  }

  package func failures(at place: Int) throws -> SignInFailures {
    let row = try db.row(
      "SELECT failure_count, refused_count, failed_at FROM failed_sign_in WHERE place = ?",
      [place])
    return try row.map { row in
      SignInFailures(
        count: try row.decode(Int.self, atIndex: 0),
        refusedCount: try row.decode(Int.self, atIndex: 1),
        last: Timestamp(milliseconds: try row.decode(Int64.self, atIndex: 2)))
    } ?? SignInFailures()
  }

  package func save(_ failures: SignInFailures, at place: Int) throws {
    try db.execute(
      sql: "DELETE FROM failed_sign_in WHERE failed_at <= ?",
      arguments: [SignInFailures.forgotten(at: failures.last).milliseconds])
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO failed_sign_in (place, failure_count, refused_count, failed_at)
        VALUES (?, ?, ?, ?)
        """,
      arguments: [place, failures.count, failures.refusedCount, failures.last.milliseconds])
  }

  package func removeFailures(at place: Int) throws {
    try db.execute(sql: "DELETE FROM failed_sign_in WHERE place = ?", arguments: [place])
  }

  /// Changes the row of a session by assignments in SQL, and returns whether there was one.
  private func update(
    _ session: AccountSession, _ assignments: String, _ values: StatementArguments
  ) throws -> Bool {
    try db.execute(
      sql: "UPDATE account SET \(assignments) WHERE \(Self.ofSession)",
      arguments: values + session.arguments)
    return db.changesCount == 1
  }
}

extension SQLiteTransaction {
  package func save(_ registered: RegisteredAccount, isReplaced: Bool) throws {
    let account = registered.account
    let submission = Data(registered.submission.utf8)
    let texts = [
      account.username, account.givenName, account.familyName, account.email,
      registered.passwordHash,
    ].map { Data($0.utf8) }
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
        + [
          account.termsVersion, registered.time.milliseconds, AccountSession.freshCredentials,
          submission,
        ])
    guard db.changesCount == 1 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    try account.contacts.save(
      in: db, ofAccountWhere: "submission = CAST(? AS TEXT)", submission)
  }
}

extension StoredMember {
  /// The query of all rows.
  static let selection = """
    SELECT CAST(username AS BLOB), CAST(given_name AS BLOB), CAST(family_name AS BLOB),
      CAST(email AS BLOB), terms_version, rowid, is_administrator, created, last_seen,
      last_changed, profile_version,
      EXISTS (SELECT 1 FROM contact WHERE contact.account = account.rowid)
    FROM account
    """

  /// Reads a row of the selection with its contacts.
  init(from row: Row, in db: Database) throws {
    let record = Member.Record(
      isAdministrator: try row.decode(Int.self, atIndex: 6) != 0, created: try row.time(at: 7),
      lastSeen: try row.time(at: 8), lastChanged: try row.time(at: 9),
      version: try row.decode(Int.self, atIndex: 10))
    self.init(
      id: try row.decode(Int64.self, atIndex: 5), account: try Account(from: row, in: db),
      record: record)
  }
}

extension Account {
  /// Reads a row of the selection with its contacts.
  fileprivate init(from row: Row, in db: Database) throws {
    // Most accounts have no contacts, and need no second query.
    let hasContacts = try row.decode(Bool.self, atIndex: 11)
    let id = try row.decode(Int64.self, atIndex: 5)
    self.init(
      username: try row.text(at: 0), givenName: try row.text(at: 1),
      familyName: try row.text(at: 2), email: try row.text(at: 3),
      contacts: hasContacts ? try Contact.all(of: id, in: db) : [],
      termsVersion: try row.decode(Int?.self, atIndex: 4))
  }
}

extension AccountSession {
  fileprivate var arguments: StatementArguments { [account, credentials] }
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
  fileprivate func time(at index: Int) throws -> Timestamp? {
    let milliseconds = try decode(Int64.self, atIndex: index)
    return milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds)
  }
}

extension [Contact] {
  /// Replaces the contacts of the one account for which a condition is true.
  ///
  /// A new account may find old contacts, if an account was deleted by hand without SQLite's foreign keys.
  /// Without contacts, nothing is written: SQLite would refuse that if the accounts have lost their key.
  func save(
    in db: Database, ofAccountWhere condition: String, _ value: any DatabaseValueConvertible
  ) throws {
    let previous = "account IN (SELECT rowid FROM account WHERE \(condition))"
    if try db.exists("contact WHERE \(previous)", [value]) {
      try db.execute(sql: "DELETE FROM contact WHERE \(previous)", arguments: [value])
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
