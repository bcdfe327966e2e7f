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
