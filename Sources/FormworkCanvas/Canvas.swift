public import FormworkFrontEnd

/// A grid of cells that is drawn on a terminal, and changed there by as few bytes as will do.
///
/// What is put there is shown at the next flush, which writes what has changed. Rows and columns are counted from 0;
/// what is put outside of the grid is not drawn.
///
/// ```swift
/// var canvas = Canvas(rows: 24, columns: 80)
/// canvas.enter()
/// canvas.put("Name", row: 2, column: 3, style: .bold)
/// canvas.cursor = (row: 2, column: 20)
/// try canvas.flush(to: host.outputDescriptor)
/// ```
public struct Canvas: Sendable {
  /// The number of rows.
  public var rows: Int { wanted.rows }

  /// The number of columns.
  public var columns: Int { wanted.columns }

  /// Where the terminal's cursor is to stand; `nil` hides it.
  public var cursor: (row: Int, column: Int)?

  /// Whether there are colours.
  public let hasColors: Bool

  /// What was put, and what the terminal shows.
  var wanted: Grid
  var shown: Grid

  /// What is known of each row.
  var rowStates: [RowState]

  /// The rows that were shown last; empty if something else was put since.
  var shownRows: [Row] = []

  /// What both grids may have.
  var longClusters = LongClusters()

  /// The rows that moved since the last flush.
  var scrolls: [Scroll] = []

  /// What the next flush begins with.
  var prologue: [UInt8] = []

  /// Whether the prologue was written.
  var hasEntered = false

  /// Whether the terminal shows what `shown` has.
  var isKnown = false
  var pen = Pen()

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - rows: At least 1, at most 500; a row more is not drawn.
  ///   - columns: At least 1, at most 1,000.
  ///   - colors: Whether there are colours; `nil` asks the environment: `FORMWORK_COLOR` may be `always` or `never`,
  ///     and otherwise there are unless `NO_COLOR` is set.
  public init(rows: Int, columns: Int, colors: Bool? = nil) {
    hasColors = colors ?? Environment.hasColors()
    wanted = Self.grid(rows, columns)
    shown = wanted
    rowStates = Array(repeating: RowState(), count: wanted.rows)
  }

  /// A terminal may be said to be of any size: what is beyond any screen is not drawn.
  private static func grid(_ rows: Int, _ columns: Int) -> Grid {
    Grid(rows: min(max(1, rows), 500), columns: min(max(1, columns), 1_000))
  }

  // MARK: Drawing

  /// Draws a text, as far as there is room.
  ///
  /// Control characters are left out, and so is what has no width by itself. A character that takes several columns is
  /// drawn as a whole or not at all; where it comes to stand upon a part of another one, the rest of that is blank.
  ///
  /// - Parameters:
  ///   - text: What is drawn; what has no room is not looked at.
  ///   - row: The row.
  ///   - column: Where it begins.
  ///   - width: The columns that it may take at most; nothing is drawn beyond the row's end in any case.
  ///   - style: How it looks.
  /// - Returns: How many columns it took.
  @discardableResult
  public mutating func put(
    _ text: Substring, row: Int, column: Int, width: Int = .max, style: Style = []
  ) -> Int {
    shownRows = []
    return write(text, row: row, column: column, width: width, style: style)
  }

  /// Draws a text, as far as there is room: the same as of a part of one.
  @discardableResult
  public mutating func put(
    _ text: String, row: Int, column: Int, width: Int = .max, style: Style = []
  ) -> Int {
    put(text[...], row: row, column: column, width: width, style: style)
  }

  /// Draws one character, as often as there is room for it; a column that is left over is blank.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: The columns; those that there are not are left out.
  ///   - character: What is drawn: a blank in the place of one that controls the terminal.
  ///   - style: How it looks.
  public mutating func fill(
    row: Int, columns: Range<Int>, with character: Character = " ", style: Style = []
  ) {
    shownRows = []
    guard (0..<rows).contains(row) else { return }
    let style = drawn(style)
    let range = columns.clamped(to: 0..<self.columns)
    let blank = Cell(ascii: UInt8(ascii: " "), style: style)
    if let byte = character.asciiValue {
      let cell = 0x20..<0x7F ~= byte ? Cell(ascii: byte, style: style) : blank
      for column in range { place(cell, row: row, column: column, width: 1) }
      return
    }
    let cluster = Cluster(character)
    var column = range.lowerBound
    if let cluster {
      while column + cluster.width <= range.upperBound {
        place(cluster, row: row, column: column, style: style)
        column += cluster.width
      }
    }
    for rest in column..<range.upperBound { place(blank, row: row, column: rest, width: 1) }
  }

