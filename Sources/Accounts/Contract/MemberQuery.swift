/// An order of members.
package enum MemberOrder: String, CaseIterable, Sendable {
  case newest, oldest
  /// By the bytes of the names in lower case.
  case ascending, descending
  /// Members who were never seen come last; at the same time, the newest account comes first.
  case recentlySeen
  /// The order of the last changes, in the same way.
  case recentlyChanged

  /// Whether the order shows what only members may know.
  package var isForMembersOnly: Bool {
    switch self {
    case .newest, .oldest, .ascending, .descending: false
    case .recentlySeen, .recentlyChanged: true
    }
  }
}

package struct MemberQuery: Hashable, Sendable {
  package var order: MemberOrder

  /// The beginning of the usernames, in letters of either case; empty for all members.
  ///
  /// At most ``searchLimit`` members are found: the first by name, or the last in descending order.
  package var beginning: String

  /// The places in the order, from 0; some of them may not exist.
  package var range: Range<Int>

  /// The place before the first member; only the number of places in the range counts then.
  ///
  /// In orders of names, the pages lead beyond the limit of a search.
  package private(set) var cursor: MemberCursor?

  /// The greatest number of members that a search finds, which bounds its time.
  package static let searchLimit = 1_000

  package init(_ order: MemberOrder, beginning: String = "", range: Range<Int>) {
    self.order = order
    self.beginning = beginning
    self.range = range
  }

  /// Creates the query of the next members, whose number is at most the limit.
  package init(after cursor: MemberCursor, limit: Int) {
    self.init(
      cursor.order, beginning: cursor.beginning, range: 0..<max(0, min(limit, .max - 1)))
    self.cursor = cursor
  }

  /// Returns the places to read, with one more after a cursor: see ``MemberPage/continued(_:)``.
  package func places(in total: Int) -> Range<Int> {
    cursor == nil ? range.clamped(to: 0..<total) : 0..<range.count + 1
  }
}

/// Members at one time.
package struct MemberPage: Equatable, Sendable {
  /// The members in the range.
  package var rows: [Member]

  /// The number of members that were found, in the range or not.
  package var total: Int

  /// Whether more members match than a search finds.
  package var hasMore: Bool

  /// The place of the next members; `nil` on the last page.
  package var next: MemberCursor?

  /// The age of the page if a remote service does not answer; `nil` if the page is fresh.
  package var age: Duration?

  package init(
    rows: [Member], total: Int, hasMore: Bool = false, next: MemberCursor? = nil,
    age: Duration? = nil
  ) {
    self.rows = rows
    self.total = total
    self.hasMore = hasMore
    self.next = next
    self.age = age
  }

  /// Returns the page of a query, with the place of the next one, from the places that were read.
  package func continued(_ query: MemberQuery) -> MemberPage {
    var page = self
    let isLast: Bool
    if query.cursor == nil {
      isLast = query.range.upperBound >= total && !(hasMore && query.order.isByName)
    } else {
      isLast = rows.count <= query.range.count
      page.rows = Array(rows.prefix(query.range.count))
    }
    page.next = isLast ? nil : page.rows.last.map { MemberCursor(after: $0, of: query) }
    return page
  }
}
