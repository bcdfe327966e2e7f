/// The known places of members in one version of a database.
///
/// Reaching a page costs a step in an index for each row before it. Reading begins at the nearest end of the
/// order, or at the page that was listed last.
package struct MemberPlaces<Version: Equatable, Value> {
  /// A page of members, with the sort values of the first and the last one.
  private struct Mark {
    let order: MemberOrder
    let range: Range<Int>
    let first: [Value]
    let last: [Value]
  }

  /// The place where reading a page starts.
  package struct Start {
    /// The number of rows before the page.
    package let offset: Int
    /// Whether the least value comes first.
    package let isAscending: Bool
    /// The sort values of the first row; empty at an end of the order.
    package var key: [Value] = []
    /// Whether the page begins after the key, which may be that of no row.
    var isAfterKey = false

    /// The operator in SQL between the sort values of a row and the key.
    package var comparison: String { (isAscending ? ">" : "<") + (isAfterKey ? "" : "=") }
  }

  /// The maximum number of beginnings to remember: a person types only a few letters.
  private static var limit: Int { 64 }

  package let version: Version?
  private var mark: Mark?
  private var totals: [String: Int] = [:]

  package init(version: Version? = nil) { self.version = version }

  /// Returns the number of members with a beginning, which is counted once.
  package mutating func total(of beginning: String, _ count: () throws -> Int) rethrows -> Int {
    if let total = totals[beginning] { return total }
    if totals.count == Self.limit { totals = [:] }
    let total = try count()
    totals[beginning] = total
    return total
  }

  /// Returns the nearest start for a page, or the one after the key of a cursor.
  package func start(
    of range: Range<Int>, in total: Int, _ order: MemberOrder, after key: [Value]?
  ) -> Start {
    let isAscending = order.isAscending
    if let key { return Start(offset: 0, isAscending: isAscending, key: key, isAfterKey: true) }
    var starts = [
      Start(offset: range.lowerBound, isAscending: isAscending),
      Start(offset: total - range.upperBound, isAscending: !isAscending),
    ]
    if let mark, mark.order == order {
      let listed = mark.range
      for (place, key) in [(listed.lowerBound, mark.first), (listed.upperBound - 1, mark.last)] {
        starts += [
          Start(offset: range.lowerBound - place, isAscending: isAscending, key: key),
          Start(offset: place + 1 - range.upperBound, isAscending: !isAscending, key: key),
        ]
      }
    }
    return starts.filter { $0.offset >= 0 }.min { $0.offset < $1.offset } ?? starts[0]
  }

  /// Remembers the page that was listed last, by the sort values of its members.
  package mutating func note(
    _ keys: some BidirectionalCollection<[Value]>, in range: Range<Int>, _ order: MemberOrder
  ) {
    mark = nil
    guard keys.count == range.count, let first = keys.first, let last = keys.last else { return }
    mark = Mark(order: order, range: range, first: first, last: last)
  }
}

extension MemberOrder {
  /// Whether the least sort value comes first.
  package var isAscending: Bool { [.ascending, .oldest].contains(self) }

  /// Whether the order is one of names.
  package var isByName: Bool { [.ascending, .descending].contains(self) }
}
