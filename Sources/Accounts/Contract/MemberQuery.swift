/// In which order members are listed.
package enum MemberOrder: String, CaseIterable, Sendable {
  case newest, oldest
  /// By the bytes of the names in lower case.
  case ascending, descending
  /// Those who have never been seen come last; the newest account first, of several at one moment.
  case recentlySeen
  /// The same of changes.
  case recentlyChanged

  /// Whether the order tells of others what strangers may not know.
  package var isToldToMembersAlone: Bool {
    switch self {
    case .newest, .oldest, .ascending, .descending: false
    case .recentlySeen, .recentlyChanged: true
    }
  }
}

/// Which members are wanted.
package struct MemberQuery: Hashable, Sendable {
  package var order: MemberOrder

  /// The beginning of their usernames, in letters of either case; empty for all.
  ///
  /// Of those with a beginning, ``searchLimit`` are found at most: the first by name, or the last where the order is
  /// descending.
  package var beginning: String

  /// Their places in the order, from 0; some of them may not be there.
  package var range: Range<Int>

  /// How many members a search finds at most: it takes no longer among a million than among these.
  package static let searchLimit = 1_000

  package init(_ order: MemberOrder, beginning: String = "", range: Range<Int>) {
    self.order = order
    self.beginning = beginning
    self.range = range
  }
}

/// Members as they were at one moment.
package struct MemberPage: Equatable, Sendable {
  /// Those in the range that are there.
  package var rows: [Member]

  /// How many were found, in the range or not.
  package var total: Int

  /// Whether a search has found no more than it may: there are others that begin so.
  package var hasMore: Bool

  /// How long ago that moment was, where a service elsewhere does not answer and they may be others by now; `nil` where
  /// they are as fresh as is asked for.
  package var age: Duration?

  package init(rows: [Member], total: Int, hasMore: Bool = false, age: Duration? = nil) {
    self.rows = rows
    self.total = total
    self.hasMore = hasMore
    self.age = age
  }
}
