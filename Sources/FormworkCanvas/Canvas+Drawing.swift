extension Canvas {
  /// A range of rows that moved since the last flush.
  struct Scroll {
    let rows: Range<Int>
    var count: Int
  }

  struct RowState {
    /// The columns that may differ from the terminal.
    var touched = 0..<0
    /// Whether the row may contain clusters of uncertain width.
    var mayBeUnsure = false
  }

  // MARK: Putting

  /// Puts a text, and returns the number of columns that it takes.
  mutating func write(
    _ text: Substring, row: Int, column: Int, width: Int, style: TextAttributes
  ) -> Int {
    guard (0..<rows).contains(row), (0..<columns).contains(column), width > 0 else { return 0 }
    let style = drawn(style)
    let limit = min(width, columns - column)
    var contiguous = text
    return contiguous.withUTF8 { bytes in
      var (offset, used) = (0, 0)
      while offset < bytes.count, used < limit {
        let byte = bytes[offset]
        // Most characters are ASCII, and nothing joins them.
        if byte < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
          offset += 1
          guard 0x20..<0x7F ~= byte else { continue }
          place(Cell(ascii: byte, style: style), row: row, column: column + used, width: 1)
          used += 1
        } else {
          let character = text[text.utf8.index(text.startIndex, offsetBy: offset)]
          offset += character.utf8.count
          guard let cluster = Cluster(character) else { continue }
          guard used + cluster.width <= limit else { break }
          place(cluster, row: row, column: column + used, style: style)
          used += cluster.width
        }
      }
      return used
    }
  }

  /// Moves the contents of rows, and blanks the rows that become free.
  mutating func move(rows: Range<Int>, by count: Int) {
    let range = rows.clamped(to: 0..<self.rows)
    guard count != 0, !range.isEmpty else { return }
    let count = min(max(count, -range.count), range.count)
    wanted.move(rows: range, by: count)
    let isUnsure = rowStates[range].contains(where: \.mayBeUnsure)
    for row in range {
      rowStates[row].mayBeUnsure = isUnsure
      touch(row: row, columns: 0..<columns)
    }
    note(Scroll(rows: range, count: count))
  }

  /// Puts a cell and its continuations, and blanks the rest of clusters that it partly covers.
  mutating func place(_ cell: Cell, row: Int, column: Int, width: Int) {
    guard wanted[row, column] != cell else { return }
    var (lower, upper) = (column, column + width)
    let left = wanted[row, column]
    if left.isContinuation {
      while wanted[row, lower].isContinuation { lower -= 1 }
      let blank = wanted[row, lower].blanked
      for index in lower..<column { wanted[row, index] = blank }
    }
    if upper < columns, wanted[row, upper].isContinuation {
      var lead = upper
      while wanted[row, lead].isContinuation, lead > 0 { lead -= 1 }
      let blank = wanted[row, lead].blanked
      while upper < columns, wanted[row, upper].isContinuation {
        wanted[row, upper] = blank
        upper += 1
      }
    }
    wanted[row, column] = cell
    for index in column + 1..<column + width { wanted[row, index] = .continuation }
    if cell.isUnsure { rowStates[row].mayBeUnsure = true }
    touch(row: row, columns: lower..<upper)
  }

  /// Puts a cluster into existing columns, or only its head if it might wrap at the end of the row.
  mutating func place(_ cluster: Cluster, row: Int, column: Int, style: TextAttributes) {
    var drawn = cluster
    if column + cluster.reach > columns, let head = cluster.head { drawn = head }
    place(cell(of: drawn, style: style), row: row, column: column, width: drawn.width)
    for index in drawn.width..<max(drawn.width, cluster.width) {
      place(
        Cell(ascii: UInt8(ascii: " "), style: style), row: row, column: column + index, width: 1)
    }
  }

  private mutating func cell(of cluster: Cluster, style: TextAttributes) -> Cell {
    let text = String(cluster.text).utf8
    if text.count <= Cell.byteLimit, cluster.width <= Cell.widthLimit {
      return Cell(short: text, width: cluster.width, isUnsure: cluster.isUnsure, style: style)
    }
    let number = longClusters.number(of: .init(text: Array(text), width: cluster.width))
    return Cell(number: number, width: cluster.width, isUnsure: cluster.isUnsure, style: style)
  }

  /// Records that columns of a row may have changed.
  mutating func touch(row: Int, columns: Range<Int>) {
    let old = rowStates[row].touched
    rowStates[row].touched =
      old.isEmpty
      ? columns
      : min(old.lowerBound, columns.lowerBound)..<max(old.upperBound, columns.upperBound)
  }

  mutating func note(_ scroll: Scroll) {
    if let last = scrolls.last, last.rows == scroll.rows {
      scrolls[scrolls.count - 1].count += scroll.count
    } else {
      scrolls.append(scroll)
    }
  }

  // MARK: Drawing

  mutating func draw(into output: inout [UInt8]) {
    output.append(contentsOf: prologue)
    if !prologue.isEmpty { hasEntered = true }
    prologue = []
    if !isKnown { redraw(into: &output) }
    for scroll in scrolls { draw(scroll, into: &output) }
    scrolls = []
    // Begin with the row of the cursor: it usually has changes, and needs no jump.
    let first = pen.row ?? 0
    drawRows(first..<rows, into: &output)
    drawRows(0..<first, into: &output)
    if let cursor {
      let row = min(max(0, cursor.row), rows - 1)
      move(row: row, column: min(max(0, cursor.column), columns - 1), into: &output)
    }
    pen.show(cursor != nil, into: &output)
    if longClusters.entries.count > rows * columns { forgetLongClusters() }
  }

  private mutating func drawRows(_ range: Range<Int>, into output: inout [UInt8]) {
    for row in range where !rowStates[row].touched.isEmpty {
      draw(row: row, columns: rowStates[row].touched, into: &output)
      rowStates[row].touched = 0..<0
    }
  }

  private mutating func redraw(into output: inout [UInt8]) {
    pen = Pen()
    pen.set([], into: &output)
    output.append(escape: "[2J")
    shown = Grid(rows: rows, columns: columns)
    scrolls = []
    for row in 0..<rows { rowStates[row].touched = 0..<columns }
    isKnown = true
  }

  private mutating func draw(_ scroll: Scroll, into output: inout [UInt8]) {
    let (range, count) = (scroll.rows, scroll.count)
    guard count != 0, abs(count) < range.count else { return }
    pen.scroll(rows: range, by: count, of: rows, into: &output)
    shown.move(rows: range, by: count)
  }

  private mutating func draw(row: Int, columns range: Range<Int>, into output: inout [UInt8]) {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower < upper, wanted[row, lower] == shown[row, lower] { lower += 1 }
    while lower < upper, wanted[row, upper - 1] == shown[row, upper - 1] { upper -= 1 }
    guard lower < upper else { return }
    guard let unsure = firstUnsure(in: row), unsure < upper else {
      return drawCells(row: row, columns: lower..<upper, into: &output)
    }
    if lower < unsure { drawCells(row: row, columns: lower..<unsure, into: &output) }
    erase(row: row, from: unsure, into: &output)
    drawCells(row: row, columns: unsure..<columns, into: &output)
  }

  /// Returns the column of the first cluster whose width is or was uncertain.
  private mutating func firstUnsure(in row: Int) -> Int? {
    guard rowStates[row].mayBeUnsure else { return nil }
    let found = (0..<columns).first { wanted[row, $0].isUnsure || shown[row, $0].isUnsure }
    guard var column = found else {
      rowStates[row].mayBeUnsure = false
      return nil
    }
    while wanted[row, column].isContinuation { column -= 1 }
    return column
  }

  private mutating func drawCells(row: Int, columns range: Range<Int>, into output: inout [UInt8]) {
    let tail = blankTail(row: row, columns: range)
    for column in range.lowerBound..<(tail ?? range.upperBound) {
      let cell = wanted[row, column]
      if cell == shown[row, column] || cell.isContinuation { continue }
      move(row: row, column: column, into: &output)
      draw(cell, row: row, column: column, into: &output)
    }
    if let tail { erase(row: row, from: tail, into: &output) }
  }

  /// Returns the column from which erasing the rest of the row is shorter than drawing blanks.
  private func blankTail(row: Int, columns range: Range<Int>) -> Int? {
    guard (range.upperBound - 1..<columns).allSatisfy({ wanted[row, $0] == .blank }) else {
      return nil
    }
    var (tail, count) = (range.upperBound, 0)
    var column = range.upperBound - 1
    while column >= range.lowerBound, wanted[row, column] == .blank {
      if shown[row, column] != .blank { (tail, count) = (column, count + 1) }
      column -= 1
    }
    return count > 3 ? tail : nil
  }

  private mutating func erase(row: Int, from column: Int, into output: inout [UInt8]) {
    move(row: row, column: column, into: &output)
    pen.set([], into: &output)
    output.append(escape: "[K")
    shown.blank(row: row, columns: column..<columns)
  }

  private mutating func draw(_ cell: Cell, row: Int, column: Int, into output: inout [UInt8]) {
    if !pen.suits(cell) { pen.set(cell.style, into: &output) }
    write(cell, into: &output)
    let end = column + width(of: cell)
    shown[row, column] = cell
    for index in column + 1..<end { shown[row, index] = .continuation }
    pen.column = end < columns && !cell.isUnsure ? end : nil
    // Some terminals show the parts of an emoji side by side: erase the further ones.
    if cell.isUnsure, end < columns {
      pen.jump(column: end, into: &output)
      erase(row: row, from: end, into: &output)
    }
  }

  private func write(_ cell: Cell, into output: inout [UInt8]) {
    if let number = cell.number {
      output.append(contentsOf: longClusters.entries[number].text)
    } else {
      cell.write(to: &output)
    }
  }

  private func width(of cell: Cell) -> Int {
    cell.number.map { longClusters.entries[$0].width } ?? cell.width
  }

  // MARK: Moving

  /// Moves the cursor with few bytes: up to four cells are drawn again if they have the current style.
  private mutating func move(row: Int, column: Int, into output: inout [UInt8]) {
    guard row == pen.row else { return pen.jump(row: row, column: column, into: &output) }
    if column == pen.column { return }
    if column == 0 {
      output.append("\r")
    } else if let start = pen.column, start > column, start - column <= 4 {
      for _ in column..<start { output.append(0x08) }
    } else if let start = pen.column, start < column, column - start <= 4,
      (start..<column).allSatisfy({ isRepeatable(shown[row, $0]) })
    {
      for index in start..<column { write(shown[row, index], into: &output) }
    } else {
      pen.jump(column: column, into: &output)
    }
    pen.column = column
  }

  private func isRepeatable(_ cell: Cell) -> Bool {
    pen.suits(cell) && !cell.isUnsure && cell.width == 1
  }

  // MARK: Forgetting

  /// Keeps only the long clusters in use, after everything was drawn.
  private mutating func forgetLongClusters() {
    let old = longClusters
    var new = LongClusters()
    wanted.replaceAll { cell in
      cell.number.map { cell.renumbered(new.number(of: old.entries[$0])) } ?? cell
    }
    (longClusters, shown) = (new, wanted)
  }
}