  /// A style as it is drawn.
  func drawn(_ style: Style) -> Style {
    let known = hasColors ? style.intersection(.all) : style.intersection(.all).subtracting(.colors)
    return known.contains(.red) ? known.subtracting(.green) : known
  }

  /// Makes all cells blank, without a style.
  public mutating func clear() {
    shownRows = []
    wanted = Grid(rows: rows, columns: columns)
    for row in 0..<rows { touch(row: row, columns: 0..<columns) }
  }

  /// Moves what stands in some rows, and makes the rows blank that nothing moves to.
  ///
  /// The terminal is told to do the same where that takes fewer bytes than drawing the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows; those that there are not are left out.
  ///   - count: By how many rows: up, or down where it is less than 0.
  public mutating func scroll(rows: Range<Int>, by count: Int) {
    shownRows = []
    move(rows: rows, by: count)
  }

  /// Gives it another size: it is empty afterwards, and the terminal may show anything.
  ///
  /// - Parameters:
  ///   - rows: At least 1, at most 500; a row more is not drawn.
  ///   - columns: At least 1, at most 1,000.
  public mutating func resize(rows: Int, columns: Int) {
    wanted = Self.grid(rows, columns)
    rowStates = Array(repeating: RowState(), count: wanted.rows)
    shownRows = []
    isKnown = false
  }

  /// Says that the terminal may show anything: the next flush clears it and draws all.
  public mutating func invalidate() { isKnown = false }

  // MARK: The terminal

  /// Has the next flush begin with what makes the terminal ready, and draw all: at the first ATTACH, and at each with LOST.
  ///
  /// That is the alternate screen, reports of pasting and, if asked for, of the mouse.
  public mutating func enter(mouse: Bool = true) {
    prologue = Array("\u{1B}[?1049h\u{1B}[?2004h\(mouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")".utf8)
    isKnown = false
  }

  /// What puts the terminal back as it was, but for termios: it has to be written at once.
  ///
  /// - Returns: The bytes: none where the terminal was not made ready, for then the person's own screen is on view.
  public mutating func leave() -> [UInt8] {
    isKnown = false
    guard hasEntered else {
      prologue = []
      return []
    }
    (prologue, hasEntered) = ([], false)
    return Array(
      """
      \u{1B}[m\u{1B}[r\u{1B}[H\u{1B}[2J\
      \u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l
      """.utf8)
  }

  /// Draws what has changed since the last flush.
  ///
  /// - Parameter output: What the bytes are added to.
  public mutating func flush(into output: inout [UInt8]) { draw(into: &output) }

  /// Draws what has changed since the last flush.
  ///
  /// - Returns: The bytes: none where nothing has changed.
  public mutating func flush() -> [UInt8] {
    var output: [UInt8] = []
    flush(into: &output)
    return output
  }

  /// Has what is written past the canvas stand in no style, such as a secret behind the bytes of a flush.
  ///
  /// - Parameter output: What the bytes are added to.
  package mutating func switchStyleOff(into output: inout [UInt8]) { pen.set([], into: &output) }

  /// Draws what has changed since the last flush: by one write(2), unless the system takes only a part of it, and by
  /// none where nothing has changed.
  ///
  /// Nothing is written to a terminal whose other side is gone: the end of the input tells the front end so.
  ///
  /// - Parameter descriptor: The terminal.
  /// - Throws: What write(2) fails with, other than `EINTR` and `EAGAIN`. What the terminal shows is unknown then.
  public mutating func flush(to descriptor: Int32) throws(SystemError) {
    let bytes = flush()
    if bytes.isEmpty { return }
    if let error = bytes.withUnsafeBytes({ TextOutput.write($0, to: descriptor) }) { throw error }
  }

  // MARK: Measuring

