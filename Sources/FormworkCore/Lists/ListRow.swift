/// A column of a list.
public struct ListColumn: Hashable, Sendable {
  /// The heading.
  public let label: Message

  /// The alignment of the cells.
  public let alignment: CellAlignment

  /// The current order by this column, or `nil` if the rows cannot be sorted by it.
  public var order: SortOrder?

  /// The usual width in columns of a terminal.
  public let extent: Int?

  /// Creates a column.
  public init(
    _ label: Message, alignment: CellAlignment = .start, order: SortOrder? = nil, extent: Int? = nil
  ) {
    self.label = label
    self.alignment = alignment
    self.order = order
    self.extent = extent
  }
}

/// A displayed row of a list.
///
/// ```swift
/// let cells: [Message] = [.verbatim(member.name), .number(member.visits)]
/// ListRow(member.id, .list(cells), cells: cells)
/// ```
public struct ListRow<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The identity of the row: rows with equal keys are the same row, whatever they display.
  public let key: Key

  /// The complete text of the row in one line.
  public let label: Message

  /// The texts in the columns, in which tabs are replaced.
  public let cells: [Message]

  /// Creates a row.
  public init(_ key: Key, _ label: Message, cells: [Message] = []) {
    self.key = key
    self.label = label
    self.cells = cells
  }
}

/// A part of the rows of a list.
public struct ListPage<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The rows, with unique keys.
  public let rows: [ListRow<Key>]

  /// The index of the first of these rows in the list.
  public let firstRow: Int

  /// The number of rows of the list.
  public let rowCount: Int

  /// A note about all rows, for example that they are an hour old.
  public let note: Message?

  /// Creates a part of a list.
  public init(
    _ rows: [ListRow<Key>], from firstRow: Int = 0, of rowCount: Int, note: Message? = nil
  ) {
    self.rows = rows
    self.firstRow = firstRow
    self.rowCount = rowCount
    self.note = note
  }
}

/// A query for rows of a list.
public struct ListQuery<Order: ListOrder>: Hashable, Sendable {
  /// The order of the rows.
  public var order: Order

  /// The search text, which finds everything if it is empty.
  public var search: String

  /// The visible places among all results, even if there are fewer rows.
  public var places: Range<Int>

  /// Creates a query.
  public init(order: Order, search: String = "", places: Range<Int>) {
    self.order = order
    self.search = search
    self.places = places
  }
}

/// An order of the rows of a list, and the layout of the rows in this order.
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
  /// The title that the user reads.
  var title: Message { get }

  /// The preferred layout of the rows.
  var layout: ListLayout { get }

  /// The index of the column that sorts the rows, if there is one.
  var column: Int? { get }

  /// Whether the smallest value of the column comes first.
  var isAscending: Bool { get }
}