/// The state of the terminal besides its cells, and the control sequences that change it.
///
/// - SeeAlso: ECMA-48, 8.3 (CUP, CHA, EL, SGR); DEC STD 070, "DECSTBM".
struct Pen {
  /// The row of the cursor; `nil` if it is unknown.
  var row: Int?

  /// The column of the cursor; `nil` if it is unknown, or after the last column.
  var column: Int?

  /// The current style; `nil` if it is unknown.
  var style: Canvas.TextAttributes?

  /// Whether the cursor is visible; `nil` if it is unknown.
  var isVisible: Bool?

  /// Whether a cell looks right in the current style; a blank does in all styles without reverse.
  func suits(_ cell: Cell) -> Bool {
    guard let style else { return false }
    return style == cell.style || cell == .blank && !style.contains(.reverse)
  }

  /// Sets the style alone: the empty number before the codes means 0, which switches all others off.
  mutating func set(_ new: Canvas.TextAttributes, into output: inout [UInt8]) {
    guard new != style else { return }
    output.append(escape: "[")
    if new.contains(.bold) { output.append(";1") }
    if new.contains(.reverse) { output.append(";7") }
    // The terminal's own green is faint on white. These colours of the 256-colour palette have a
    // contrast of 3.9 to 5.4 with black and with white.
    if new.contains(.red) { output.append(";38;5;160") }
    if new.contains(.green) { output.append(";38;5;28") }
    output.append("m")
    style = new
  }