  /// How many columns a text takes when it is put.
  public static func width(of text: some StringProtocol) -> Int {
    let text = Substring(text)
    // Of ASCII each code is a character, or none that is drawn.
    var columns = 0
    for byte in text.utf8 {
      guard byte < 0x80 else { return text.reduce(0) { $0 + width(of: $1) } }
      if 0x20..<0x7F ~= byte { columns += 1 }
    }
    return columns
  }

  /// How many columns a character takes when it is put.
  public static func width(of character: Character) -> Int {
    if let byte = character.asciiValue { return 0x20..<0x7F ~= byte ? 1 : 0 }
    return Cluster(character)?.width ?? 0
  }
}

extension Canvas {
  /// A text in a row.
  public struct Span: Equatable, Sendable {
    /// The column of its beginning.
    public let column: Int

    /// The text.
    public let text: String

    /// The number of columns that it covers; `nil` if these are the columns of the text.
    public var width: Int?

    /// How it looks.
    public var style: Style

    /// What a click on it is for.
    package var target: Target?

    /// Creates a span.
    public init(column: Int, text: String, width: Int? = nil, style: Style = []) {
      (self.column, self.text, self.width, self.style) = (column, text, width, style)
    }

    /// Creates a span that can be clicked on.
    package init(
      column: Int, text: String, width: Int? = nil, style: Style = [], target: Target?
    ) {
      (self.column, self.text, self.width, self.style) = (column, text, width, style)
      self.target = target
    }

    /// The columns that it covers.
    package var columns: Range<Int> {
      column..<column + max(0, width ?? Canvas.width(of: text))
    }
  }

  /// What a click on a span is for.
  package enum Target: Equatable, Sendable {
    case node(NodeID)
    case option(NodeID)
    /// The text of a field that begins with a byte of it.
    case text(NodeID, start: Int)
    /// An entry of the open window.
    case entry(Int)
  }

  /// The spans of a row; a later one covers an earlier one.
  public typealias Row = [Span]

  /// The largest number of rows by which contents are found to have moved.
  private static let moveLimit = 4

  /// Shows rows in the place of everything else.
  ///
  /// Equal rows are skipped, and of the others only the spans that differ are put. A text that has no
  /// room in its columns ends with a sign.
  ///
  /// - Parameters:
  ///   - rows: The rows from the top; missing ones are blank.
  ///   - cursor: The place of the cursor; `nil` hides it.
  ///   - region: The rows whose contents may have moved up or down.
  ///   - sign: The sign at the end of a text that is cut.
  public mutating func show(
    _ rows: [Row], cursor: (row: Int, column: Int)?, region: Range<Int> = 0..<0, sign: String = "…"
  ) {
    if shownRows.count != self.rows {
      clear()
      shownRows = Array(repeating: [], count: self.rows)
    }
    let rows =
      rows.count == self.rows
      ? rows : Array((rows + Array(repeating: [], count: self.rows)).prefix(self.rows))
    var changed = rows.indices.filter { rows[$0] != shownRows[$0] }
    if changed.count > Self.moveLimit, moveRows(to: rows, changed.filter(region.contains)) {
      changed = rows.indices.filter { rows[$0] != shownRows[$0] }
    }
    for row in changed { put(rows[row], over: shownRows[row], row: row, sign) }
    // The caller can change a single row of an array that is not kept here, without a copy.
    if changed.count == 1 { shownRows[changed[0]] = rows[changed[0]] } else { shownRows = rows }
    self.cursor = cursor.map { ($0.row, min($0.column, columns - 1)) }
  }

  /// Moves rows whose contents are a few rows higher or lower now, if these are most of the rows that
  /// changed.
  ///
  /// - Returns: Whether there are such rows.
  private mutating func moveRows(to new: [Row], _ changed: [Int]) -> Bool {
    guard let first = changed.first, let last = changed.last, changed.count > Self.moveLimit
    else { return false }
    let (range, old) = (first..<last + 1, shownRows)
    func keptCount(_ count: Int) -> Int {
      range.count {
        range.contains($0 + count) && !new[$0].isEmpty && new[$0] == old[$0 + count]
      }
    }
    let counts = (-Self.moveLimit...Self.moveLimit).filter { $0 != 0 }
      .map { (count: $0, kept: keptCount($0)) }
    guard let best = counts.max(by: { $0.kept < $1.kept }), best.kept * 2 > changed.count
    else { return false }
    move(rows: range, by: best.count)
    for row in range {
      shownRows[row] = range.contains(row + best.count) ? old[row + best.count] : []
    }
    return true
  }

