import FormworkFrontEnd

/// Shows a prompt, a line that is being edited, and a status at the right, with few bytes.
///
/// Knows what stands on the terminal and writes the difference. Belongs to a terminal of its own
/// kind: one that knows ECMA-48's cursor movements.
/// - SeeAlso: ECMA-48, 8.3 (CUU, CUD, CUF, CHA, EL, ED).
struct LineDisplay {
  /// What is to be shown.
  struct Content: Equatable {
    /// What stands before the text, and does not move.
    var prompt: [Cell] = []

    /// The text, character by character.
    var text: [Cell] = []

    /// The cell of the text that the cursor is at; the number of cells at its end.
    var cursor = 0

    /// What stands at the right edge, if there is room: a column apart from the text.
    var status: [Cell] = []
  }

  /// A place on the terminal, counted from the first row that is shown.
  private struct Place: Equatable {
    var row = 0
    var column = 0
  }

  /// Rows of cells, with the place of the cursor among them.
  private struct Layout {
    var rows: [[Cell]] = [[]]
    var cursor = Place()
  }

  /// The columns of the terminal.
  private(set) var columns: Int

  /// The rows of the terminal.
  private(set) var rowLimit: Int

  private var output = ""
  private var shown: [[Cell]] = []
  private var shownStatus: [Cell] = []
  private var place = Place()
  private var firstRow = 0

