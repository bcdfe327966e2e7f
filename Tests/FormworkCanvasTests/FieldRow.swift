import FormworkCanvas

/// A field with its status, in one row.
struct FieldRow {
  var label: String
  var text: String
  var status: String
  var isFault = false

  /// Draws the whole row, with the cursor after the text: only changes reach the terminal.
  func draw(on canvas: inout Canvas, row: Int) {
    canvas.fill(row: row, columns: 0..<canvas.columns)
    canvas.put(label, row: row, column: 1, width: 18)
    canvas.put("[", row: row, column: 20)
    let used = canvas.put(text, row: row, column: 21, width: 28)
    canvas.put("]", row: row, column: 50)
    canvas.put(status, row: row, column: 52, style: isFault ? .red : .green)
    canvas.cursor = (row: row, column: 21 + used)
  }
}