  /// Puts the spans of a row that differ from those that are shown, and those that these uncover.
  private mutating func put(_ new: Row, over old: Row, row: Int, _ sign: String) {
    let common = min(old.count, new.count)
    var head = 0
    while head < common, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < common - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let come = head..<new.count - tail
    var changed = (come.isEmpty ? old[head] : new[head]).columns
    for index in head..<old.count - tail { changed = changed.union(old[index].columns) }
    for index in come { changed = changed.union(new[index].columns) }
    // Other spans are put again if they share columns with these, and so on.
    var (former, isShared) = (0..<0, false)
    while former != changed {
      former = changed
      for index in new.indices where !come.contains(index) {
        let columns = new[index].columns
        guard columns.overlaps(changed) else { continue }
        (changed, isShared) = (changed.union(columns), true)
      }
    }
    if come.isEmpty || new[head].columns != changed { blank(row: row, columns: changed) }
    for index in isShared ? new.indices : come where new[index].columns.overlaps(changed) {
      put(new[index], row: row, sign)
    }
  }

  /// Puts a span, and blanks the rest of its columns.
  private mutating func put(_ span: Span, row: Int, _ sign: String) {
    let width = min(span.width ?? .max, columns - span.column)
    guard width > 0 else { return }
    let text = span.text.cut(columns: width, sign: sign)
    let used = write(
      text[...], row: row, column: span.column, width: width, style: span.style)
    if span.width != nil {
      blank(row: row, columns: span.column + used..<span.column + width)
    }
  }

  private mutating func blank(row: Int, columns: Range<Int>) {
    for column in columns.clamped(to: 0..<self.columns) {
      place(.blank, row: row, column: column, width: 1)
    }
  }
}

extension Range<Int> {
  fileprivate func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension Canvas {
  /// How a text looks: in the terminal's own colours, or in two that can be read on any background.
  ///
  /// A style repeats what the words say; it says nothing of its own.
  ///
  /// - SeeAlso: ECMA-48, 8.3.117 (SGR).
  public struct Style: OptionSet, Hashable, Sendable {
    /// The bits of the parts.
    public let rawValue: UInt8

    /// Makes a style of its parts.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or bright.
    public static let bold = Style(rawValue: 1)

    /// The colours of text and background exchanged.
    public static let reverse = Style(rawValue: 2)

    /// Red, which a canvas without colours leaves out.
    public static let red = Style(rawValue: 4)

    /// Green, which a canvas without colours leaves out; with red, it is red.
    public static let green = Style(rawValue: 8)

    /// The colours.
    static let colors: Style = [.red, .green]

    /// All that there is.
    static let all: Style = [.bold, .reverse, .red, .green]
  }
}

extension Character {
  private static let tabWidth = 4

  /// The number of columns that it takes in a text of several lines.
  package var columnCount: Int { self == "\t" ? Self.tabWidth : Canvas.width(of: self) }

  /// The blanks that are shown for a tab.
  package static var tabBlanks: String { String(repeating: " ", count: tabWidth) }
}

extension Substring {
  /// Returns the part that has room in a number of columns.
  package func prefix(columns: Int) -> Substring {
    // Most texts have room, and are ASCII.
    if utf8.count <= columns, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var (end, width) = (startIndex, 0)
    while end < endIndex {
      width += self[end].columnCount
      if width > columns { break }
      end = index(after: end)
    }
    return self[..<end]
  }
}

extension String {
  /// Returns the text, or the part of it that has room before a sign.
  package func cut(columns: Int, sign: String) -> String {
    // No character takes more columns than bytes.
    if utf8.count <= columns { return self }
    let part = self[...].prefix(columns: columns)
    if part.endIndex == endIndex { return self }
    let signWidth = Canvas.width(of: sign)
    return columns <= signWidth
      ? String(part) : String(self[...].prefix(columns: columns - signWidth)) + sign
  }
}
