/// In which order members are listed.
package enum MemberOrder: String, CaseIterable, Sendable {
  case newest, oldest
  /// By the bytes of the names in lower case.
  case ascending, descending
  /// Those who have never been seen come last; the newest account first, of several at one moment.
  case recentlySeen
  /// The same of changes.
  case recentlyChanged
}

/// Which members are wanted.
package struct MemberQuery: Hashable, Sendable {
  package var order: MemberOrder

  /// The beginning of their usernames, in letters of either case; empty for all.
  package var beginning: String

  /// Their places in the order, from 0; some of them may not be there.
  package var range: Range<Int>

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

  /// How many have such a name, in the range or not.
  package var total: Int

  package init(rows: [Member], total: Int) {
    self.rows = rows
    self.total = total
  }
}
