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

  /// The beginning of their usernames, in letters of either case; empty for all.
  ///
  /// At most ``searchLimit`` members are found: the first by name, or the last in descending order.
  package var beginning: String

  /// The places in the order, from 0; some of them may not exist.
  package var range: Range<Int>

  /// The greatest number of members that a search finds, which bounds its time.
  package static let searchLimit = 1_000

  package init(_ order: MemberOrder, beginning: String = "", range: Range<Int>) {
    self.order = order
    self.beginning = beginning
    self.range = range
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

  /// The age of the page if a remote service does not answer; `nil` if the page is fresh.
  package var age: Duration?

  package init(rows: [Member], total: Int, hasMore: Bool = false, age: Duration? = nil) {
    self.rows = rows
    self.total = total
    self.hasMore = hasMore
    self.age = age
  }
}
