import FormworkFrontEnd
import Wording

/// A display of a prompt, the edited line and a status at the right, drawn with few bytes.
///
/// Knows the content of the terminal, and writes the differences. The terminal moves the cursor as in ECMA-48, and saves
/// it like those of DEC.
/// - SeeAlso: ECMA-48, 8.3 (CUU, CUD, CUF, CHA, EL, ED, RI); console_codes(4), DECSC and DECRC.
struct LineDisplay {
  struct Content: Equatable {
    /// The rows above the prompt, such as a status that has no room at the right.
    var above: [Row] = []
    var prompt = ""
    var text: [LineCell] = []
    /// The index of the cursor in the text; the number of cells at its end.
    var cursor = 0
    var status: [LineCell] = []
    var style = TextRole.plain
    fileprivate var width: Int { prompt.cells.width + text.width }
  }

  struct Row: Equatable {
    var cells: [LineCell] = []
    var style = TextRole.plain
  }

  /// A place on the terminal, counted from the first visible row.
  private struct Place: Equatable {
    var row = 0
    var column = 0
  }

  private(set) var columns: Int
  private(set) var rowLimit: Int
  private let palette: Palette
  private var output = ""
  private var shown: [Row] = []
  private var shownAboveCount = 0
  private var shownStatus = Row()
  private var statusPlace = Place()
  private var place = Place()
  private var firstRow = 0

  /// The number of rows that were written above last, and have to stay visible.
  private var writtenCount = 0
  private var isAtEnd = false

  init(columns: Int, rows: Int, palette: Palette) {
    (self.columns, rowLimit, self.palette) = (max(1, columns), max(1, rows), palette)
  }

  /// Returns the number of columns for the status of a content.
  ///
  /// A text that is longer than the terminal has none beside it: its last row may be out of view.
  func statusRoom(beside content: Content) -> Int {
    let end = content.width
    return end >= columns * max(lineLimit - 1, 1)
      ? 0 : StatusColumn.room(after: end, columns: columns)
  }

  /// The most rows of the line and its status above it.
  private var lineLimit: Int { rowLimit - min(writtenCount, rowLimit / 2) }

  // MARK: Drawing

  mutating func show(_ content: Content) {
    if content.above.count != shownAboveCount { clear() }
    shownAboveCount = content.above.count
    let limit = max(lineLimit, min(content.above.count + 1, rowLimit))
    let above = Array(content.above.prefix(limit - 1))
    let (lines, cursor) = arrange(content)
    let rows = above + scrolled(lines, to: cursor.row, limit: limit - above.count)
    let isWhole = lines.count == firstRow + rows.count - above.count
    if shown.isEmpty { (shown, place) = ([Row()], Place()) }
    let end = content.width
    let column =
      isWhole
      ? StatusColumn.start(after: end, width: content.status.width, columns: columns) : nil
    let target = Place(row: rows.count - 1, column: column ?? 0)
    // The status has to go before the text reaches it.
    if column == nil || target.row != statusPlace.row || end >= statusPlace.column { eraseStatus() }
    for index in rows.indices { draw(rows[index], at: index) }
    if shown.count > rows.count {
      go(to: Place(row: rows.count, column: 0))
      output += "\u{1B}[J"
      shown.removeSubrange(rows.count...)
    }
    if column != nil { draw(Row(cells: content.status, style: content.style), at: target) }
    go(to: Place(row: above.count + cursor.row - firstRow, column: cursor.column))
    isAtEnd = content.cursor == content.text.count
  }

  /// Shows one more character at the end, if possible; the work does not grow with the line.
  mutating func append(_ cell: LineCell) -> Bool {
    // The cursor needs a column before the status, or at the end of the row.
    let end = (shownStatus.cells.isEmpty ? columns : statusPlace.column) - 1
    guard isAtEnd, place.column < end else { return false }
    output.append(cell)
    shown[place.row].cells.append(cell)
    place.column += 1
    return true
  }

  mutating func write(_ lines: [OutputLine]) {
    clear()
    writtenCount = 0
    for line in lines {
      for row in line.wrapped(to: columns) {
        output += palette.dressed(row.text, row.style) + "\r\n"
        writtenCount += 1
      }
    }
  }

