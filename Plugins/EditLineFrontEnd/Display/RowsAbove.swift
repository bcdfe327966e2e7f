import FormworkFrontEnd
import Wording

/// The rows above a secret that belong to it, with the cursor on the row below them.
///
/// The secret itself is drawn in memory that is wiped.
struct RowsAbove {
  private var shown: [Remark] = []
  private var columns: Int
  private let palette: Palette

  init(columns: Int, palette: Palette) { (self.columns, self.palette) = (columns, palette) }

  /// Returns the bytes for other rows and for lines above them, and whether those erase the cursor's row.
  ///
  /// The terminal may have wrapped the row of the cursor, which is some rows lower then.
  mutating func show(
    _ rows: [Remark], below lines: [Remark], columns: Int, wrappedRowCount: Int
  ) -> (output: String, isRowGone: Bool) {
    defer { (shown, self.columns) = (rows, columns) }
    let isResized = columns != self.columns
    if lines.isEmpty && rows.count == shown.count && (rows.isEmpty || !isResized) {
      return (rows.indices.map { change(at: $0, to: rows[$0]) }.joined(), false)
    }
    var up = shown.count + wrappedRowCount
    // A terminal that became narrower has wrapped the rows.
    if isResized {
      up = shown.reduce(wrappedRowCount) {
        $0 + max(1, ($1.text.columnCount + columns - 1) / columns)
      }
    }
    let way = up == 0 ? "" : "\u{1B}[\(up)A"
    let dressed = (lines + rows).map { palette.dressed($0.text, $0.style) + "\r\n" }
    return ("\r\(way)\u{1B}[J" + dressed.joined(), true)
  }

  /// Writes the difference in a row, and returns: the terminal saves the cursor.
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
