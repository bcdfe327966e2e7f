import Accounts
import Foundation
import GRDB

extension RegistrationPolicy {
  /// Reads the policy.
  init(from db: Database) throws {
    let row = try db.row(
      """
      SELECT is_open, username_minimum, username_maximum, password_minimum, password_maximum,
        terms_version, CAST(text AS BLOB)
      FROM policy LEFT JOIN terms ON version = terms_version
      """)
    guard let row else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    self.init(
      isOpen: try row.decode(Int.self, atIndex: 0) != 0,
      usernameLength: try row.length(from: 1, to: 2),
      passwordLength: try row.length(from: 3, to: 4),
      reservedNames: try Row.fetchAll(
        try db.cachedStatement(
          sql: "SELECT CAST(name AS BLOB) FROM reserved_name ORDER BY position")
      ).map { try $0.text(at: 0) },
      terms: try row.terms(version: 5, text: 6))
  }

  /// Replaces the policy, except its terms.
  func save(in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO policy (id, is_open, username_minimum, username_maximum, password_minimum,
          password_maximum)
        VALUES (1, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET is_open = excluded.is_open,
          username_minimum = excluded.username_minimum,
          username_maximum = excluded.username_maximum,
          password_minimum = excluded.password_minimum,
          password_maximum = excluded.password_maximum
        """,
      arguments: [
        isOpen, usernameLength.lowerBound, usernameLength.upperBound, passwordLength.lowerBound,
        passwordLength.upperBound,
      ])
    try db.execute(sql: "DELETE FROM reserved_name")
    for name in reservedNames {
      try db.execute(
        sql: "INSERT INTO reserved_name (name) VALUES (CAST(? AS TEXT))",
        arguments: [Data(name.normalForm.utf8)])
    }
  }

  /// Writes the terms: a text gets the next version.
  static func saveTerms(_ text: String?, in db: Database) throws {
    if let text {
      try db.execute(
        sql: "INSERT INTO terms (text) VALUES (CAST(? AS TEXT))", arguments: [Data(text.utf8)])
    }
    try db.execute(
      sql: "UPDATE policy SET terms_version = ?",
      arguments: [text == nil ? nil : db.lastInsertedRowID])
  }
}

extension Row {
  /// Returns the text of a blob; empty for NULL, with U+FFFD for what is not UTF-8.
  func text(at index: Int) throws -> String {
    String(decoding: try decode(Data?.self, atIndex: index) ?? Data(), as: UTF8.self)
  }

  /// Returns the terms of a version and its text.
  fileprivate func terms(version: Int, text: Int) throws -> Terms? {
    guard let number = try decode(Int?.self, atIndex: version) else { return nil }
    guard number > 0, try decode(Data?.self, atIndex: text) != nil else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return Terms(version: number, text: try self.text(at: text))
  }

  /// Returns two columns as a range of lengths.
  fileprivate func length(from first: Int, to last: Int) throws -> ClosedRange<Int> {
    let (lower, upper) = (try decode(Int.self, atIndex: first), try decode(Int.self, atIndex: last))
    guard 0 <= lower, lower <= upper else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return lower...upper
  }
}