  /// Goes to the row below the content, which stays.
  mutating func finish() {
    guard !shown.isEmpty else { return }
    go(to: Place(row: shown.count - 1, column: place.column))
    // After a full row there is an empty one already.
    let isBelow = shown.count > 1 && shown.last?.cells == [] && shownStatus.cells.isEmpty
    output += isBelow ? "\r" : "\r\n"
    writtenCount = 0
    forget()
  }

  mutating func clear() {
    guard !shown.isEmpty else { return }
    go(to: Place())
    output += "\r\u{1B}[J"
    forget()
  }

  mutating func clearTerminal() {
    output += "\u{1B}[H\u{1B}[2J"
    writtenCount = 0
    forget()
  }

  /// Adopts another size, and erases the content, which the terminal has wrapped.
  mutating func resize(columns: Int, rows: Int) {
    if !shown.isEmpty {
      // Each row that is too wide now takes several.
      var row = min(place.column, self.columns - 1) / max(1, columns)
      for (index, shown) in shown.prefix(place.row).enumerated() {
        let hasStatus = index == statusPlace.row && !shownStatus.cells.isEmpty
        let width = hasStatus ? statusPlace.column + shownStatus.cells.width : shown.cells.width
        row += max(1, (width + columns - 1) / max(1, columns))
      }
      place = Place(row: row, column: 0)
      let up = min(place.row, max(0, rows - 1))
      if up > 0 { output += "\u{1B}[\(up)A" }
      output += "\r\u{1B}[J"
    }
    self.columns = max(1, columns)
    rowLimit = max(1, rows)
    forget()
  }

  mutating func ring() { output += "\u{7}" }

  mutating func send(_ sequence: String) { output += sequence }

  mutating func takeOutput() -> String {
    defer { output = "" }
    return output
  }

  private mutating func forget() {
    (shown, shownAboveCount, shownStatus, statusPlace) = ([], 0, Row(), Place())
    (place, firstRow, isAtEnd) = (Place(), 0, false)
  }

  // MARK: Rows

  private func arrange(_ content: Content) -> (rows: [Row], cursor: Place) {
    var rows = content.prompt.cellRows(of: columns).map { Row(cells: $0) }
    var (cursor, width) = (Place(), rows.last?.cells.width ?? 0)
    for (index, cell) in content.text.enumerated() {
      if index == content.cursor { cursor = Place(row: rows.count - 1, column: width) }
      if width + cell.width > columns {
        rows.append(Row())
        width = 0
      }
      rows[rows.count - 1].cells.append(cell)
      width += min(cell.width, columns)
    }
    // After a full row the cursor is in the next one.
    if width >= columns { rows.append(Row()); width = 0 }
    if content.cursor >= content.text.count { cursor = Place(row: rows.count - 1, column: width) }
    if cursor.column >= columns { cursor = Place(row: cursor.row + 1, column: 0) }
    return (rows, cursor)
  }

  private mutating func scrolled(_ rows: [Row], to row: Int, limit: Int) -> [Row] {
    firstRow = min(firstRow, max(0, rows.count - limit), row)
    firstRow = max(firstRow, row - limit + 1)
    return Array(rows[firstRow...].prefix(limit))
  }

  private mutating func draw(_ row: Row, at index: Int) {
    if index >= shown.count {
      if index > 0 {
        go(to: Place(row: index - 1, column: place.column))
        output += "\r\n"
        place = Place(row: index, column: 0)
      }
      shown.append(Row())
    }
    let old = shown[index]
    guard row != old else { return }
    var same = row.style == old.style ? row.cells.commonCount(with: old.cells) : 0
    // A cell without columns changes with the one before it.
    while same > 0, [row, old].contains(where: { $0.cells.dropFirst(same).first?.width == 0 }) {
      same -= 1
    }
    let start = Place(row: index, column: row.cells[..<same].width)
    let rest = row.cells[same...]
    shown[index] = row
    if row.style != .plain && !old.cells.isEmpty {
      patch(rest, at: start, row.style, erasing: old.cells.width - row.cells.width)
      return
    }
    go(to: start)
    output += palette.start(of: row.style)
    for cell in rest { write(cell) }
    output += palette.end(of: row.style)
    let leftover = old.cells.width - row.cells.width
    if leftover > 3 && (shownStatus.cells.isEmpty || index != statusPlace.row) {
      output += "\u{1B}[K"
    } else if leftover > 0 {
      output += String(repeating: " ", count: leftover)
      place.column += leftover
    }
    // Joined code points may have another width than expected.
    if rest.contains(where: { $0.rest != nil }), place.column < columns {
      output += "\u{1B}[\(place.column + 1)G"
    }
  }

