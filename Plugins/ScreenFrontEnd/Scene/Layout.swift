/// The rows and columns of the parts of a screen, for a size of the terminal.
struct Layout: Equatable {
  /// The smallest size that has room for a whole form.
  static let least = (columns: 20, rows: 5)

  let columns: Int
  let rows: Int
  let isTooSmall: Bool

  /// The smallest number of columns for sections beside the form, and for whole long messages.
  static let wide = 120

  /// The columns at the left for the sections; 0 if these are not shown.
  let sideWidth: Int

  /// The rows at the top: the title, and the status of the screen.
  let headRows: Int

  /// The rows at the bottom: a rule, the help, and the keys.
  let footRows: Int

  init(_ size: WindowSize, sideWidth: Int, headRows: Int) {
    (columns, rows) = (max(1, size.columns), max(1, size.rows))
    self.sideWidth = min(sideWidth, 28)
    isTooSmall = columns < Self.least.columns || rows < Self.least.rows
    footRows = isTooSmall ? 0 : rows >= 10 ? 3 : rows >= 6 ? 1 : 0
    self.headRows = isTooSmall ? 0 : min(headRows, max(1, rows / 3))
  }

  /// The largest number of rows of the help; those after the first one are taken from the form.
  var helpLimit: Int { footRows < 3 ? 1 : min(3, rows / 6) }

  /// Whether a window covers the whole terminal, without a border.
  var isTight: Bool { columns < 30 || rows < 8 }

  /// Whether a label is above its box, and the status below it.
  var isNarrow: Bool { width < 60 }

  /// The rows of the form if the help has one row.
  var body: Range<Int> { headRows..<max(headRows + 1, rows - footRows) }

  private var width: Int { columns - sideWidth }

  var markColumn: Int { sideWidth + 1 }
  var labelColumn: Int { sideWidth + 3 }

  /// Returns the indentation in a number of nested sections.
  func indent(_ depth: Int) -> Int { isNarrow ? 0 : 2 * min(depth, 3) }

  /// The largest width of a label beside its box.
  var labelWidth: Int { isNarrow ? textWidth : min(30, max(10, width * 18 / 80)) }

  var boxColumn: Int { isNarrow ? labelColumn : labelColumn + labelWidth + 1 }

  var boxWidth: Int { isNarrow ? textWidth : min(60, width * 30 / 80) }

  /// The columns between the brackets of a box.
  var boxRoom: Int { max(1, boxWidth - 2) }

  var statusColumn: Int { isNarrow ? labelColumn : boxColumn + boxWidth + 1 }
  var statusWidth: Int { max(1, columns - statusColumn) }

  /// Returns the largest number of rows of a status beside its field; a short one has one.
  func statusLimit(isShort: Bool) -> Int { columns < Self.wide || isShort ? 1 : 3 }

  func hasRoom(beside status: String, isShort: Bool) -> Bool {
    let limit = statusLimit(isShort: isShort)
    return TextRows(status, width: statusWidth, limit: limit + 1).rows.count <= limit
  }

  /// The width of a text with rows of its own.
  var textWidth: Int { max(1, columns - labelColumn - 1) }
}
