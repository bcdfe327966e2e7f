import Accounts
import GRDB

/// What is known of the places of members while a file has one version.
struct MemberPlaces {
  /// Where among all members some were listed, with the values by which the first and the last of them are sorted.
  struct Mark {
    let order: MemberOrder
    let range: Range<Int>
    let first: [DatabaseValue]
    let last: [DatabaseValue]
  }

  /// How many beginnings are remembered: a person types a few letters.
  private static let limit = 64

  let version: FileVersion?
  /// Those that were listed last.
  var mark: Mark?
  /// How many members there are, and whether they were counted.
  var all: (count: Int, isCounted: Bool)?
  private var totals: [String: Int] = [:]

  init(version: FileVersion? = nil) { self.version = version }

  /// How many members have a beginning: it is counted once.
  mutating func total(of beginning: String, _ count: () throws -> Int) rethrows -> Int {
    if let total = totals[beginning] { return total }
    if totals.count == Self.limit { totals = [:] }
    let total = try count()
    totals[beginning] = total
    return total
  }
}
