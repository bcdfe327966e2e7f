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
