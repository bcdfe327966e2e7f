import FormworkCanvas

/// Where things stand on a terminal of a size.
struct Layout: Equatable {
  /// The fewest columns and rows that a form has room on.
  static let least = (columns: 20, rows: 5)

  let columns: Int
  let rows: Int

  /// The columns of a terminal on which there is room beside the form, and in it for long messages.
  static let wide = 120

  /// The columns at the left for the names of the sections; 0 if these are not shown.
  let sideWidth: Int

  /// The rows at the top that are always the same: the title, and what is said of the screen.
  let headRows: Int

  /// The rows at the bottom: a rule, the help, and the keys.
  let footRows: Int

  init(columns: Int, rows: Int, sideWidth: Int, headRows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    self.sideWidth = min(sideWidth, 28)
    footRows = rows >= 10 ? 3 : rows >= 6 ? 1 : 0
    self.headRows = min(headRows, max(1, rows / 3))
  }

  /// How many rows the help takes at most; those beyond the first one are the form's.
  var helpLimit: Int { footRows < 3 ? 1 : min(3, rows / 6) }

  /// Whether there is no room for a form.
  var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }

  /// Whether a window takes all of the terminal, without a frame.
  var isTight: Bool { columns < 30 || rows < 8 }

  /// Whether a label stands above its box, and what is true of the field below.
  var isNarrow: Bool { width < 60 }

  /// The rows for the form, as long as the help takes one.
  var body: Range<Int> { headRows..<max(headRows + 1, rows - footRows) }

  /// The columns for the form.
  private var width: Int { columns - sideWidth }

  /// Where the mark of the focus stands, and the label of what has it.
  var markColumn: Int { sideWidth + 1 }
  var labelColumn: Int { sideWidth + 3 }

  /// How far to the right something stands that is in so many sections.
  func indent(_ depth: Int) -> Int { isNarrow ? 0 : 2 * min(depth, 3) }

  /// The most that a label takes beside its box.
  var labelWidth: Int { isNarrow ? textWidth : min(30, max(10, width * 18 / 80)) }

  /// Where a box begins, with its bracket.
  var boxColumn: Int { isNarrow ? labelColumn : labelColumn + labelWidth + 1 }

  /// How wide a box is, with both brackets.
  var boxWidth: Int { isNarrow ? textWidth : min(60, width * 30 / 80) }

  /// The columns between the brackets of a box.
  var boxRoom: Int { max(1, boxWidth - 2) }

  /// Where it stands what is true of a field, and how wide that may be.
  var statusColumn: Int { isNarrow ? labelColumn : boxColumn + boxWidth + 1 }
  var statusWidth: Int { max(1, columns - statusColumn) }

  /// The most rows that a status takes beside its field; a short one says what is missing in one.
  func statusLimit(isShort: Bool) -> Int { columns < Self.wide || isShort ? 1 : 3 }

  /// Whether a status has room beside its field.
  func hasRoom(beside status: String, isShort: Bool) -> Bool {
    let limit = statusLimit(isShort: isShort)
    return Canvas.width(of: status.prefix(400)) <= statusWidth
      || limit > 1
        && TextRows(status, width: statusWidth, limit: limit + 1).rows.count <= limit
  }

  /// How wide a text may be that has a row of its own.
  var textWidth: Int { max(1, columns - labelColumn - 1) }
}
