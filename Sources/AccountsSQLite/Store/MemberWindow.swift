import Accounts
import Foundation
import GRDB

/// The reader of a query for members.
///
/// Without a beginning, reaching the range costs a step in an index for each row. Reading begins at the nearest
/// end of the order, or at the page that was listed last if the file has the same version. The number of members
/// is kept, and counted only for a page near the end, once for each version of the file.
///
/// With a beginning, members are found in the index of names up to the limit of a search, and then sorted.
struct MemberWindow {
  private static let name = "lower(username)"

  private let query: MemberQuery
  /// The beginning, and the least text after all with it: no UTF-8 has the byte 255.
  private let bounds: [DatabaseValue]

  init(_ query: MemberQuery) {
    self.query = query
    let beginning = Data(query.beginning.normalForm.utf8)
    bounds = query.beginning.isEmpty ? [] : [beginning, beginning + [0xFF]].map(\.databaseValue)
  }

  /// Reads the page.
  func page(
    for viewer: Viewer, in db: Database, _ places: inout SQLitePlaces
  ) throws -> MemberPage {
    if bounds.isEmpty { return try wholePage(for: viewer, in: db, &places) }
    let count = try places.members.total(of: query.beginning) { try self.count(in: db) }
    let total = min(count, MemberQuery.searchLimit)
    let range = query.places(in: total)
    let rows = try read(
      search, searchValues + [range.count, range.lowerBound], for: viewer, in: db)
    return MemberPage(rows: rows.map(\.member), total: total, hasMore: count > total)
  }

  // MARK: Searches

  private func condition(_ isAfterFirst: Bool = false) -> String {
    "\(Self.name) \(isAfterFirst ? ">" : ">=") lower(CAST(? AS TEXT)) AND "
      + "\(Self.name) < lower(CAST(? AS TEXT))"
  }

  /// The values of ``search`` except the places.
  ///
  /// A name in a cursor replaces a bound, because SQLite seeks only one of two.
  private var searchValues: StatementArguments {
    guard let key else { return StatementArguments(bounds) }
    if !isByName { return StatementArguments(bounds + key) }
    return StatementArguments(isAscending ? key + [bounds[1]] : [bounds[0]] + key)
  }

  /// Counts the matches, up to one beyond the limit of a search, which shows that there are more.
  private func count(in db: Database) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*) FROM
          (SELECT 1 FROM account WHERE \(condition()) LIMIT \(MemberQuery.searchLimit + 1))
        """)
    return try Int.fetchOne(statement, arguments: StatementArguments(bounds)) ?? 0
  }

  private var search: String {
    let selection = StoredMember.selection
    let direction = isAscending ? "ASC" : "DESC"
    if isByName {
      let condition = condition(isAscending && key != nil)
      return
        "\(selection) WHERE \(condition) ORDER BY \(Self.name) \(direction) LIMIT ? OFFSET ?"
    }
    let found =
      "SELECT rowid AS number FROM account WHERE \(condition()) ORDER BY \(Self.name) "
      + "LIMIT \(MemberQuery.searchLimit)"
    // Of the other members, only the sort values are read.
    let place = "\(direction) LIMIT ? OFFSET ?"
    let comparison = isAscending ? ">" : "<"
    let window =
      columns.count == 1
      ? "SELECT number FROM (\(found)) \(key == nil ? "" : "WHERE number \(comparison) ?") "
        + "ORDER BY number \(place)"
      : "SELECT number FROM (\(found)) JOIN account ON account.rowid = number "
        + (key == nil ? "" : "WHERE (\(columns[0]), number) \(comparison) (?, ?) ")
        + "ORDER BY \(columns[0]) \(direction), number \(place)"
    let order = columns.map { "+\($0) \(direction)" }.joined(separator: ", ")
    return "\(selection) WHERE rowid IN (\(window)) ORDER BY \(order)"
  }

  // MARK: All members

  private func wholePage(
    for viewer: Viewer, in db: Database, _ places: inout SQLitePlaces
  ) throws -> MemberPage {
    var all = try places.all ?? (KeptCount.read(in: db), isCounted: false)
    while true {
      // The kept number is good enough for a page near the beginning, or after a cursor.
      if !all.isCounted, query.cursor == nil, query.range.upperBound > all.count / 2 {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM account")
        all = (try Int.fetchOne(statement) ?? 0, isCounted: true)
      }
      places.all = all
      let range = query.places(in: all.count)
      let rows = try list(range, of: all.count, for: viewer, in: db, &places)
      if all.isCounted || query.cursor != nil || rows.count == range.count {
        return MemberPage(rows: rows, total: all.count)
      }
      // The kept number was too large.
      all.count = 0
    }
  }

  private func list(
    _ range: Range<Int>, of total: Int, for viewer: Viewer, in db: Database,
    _ places: inout SQLitePlaces
  ) throws -> [Member] {
    let start = places.members.start(of: range, in: total, query.order, after: key)
    var listed: [Listed] = []
    // Of many members with the same time, SQLite finds a known one by its number only if the time is equal.
    for isOneMoment in start.key.count > 1 ? [true, false] : [false]
    where listed.count < range.count {
      listed = try read(
        sql(start, isOneMoment: isOneMoment),
        StatementArguments(start.key) + [range.count, start.offset], for: viewer, in: db)
    }
    if start.isAscending != isAscending { listed.reverse() }
    if key == nil { places.members.note(listed.map(\.key), in: range, query.order) }
    return listed.map(\.member)
  }

  private func sql(_ start: MemberPlaces<FileVersion, DatabaseValue>.Start, isOneMoment: Bool)
    -> String
  {
    var condition = ""
    if !start.key.isEmpty {
      let marks =
        isByName ? "lower(CAST(? AS TEXT))" : start.key.map { _ in "?" }.joined(separator: ", ")
      condition =
        isOneMoment
        ? "WHERE \(columns[0]) = ? AND rowid \(start.comparison) ?"
        : "WHERE (\(columns.joined(separator: ", "))) \(start.comparison) (\(marks))"
    }
    let order =
      columns.map { "\($0) \(start.isAscending ? "ASC" : "DESC")" }.joined(separator: ", ")
    return "\(StoredMember.selection) \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"
  }

  // MARK: Rows

  /// A member with its sort values.
  private typealias Listed = (member: Member, key: [DatabaseValue])

  private func read(
    _ sql: String, _ arguments: StatementArguments, for viewer: Viewer, in db: Database
  ) throws -> [Listed] {
    let cursor = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var listed: [Listed] = []
    while let row = try cursor.next() {
      try Task.checkCancellation()
      listed.append(
        (try StoredMember(from: row, in: db).member(for: viewer), sorting.map { row[$0.index] }))
    }
    return listed
  }

  private var isByName: Bool { query.order.isByName }

  private var isAscending: Bool { query.order.isAscending }

  /// The columns to sort by in SQL, with their places in ``StoredMember/selection``.
  ///
  /// All are in one direction, and together they are unique.
  private var sorting: [(column: String, index: Int)] {
    switch query.order {
    case .newest, .oldest: [("rowid", 5)]
    case .ascending, .descending: [(Self.name, 0)]
    case .recentlySeen: [("last_seen", 8), ("rowid", 5)]
    case .recentlyChanged: [("last_changed", 9), ("rowid", 5)]
    }
  }

  private var columns: [String] { sorting.map(\.column) }

  /// The sort values of the cursor, if any.
  private var key: [DatabaseValue]? {
    query.cursor?.key.map { isByName ? Data($0.utf8).databaseValue : Int64($0).databaseValue }
  }
}
