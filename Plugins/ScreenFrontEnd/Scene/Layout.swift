/// Where things stand on a terminal of a size.
struct Layout: Equatable {
  /// The fewest columns and rows that a form has room on.
  static let least = (columns: 20, rows: 5)

  let columns: Int
  let rows: Int

  /// The columns at the left for the names of the sections; 0 where there are none.
  let sideWidth: Int

  /// The rows at the top that are always the same: the title, and what is said of the screen.
  let headRows: Int

  /// The rows at the bottom: a rule, the help, and the keys.
  let footRows: Int

  init(columns: Int, rows: Int, hasSections: Bool, headRows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    sideWidth = columns >= 120 && hasSections ? 28 : 0
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

  /// Where it stands what is true of a field, and how wide that may be.
  var statusColumn: Int { isNarrow ? labelColumn : boxColumn + boxWidth + 1 }
  var statusWidth: Int { max(1, columns - statusColumn) }

  /// How wide a text may be that has a row of its own.
  var textWidth: Int { max(1, columns - labelColumn - 1) }
}
