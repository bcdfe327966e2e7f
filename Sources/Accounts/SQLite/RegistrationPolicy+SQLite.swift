import Foundation
import GRDB

extension RegistrationPolicy {
  /// Reads the policy.
  ///
  /// - Throws: `SQLITE_CORRUPT`, where there is none or it makes no sense.
  init(from db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT is_open, username_minimum, username_maximum, password_minimum, password_maximum
        FROM policy
        """)
    let row = try Row.fetchOne(statement)
    guard let row else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    self.init(
      isOpen: try row.decode(Int.self, atIndex: 0) != 0,
      usernameLength: try row.length(from: 1, to: 2),
      passwordLength: try row.length(from: 3, to: 4),
      reservedNames: try Row.fetchAll(
        try db.cachedStatement(
          sql: "SELECT CAST(name AS BLOB) FROM reserved_name ORDER BY position")
      ).map { try $0.text(at: 0) })
  }

  /// Writes the policy in place of the one that is there.
  func save(in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO policy VALUES (1, ?, ?, ?, ?, ?)",
      arguments: [
        isOpen, usernameLength.lowerBound, usernameLength.upperBound, passwordLength.lowerBound,
        passwordLength.upperBound,
      ])
    try db.execute(sql: "DELETE FROM reserved_name")
    for name in reservedNames {
      try db.execute(
        sql: "INSERT INTO reserved_name (name) VALUES (CAST(? AS TEXT))",
        arguments: [Data(name.utf8)])
    }
  }
}

extension Row {
  /// The text of a column that was selected as a blob; empty for NULL, U+FFFD for what is no UTF-8.
  func text(at index: Int) throws -> String {
    String(decoding: try decode(Data?.self, atIndex: index) ?? Data(), as: UTF8.self)
  }

  /// Two columns as a range of lengths.
  fileprivate func length(from first: Int, to last: Int) throws -> ClosedRange<Int> {
    let (lower, upper) = (try decode(Int.self, atIndex: first), try decode(Int.self, atIndex: last))
    guard 0 <= lower, lower <= upper else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return lower...upper
  }
}