  /// Whether the cursor stands at the end of the text, and so of the last row.
  private var isAtEnd = false

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    rowLimit = max(1, rows)
  }

  /// Whether the status of a content would find room.
  func fits(_ content: Content) -> Bool {
    let width = content.prompt.width + content.text.width
    return !content.status.isEmpty && width + 2 + content.status.width <= columns
  }

  // MARK: Drawing

  /// Brings the terminal from what it shows to a content.
  mutating func show(_ content: Content) {
    let layout = arrange(content)
    let rows = scrolled(layout)
    if shown.isEmpty { (shown, place) = ([[]], Place()) }
    let status = fits(content) && rows.count == 1 ? content.status : []
    // Before the text comes near it, the status has to go.
    if shownStatus != status, rows.count > 1 || shownStatus.width > status.width { eraseStatus() }
    for index in rows.indices { draw(rows[index], at: index) }
    if shown.count > rows.count { eraseRows(from: rows.count) }
    draw(status)
    go(to: Place(row: layout.cursor.row - firstRow, column: layout.cursor.column))
    isAtEnd = content.cursor == content.text.count
  }

  /// Shows what most keys do: one more character of ASCII at the end of the text, where nothing else
  /// differs.
  ///
  /// The work does not grow with the line, however many rows it takes.
  ///
  /// - Returns: Whether it is shown; otherwise the whole content has to be.
  mutating func append(_ cell: Cell) -> Bool {
    let right = shownStatus.isEmpty ? 0 : shownStatus.width + 1
    guard isAtEnd, place.column + 1 + right < columns else { return false }
    output.append(cell)
    shown[place.row].append(cell)
    place.column += 1
    return true
  }

  /// Writes lines above what is shown, which is drawn again below them.
  mutating func write(_ lines: [String], above content: Content?) {
    clear()
    for line in lines { output += line.withoutControls + "\r\n" }
    if let content { show(content) }
  }

  /// Goes to the line below what is shown, and leaves that as it is.
  mutating func finish() {
    guard !shown.isEmpty else { return }
    go(to: Place(row: shown.count - 1, column: place.column))
    output += "\r\n"
    forget()
  }

  /// Takes away what is shown.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    go(to: Place())
    output += "\r\u{1B}[J"
    forget()
  }

  /// Takes away everything on the terminal.
  mutating func clearTerminal() {
    output += "\u{1B}[H\u{1B}[2J"
    forget()
  }

  /// Takes another size in, and away what is shown: the terminal has wrapped it anew.
  mutating func resize(columns: Int, rows: Int) {
    if !shown.isEmpty {
      // Rows that are too wide now take several; their ends are ends still.
      var row = min(place.column, self.columns - 1) / max(1, columns)
      for (index, cells) in shown.prefix(place.row).enumerated() {
        let width = index == 0 && !shownStatus.isEmpty ? self.columns - 1 : cells.width
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

  /// Rings.
  mutating func ring() { output += "\u{7}" }

  /// Sends something that moves nothing, such as a switch of the terminal's.
  mutating func send(_ sequence: String) { output += sequence }

  /// What is to be written now.
  mutating func takeOutput() -> String {
    defer { output = "" }
    return output
  }

  private mutating func forget() {
    (shown, shownStatus, place, firstRow, isAtEnd) = ([], [], Place(), 0, false)
  }

  // MARK: Rows

  /// Breaks a content into rows.
  ///
  /// A newline in it breaks, too.
  private func arrange(_ content: Content) -> Layout {
    var layout = Layout()
    var width = 0
    func place() -> Place { Place(row: layout.rows.count - 1, column: width) }
    func add(_ cell: Cell) {
      if width + cell.width > columns {
        layout.rows.append([])
        width = 0
      }
      layout.rows[layout.rows.count - 1].append(cell)
      width += min(cell.width, columns)
    }
    content.prompt.forEach(add)
    for (index, cell) in content.text.enumerated() {
      if index == content.cursor { layout.cursor = place() }
      add(cell)
    }
    // Behind a full row the cursor is at the next one.
    if width >= columns { layout.rows.append([]); width = 0 }
    if content.cursor >= content.text.count { layout.cursor = place() }
    if layout.cursor.column >= columns {
      layout.cursor = Place(row: layout.cursor.row + 1, column: 0)
    }
    return layout
  }

  /// The rows that the terminal has room for, those around the cursor.
  private mutating func scrolled(_ layout: Layout) -> [[Cell]] {
    firstRow = min(firstRow, max(0, layout.rows.count - rowLimit))
    if layout.cursor.row < firstRow { firstRow = layout.cursor.row }
    if layout.cursor.row >= firstRow + rowLimit { firstRow = layout.cursor.row - rowLimit + 1 }
    return Array(layout.rows[firstRow..<min(layout.rows.count, firstRow + rowLimit)])
  }

  private mutating func draw(_ row: [Cell], at index: Int) {
    let isNew = index >= shown.count
    if isNew { addRow() }
    let old = shown[index]
    let same = zip(row, old).prefix { $0 == $1 }.count
    if same == row.count && same == old.count { return }
    let start = row[..<same].width
    if same < row.count || same < old.count {
      go(to: Place(row: index, column: start))
      for cell in row[same...] { output.append(cell) }
      place.column += row[same...].width
    }
    erase(old.width - row.width, behind: index)
    // What was joined out of several code points may have taken other room than was thought.
    if row[same...].contains(where: { $0.rest != nil }), place.column < columns {
      output += "\u{1B}[\(place.column + 1)G"
    }
    shown[index] = row
  }

  /// Blanks columns behind the cursor, with as few bytes as may be, and not the status.
  private mutating func erase(_ count: Int, behind row: Int) {
    guard count > 0 else { return }
    if count > 3 && (shownStatus.isEmpty || row > 0) {
      output += "\u{1B}[K"
    } else {
      output += String(repeating: " ", count: count)
      place.column += count
    }
  }

  /// Makes a row below the last one.
  private mutating func addRow() {
    if !shown.isEmpty {
      go(to: Place(row: shown.count - 1, column: place.column))
      output += "\r\n"
      place = Place(row: shown.count, column: 0)
    }
    shown.append([])
  }

  private mutating func eraseRows(from first: Int) {
    go(to: Place(row: first, column: 0))
    output += "\u{1B}[J"
    shown.removeSubrange(first...)
  }

  // MARK: Status

  private mutating func draw(_ status: [Cell]) {
    guard status != shownStatus else { return }
    let column = columns - 1 - status.width
    let same = status.count == shownStatus.count ? zip(status, shownStatus).prefix { $0 == $1 } : []
    go(to: Place(row: 0, column: column + status[..<same.count].width), absolutely: true)
    for cell in status[same.count...] { output.append(cell) }
    place.column = columns - 1
    shownStatus = status
  }

  private mutating func eraseStatus() {
    guard !shownStatus.isEmpty else { return }
    go(to: Place(row: 0, column: columns - 1 - shownStatus.width), absolutely: true)
    output += "\u{1B}[K"
    shownStatus = []
  }

  // MARK: Moving

  private mutating func go(to target: Place, absolutely: Bool = false) {
    guard target != place else { return }
    // A full row leaves the cursor upon its last column, whose number is of no use.
    let isPending = place.column >= columns
    if target.row < place.row { output += "\u{1B}[\(place.row - target.row)A" }
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
