import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// The rows above a secret that belong to it, with the cursor on the row below them.
///
/// What is below is drawn by another, in memory that is wiped.
struct RowsAbove {
  private var shown: [Remark] = []
  /// How many rows of the terminal they take.
  private var height = 0
  private var columns: Int
  private let palette: Palette

  init(columns: Int, palette: Palette) { (self.columns, self.palette) = (columns, palette) }

  /// Brings the terminal to other rows, and tells lines above them, which stay.
  ///
  /// - Parameters:
  ///   - rows: What is to be shown.
  ///   - lines: What is told.
  ///   - columns: The width of the terminal.
  ///   - wrappedRowCount: How many rows the cursor is below the row that follows these.
  /// - Returns: What is to be written, and whether the row of the cursor is gone with it.
  mutating func show(
    _ rows: [Remark], below lines: [String], columns: Int, wrappedRowCount: Int
  ) -> (output: String, isRowGone: Bool) {
    defer { (shown, height, self.columns) = (rows, rows.count, columns) }
    let isResized = columns != self.columns
    if lines.isEmpty && rows.count == shown.count && (rows.isEmpty || !isResized) {
      return (rows.indices.map { change(at: $0, to: rows[$0]) }.joined(), false)
    }
    // A terminal that became narrower has wrapped them.
    if isResized {
      height = shown.reduce(0) { $0 + max(1, ($1.text.columnCount + columns - 1) / columns) }
    }
    let up = height + wrappedRowCount
    let way = up == 0 ? "" : "\u{1B}[\(up)A"
    let dressed = lines + rows.map { palette.dressed($0.text, $0.style) }
    return ("\r\(way)\u{1B}[J" + dressed.map { $0 + "\r\n" }.joined(), true)
  }

  /// Writes what differs of a row, and comes back: the terminal itself notes the place.
  private func change(at index: Int, to row: Remark) -> String {
    let old = shown[index]
    guard row != old else { return "" }
    let same = row.style == old.style ? zip(row.text, old.text).prefix { $0 == $1 }.map(\.0) : []
    let up = shown.count - index
    let way = up == 1 ? "\u{1B}M" : "\u{1B}[\(up)A"
    let eraser = old.text.columnCount > row.text.columnCount ? "\u{1B}[K" : ""
    return "\u{1B}7\(way)\u{1B}[\(String(same).columnCount + 1)G" + palette.start(of: row.style)
      + row.text.dropFirst(same.count) + eraser + "\u{1B}8"
  }
}
