/// How the rows of a list are best shown.
///
/// The numbers are those of `enum formwork_layout`; the list only grows at its end.
public enum ListLayout: Int, CaseIterable, Sendable {
  /// A row on a line, its cells in columns.
  case table = 0

  /// Rows side by side, each with its label.
  case grid
}

/// How a column is sorted.
///
/// The numbers are those of `enum formwork_order`; the list only grows at its end.
public enum SortOrder: Int, CaseIterable, Sendable {
  /// The rows are in another order; activating the column sorts them.
  case sortable = 0

  /// The least comes first.
  case ascending

  /// The greatest comes first.
  case descending
}

/// Where the text of a cell stands in its column.
///
/// The numbers are those of `enum formwork_align`; the list only grows at its end.
public enum CellAlignment: Int, CaseIterable, Sendable {
  /// Where a line begins.
  case start = 0

  /// In the middle.
  case center

  /// Where a line ends: numbers.
  case end
}
