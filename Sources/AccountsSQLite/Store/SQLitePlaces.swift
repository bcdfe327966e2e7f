import Accounts
import GRDB

/// The known places of members in one version of a file.
struct SQLitePlaces {
  var members: MemberPlaces<FileVersion, DatabaseValue>

  /// The number of members, and whether they were counted.
  var all: (count: Int, isCounted: Bool)?

  init(version: FileVersion? = nil) { members = MemberPlaces(version: version) }
}

/// The number of accounts in a separate table, since counting a million is slow.
///
/// The number is wrong if a user edits the accounts by hand. If it matters, the accounts are counted.
enum KeptCount {
  /// Adds or subtracts an account.
  static func change(by difference: Int, in db: Database) throws {
    let statement = try db.cachedStatement(sql: "UPDATE account_count SET count = count + ?")
    try statement.execute(arguments: [difference])
  }

  /// Returns the number, which may be wrong, and is never negative.
  static func read(in db: Database) throws -> Int {
    max(0, try Int.fetchOne(db.cachedStatement(sql: "SELECT count FROM account_count")) ?? 0)
  }
}
