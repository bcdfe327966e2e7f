import Accounts
import FormworkCore
import Foundation
import GRDB

extension SignInFailures {
  /// Changes the failures of a name, with an account or without one, in a transaction.
  static func change<Result>(
    for username: String, in db: Database, _ change: (inout SignInFailures) -> Result
  ) throws -> Result {
    let bucket = try bucket(of: username, in: db)
    let row = try db.row(
      "SELECT failure_count, refused_count, failed_at FROM failed_sign_in WHERE bucket = ?",
      [bucket])
    let former =
      try row.map { row in
        SignInFailures(
          count: try row.decode(Int.self, atIndex: 0),
          refusedCount: try row.decode(Int.self, atIndex: 1),
          last: Timestamp(milliseconds: try row.decode(Int64.self, atIndex: 2)))
      } ?? SignInFailures()
    var failures = former
    let result = change(&failures)
    if failures != former {
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO failed_sign_in (bucket, failure_count, refused_count, failed_at)
          VALUES (?, ?, ?, ?)
          """,
        arguments: [
          bucket, failures.count, failures.refusedCount, failures.last.milliseconds,
        ])
    }
    return result
  }

  /// Notes the right password of a name.
  static func clear(for username: String, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM failed_sign_in WHERE bucket = ?",
      arguments: [try bucket(of: username, in: db)])
  }

  private static func bucket(of username: String, in db: Database) throws -> Int {
    let bytes = try Data.fetchOne(db.cachedStatement(sql: "SELECT bytes FROM failure_key"))
    guard let bytes, let key = FailureKey(Array(bytes)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return key.bucket(of: UsernameKey(username))
  }
}