  /// Moves the cursor from any position.
  mutating func jump(row: Int, column: Int, into output: inout [UInt8]) {
    output.append(escape: "[")
    if row > 0 { output.append(decimal: row + 1) }
    if column > 0 {
      output.append(";")
      output.append(decimal: column + 1)
    }
    output.append("H")
    (self.row, self.column) = (row, column)
  }

  mutating func jump(column: Int, into output: inout [UInt8]) {
    output.append(escape: "[")
    if column > 0 { output.append(decimal: column + 1) }
    output.append("G")
    self.column = column
  }

  mutating func show(_ isVisible: Bool, into output: inout [UInt8]) {
    guard self.isVisible != isVisible else { return }
    output.append(escape: isVisible ? "[?25h" : "[?25l")
    self.isVisible = isVisible
  }

  /// Moves the contents of rows up, or down if the count is negative.
  mutating func scroll(
    rows: Range<Int>, by count: Int, of rowCount: Int, into output: inout [UInt8]
  ) {
    // The terminal gives the free rows the current background.
    set([], into: &output)
    let isPart = rows != 0..<rowCount
    if isPart {
      output.append(escape: "[")
      output.append(decimal: rows.lowerBound + 1)
      output.append(";")
      output.append(decimal: rows.upperBound)
      output.append("r")
    }
    jump(row: count > 0 ? rows.upperBound - 1 : rows.lowerBound, column: 0, into: &output)
    for _ in 0..<abs(count) {
      if count > 0 { output.append("\n") } else { output.append(escape: "M") }
    }
    if isPart {
      output.append(escape: "[r")
      (row, column) = (0, 0)
    }
  }
}

extension [UInt8] {
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  mutating func append(escape text: StaticString) {
    append(0x1B)
    append(text)
  }

  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
