/// A column of a list.
public struct ListColumn: Hashable, Sendable {
  /// What is above it.
  public let label: Message

  /// Where its cells stand in it.
  public let alignment: CellAlignment

  /// How the rows are sorted by it; `nil` where they cannot be.
  public var order: SortOrder?

  /// Its usual width in columns of a terminal, if it has one.
  public let extent: Int?

  /// Makes a column.
  public init(
    _ label: Message, alignment: CellAlignment = .start, order: SortOrder? = nil, extent: Int? = nil
  ) {
    self.label = label
    self.alignment = alignment
    self.order = order
    self.extent = extent
  }
}

/// A row of a list, as it is shown.
///
/// ```swift
/// let cells: [Message] = [.verbatim(member.name), .number(member.visits)]
/// ListRow(member.id, .list(cells), cells: cells)
/// ```
public struct ListRow<Key: Hashable & Sendable>: Hashable, Sendable {
  /// What it is about: a row with the same key is the same one, whatever it shows.
  public let key: Key

  /// All that it says, in one line.
  public let label: Message

  /// What is in its columns; a tab within one is not shown.
  public let cells: [Message]

  /// Makes a row.
  public init(_ key: Key, _ label: Message, cells: [Message] = []) {
    self.key = key
    self.label = label
    self.cells = cells
  }
}

/// A part of a list's rows.
public struct ListPage<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The rows of the part, each with a key of its own.
  public let rows: [ListRow<Key>]

  /// The place of the first of them in the list, from 0.
  public let firstRow: Int

  /// How many rows the list has.
  public let rowCount: Int

  /// What is to be said of all rows, such as that they are as old as an hour.
  public let remark: Message?

  /// Makes a part.
  public init(
    _ rows: [ListRow<Key>], from firstRow: Int = 0, of rowCount: Int, remark: Message? = nil
  ) {
    self.rows = rows
    self.firstRow = firstRow
    self.rowCount = rowCount
    self.remark = remark
  }
}

/// Which rows of a list are wanted.
public struct ListQuery<Order: ListOrder>: Hashable, Sendable {
  /// How the rows are sorted.
  public var order: Order

  /// What the person searches for; empty is everything.
  public var search: String

  /// The places that are on view, among all rows that are searched for; some of them may not be there.
  public var places: Range<Int>

  /// Makes a query.
  public init(order: Order, search: String = "", places: Range<Int>) {
    self.order = order
    self.search = search
    self.places = places
  }
}

/// An order in which a person may have a list's rows, and with it how they are shown.
///
/// ```swift
/// enum MemberOrder: ListOrder {
///   case name, newest
///
///   var title: Message { self == .name ? "order.name" : "order.newest" }
///   var layout: ListLayout { self == .name ? .grid : .table }
///   var column: Int? { self == .name ? 0 : 1 }
///   var isAscending: Bool { self == .name }
/// }
/// ```
public protocol ListOrder: CaseIterable, Hashable, Sendable {
  /// What it is called.
  var title: Message { get }

  /// How the rows are best shown in it.
  var layout: ListLayout { get }

  /// The place of the column that the rows are sorted by, if there is one.
  var column: Int? { get }

  /// Whether the least of that column comes first.
  var isAscending: Bool { get }
}
