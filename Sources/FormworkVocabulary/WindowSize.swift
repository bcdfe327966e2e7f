/// The size of a terminal in character cells.
public struct WindowSize: Hashable, Sendable {
  /// How many cells a row has.
  public let columns: Int

  /// How many rows there are.
  public let rows: Int

  /// Makes a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
