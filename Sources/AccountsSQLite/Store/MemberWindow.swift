import Accounts
import Foundation
import GRDB

/// How the members of a query are read.
///
/// The way to the range costs a step in an index for each row, and reads none of them. It begins at the
/// nearest of both ends of the order and both ends of the members that were listed last, if the file is as it
/// was then: the next page is near, and half a million steps are the most in a million accounts. How many
/// there are is counted in an index, once for each version of the file. With a beginning, in an order other
/// than that of names, either the names with it are sorted, or the order is gone through until there are
/// enough of them.
struct MemberWindow {
  private static let name = "lower(username)"

  private let query: MemberQuery
  /// The beginning, and the least text behind all that have it: no UTF-8 has the byte 255.
  private let bounds: StatementArguments

  init(_ query: MemberQuery) {
    self.query = query
    let beginning = Data(query.beginning.normalForm.utf8)
    bounds = query.beginning.isEmpty ? [] : [beginning, beginning + [0xFF]]
  }

  /// Reads the page.
  func page(
    for viewer: Viewer, in db: Database, _ places: inout MemberPlaces
  ) throws -> MemberPage {
    let total = try total(query.beginning, in: db, &places)
    let range = query.range.clamped(to: 0..<total)
    let isSorted = try sortsNames(range, of: total, in: db, &places)
    let start = start(of: range, in: total, isSorted ? nil : places.mark)
    var listed: [(member: Member, key: [DatabaseValue])] = []
    // Of many members of one moment, SQLite finds the known one by its number only among these.
    for isOneMoment in start.key.count > 1 ? [true, false] : [false]
    where listed.count < range.count {
      let statement = try db.cachedStatement(
        sql: sql(start, isSorted: isSorted, isOneMoment: isOneMoment))
      let cursor = try Row.fetchCursor(
        statement,
        arguments: bounds + StatementArguments(start.key) + [range.count, start.offset])
      listed = []
      while let row = try cursor.next() {
        try Task.checkCancellation()
        listed.append((try StoredMember(from: row, in: db).member(for: viewer), key(of: row)))
      }
    }
    if start.isAscending != isAscending { listed.reverse() }
    places.mark = nil
    if listed.count == range.count, let first = listed.first, let last = listed.last {
      places.mark = MemberPlaces.Mark(
        query: MemberQuery(query.order, beginning: query.beginning, range: range),
        first: first.key, last: last.key)
    }
    return MemberPage(rows: listed.map(\.member), total: total)
  }

  private func sql(_ start: Start, isSorted: Bool, isOneMoment: Bool) -> String {
    // A plus sign keeps SQLite from using an index for what follows: it is used for one condition alone.
    let isBeginning = isSorted || isByName && start.key.isEmpty
    var conditions = bounds.isEmpty ? [] : [Self.condition(on: isBeginning ? "" : "+")]
    if !start.key.isEmpty {
      let marks =
        isByName ? "lower(CAST(? AS TEXT))" : start.key.map { _ in "?" }.joined(separator: ", ")
      let sign = start.isAscending ? ">=" : "<="
      conditions.append(
        isOneMoment
          ? "\(columns[0]) = ? AND rowid \(sign) ?"
          : "(\(columns.joined(separator: ", "))) \(sign) (\(marks))")
    }
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    let order =
      "ORDER BY "
      + columns.map { "\(isSorted ? "+" : "")\($0) \(start.isAscending ? "ASC" : "DESC")" }
      .joined(separator: ", ")
    let window = "\(condition) \(order) LIMIT ? OFFSET ?"
    // Of those that are only sorted, no more is read than that.
    return isSorted
      ? "\(AccountEntry.selection) WHERE rowid IN (SELECT rowid FROM account \(window)) \(order)"
      : "\(AccountEntry.selection) \(window)"
  }

  private static func condition(on sign: String) -> String {
    "\(sign)\(name) >= lower(CAST(? AS TEXT)) AND \(sign)\(name) < lower(CAST(? AS TEXT))"
  }

  private func total(
    _ beginning: String, in db: Database, _ places: inout MemberPlaces
  ) throws -> Int {
    try places.total(of: beginning) {
      let condition = beginning.isEmpty ? "" : "WHERE \(Self.condition(on: ""))"
      let statement = try db.cachedStatement(sql: "SELECT count(*) FROM account \(condition)")
      return try Int.fetchOne(statement, arguments: beginning.isEmpty ? [] : bounds) ?? 0
    }
  }

  /// Whether the names with the beginning are sorted.
  ///
  /// By their numbers that takes the index of names alone; and names may go with the numbers: those with the
  /// beginning may be the last that would be found. By a moment each account is read: the names are sorted
  /// where they are fewer than what would be gone through, had the moments nothing to do with them.
  private func sortsNames(
    _ range: Range<Int>, of total: Int, in db: Database, _ places: inout MemberPlaces
  ) throws -> Bool {
    guard !bounds.isEmpty, !isByName else { return false }
    let all = try self.total("", in: db, &places)
    if columns.count == 1 { return total <= all / 2 }
    let reach = min(range.upperBound, total - range.lowerBound)
    return Double(total) * Double(total) < Double(reach) * Double(all)
  }

  /// Where the reading starts.
  private struct Start {
    /// How many rows come before the range.
    let offset: Int
    /// Whether the least comes first.
    let isAscending: Bool
    /// The values of the first row; empty at an end of the order.
    var key: [DatabaseValue] = []
  }

  private func start(
    of range: Range<Int>, in total: Int, _ mark: MemberPlaces.Mark?
  ) -> Start {
    var starts = [
      Start(offset: range.lowerBound, isAscending: isAscending),
      Start(offset: total - range.upperBound, isAscending: !isAscending),
    ]
    if let mark, mark.query.order == query.order, mark.query.beginning == query.beginning {
      let listed = mark.query.range
      for (place, key) in [(listed.lowerBound, mark.first), (listed.upperBound - 1, mark.last)] {
        starts += [
          Start(offset: range.lowerBound - place, isAscending: isAscending, key: key),
          Start(offset: place + 1 - range.upperBound, isAscending: !isAscending, key: key),
        ]
      }
    }
    return starts.filter { $0.offset >= 0 }.min { $0.offset < $1.offset } ?? starts[0]
  }

  private var isByName: Bool { [.ascending, .descending].contains(query.order) }

  private var isAscending: Bool { [.ascending, .oldest].contains(query.order) }

  /// What the rows are sorted by, in SQL: all in one direction, and no two rows alike.
  private var columns: [String] {
    switch query.order {
    case .newest, .oldest: ["rowid"]
    case .ascending, .descending: [Self.name]
    case .recentlySeen: ["last_seen", "rowid"]
    case .recentlyChanged: ["last_changed", "rowid"]
    }
  }

  /// The values of those columns, by their places in ``AccountEntry/selection``.
  private func key(of row: Row) -> [DatabaseValue] {
    let indexes =
      switch query.order {
      case .newest, .oldest: [5]
      case .ascending, .descending: [0]
      case .recentlySeen: [8, 5]
      case .recentlyChanged: [9, 5]
      }
    return indexes.map { row[$0] }
  }
}
