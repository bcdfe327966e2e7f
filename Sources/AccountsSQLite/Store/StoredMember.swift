import FormworkCore
import Accounts
import Foundation
import GRDB

/// A row of ``AccountEntry/selection``.
struct StoredMember {
  let id: Int64
  let account: Account
  let record: Member.Record

  /// Reads a row with its contacts.
  init(from row: Row, in db: Database) throws {
    account = try Account(from: row, in: db)
    id = try row.decode(Int64.self, atIndex: 5)
    record = Member.Record(
      isAdministrator: try row.decode(Int.self, atIndex: 6) != 0, created: try row.moment(at: 7),
      lastSeen: try row.moment(at: 8), lastChanged: try row.moment(at: 9),
      version: try row.decode(Int.self, atIndex: 10))
  }

  /// Reads the account of a session.
  ///
  /// - Throws: ``AccountStoreError/sessionEnded``.
  init(of session: AccountSession, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "\(AccountEntry.selection) WHERE \(AccountSession.condition)")
    let row = try Row.fetchOne(statement, arguments: session.arguments)
    guard let row else { throw AccountStoreError.sessionEnded }
    try self.init(from: row, in: db)
  }

  /// Reads the account of a name, if any.
  init?(named username: String, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "\(AccountEntry.selection) WHERE lower(username) = lower(CAST(? AS TEXT))")
    let row = try Row.fetchOne(statement, arguments: [Data(username.normalForm.utf8)])
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

  /// Changes the session's row.
  ///
  /// - Parameters:
  ///   - assignments: The assignments in SQL.
  ///   - values: Their arguments.
  ///   - db: The file, in a transaction.
  /// - Throws: ``AccountStoreError/sessionEnded``.
  func update(
    _ assignments: String, _ values: StatementArguments, in db: Database
  ) throws {
    try db.execute(
      sql: "UPDATE account SET \(assignments) WHERE \(Self.condition)",
      arguments: values + arguments)
    guard db.changesCount == 1 else { throw AccountStoreError.sessionEnded }
  }
}

extension Row {
  /// Returns the time in a column; `nil` for 0.
  fileprivate func moment(at index: Int) throws -> Timestamp? {
    let milliseconds = try decode(Int64.self, atIndex: index)
    return milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds)
  }
}