  /// Writes a cell, so that terminals continue at the same column even if they differ in its width.
  private mutating func write(_ cell: LineCell) {
    let end = place.column + cell.width
    if cell.isCertain || end > columns {
      output.append(cell)
    } else {
      output += String(repeating: " ", count: cell.width) + "\u{1B}[\(place.column + 1)G"
      output.append(cell)
      if end < columns { output += "\u{1B}[\(end + 1)G" }
    }
    place.column = end
  }

  /// Writes cells at another place, and returns: the terminal saves the cursor with its attributes.
  ///
  /// Some columns after the cells are blanked, or first the row from a place before them.
  private mutating func patch(
    _ cells: ArraySlice<LineCell>, at target: Place, _ style: TextRole, erasing count: Int,
    from old: Place? = nil
  ) {
    let home = place
    output += "\u{1B}7"
    if let old {
      go(to: old, absolutely: true)
      output += "\u{1B}[K"
    }
    go(to: target, absolutely: true)
    if !cells.isEmpty { output += palette.start(of: style) }
    for cell in cells { output.append(cell) }
    if count > 3 {
      output += "\u{1B}[K"
    } else if count > 0 {
      output += String(repeating: " ", count: count)
    }
    output += "\u{1B}8"
    place = home
  }

  private mutating func draw(_ status: Row, at target: Place) {
    let old = shownStatus
    guard status != old || target != statusPlace else { return }
    let isElsewhere = old.cells.isEmpty || target != statusPlace
    let same =
      isElsewhere || status.style != old.style ? 0 : status.cells.commonCount(with: old.cells)
    let startsEarlier = !old.cells.isEmpty && statusPlace.column < target.column
    let end = statusPlace.column + old.cells.width
    let leftover = startsEarlier || old.cells.isEmpty ? 0 : end - target.column - status.cells.width
    let start = Place(row: target.row, column: target.column + status.cells[..<same].width)
    patch(
      status.cells[same...], at: start, status.style, erasing: leftover,
      from: startsEarlier ? statusPlace : nil)
    (shownStatus, statusPlace) = (status, target)
  }

  private mutating func eraseStatus() {
    guard !shownStatus.cells.isEmpty else { return }
    patch([], at: statusPlace, .plain, erasing: max(4, shownStatus.cells.width))
    shownStatus = Row()
  }

  private mutating func go(to target: Place, absolutely: Bool = false) {
    guard target != place else { return }
    // After a full row the cursor is at the last column, or beyond it.
    let isPending = place.column >= columns
    // For one row up there is a shorter sequence.
    if absolutely && target.row == place.row - 1 {
      output += "\u{1B}M"
    } else if target.row < place.row {
      output += "\u{1B}[\(place.row - target.row)A"
    }
    if target.row > place.row { output += "\u{1B}[\(target.row - place.row)B" }
    let back = place.column - target.column
    if target.column == 0 && (back > 1 || isPending) {
      output += "\r"
    } else if back != 0 || isPending {
      if absolutely || isPending || back < 0 || back > 4 {
        output += "\u{1B}[\(target.column + 1)G"
      } else {
        output += String(repeating: "\u{8}", count: back)
      }
    }
    place = target
  }
}

extension LineDisplay.Row {
  init(_ line: OutputLine) { self.init(cells: line.text.cells, style: line.style) }
}

extension OutputLine {
  func wrapped(to columns: Int) -> [OutputLine] {
    text.replacingControls().wrapped(to: columns).map { OutputLine($0, style) }
  }
}

extension [LineCell] {
  fileprivate func commonCount(with other: [LineCell]) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }
}
