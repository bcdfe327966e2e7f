import Accounts
import GRDB

/// The known places of members in one version of a file.
struct MemberPlaces {
  /// A page of members, with the sort values of the first and the last one.
  struct Mark {
    let order: MemberOrder
    let range: Range<Int>
    let first: [DatabaseValue]
    let last: [DatabaseValue]
  }

  /// The greatest number of beginnings to remember: a person types a few letters.
  private static let limit = 64

  let version: FileVersion?
  /// The page that was listed last.
  var mark: Mark?
  /// The number of members, and whether they were counted.
  var all: (count: Int, isCounted: Bool)?
  private var totals: [String: Int] = [:]

  init(version: FileVersion? = nil) { self.version = version }

  /// Returns the number of members with a beginning, which is counted once.
  mutating func total(of beginning: String, _ count: () throws -> Int) rethrows -> Int {
    if let total = totals[beginning] { return total }
    if totals.count == Self.limit { totals = [:] }
    let total = try count()
    totals[beginning] = total
    return total
  }
}

/// The number of accounts in a table of its own, since counting a million is slow.
///
/// A user who edits the file by hand may not change it. Where it matters, the accounts are counted.
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
