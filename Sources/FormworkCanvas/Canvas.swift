public import FormworkFrontEnd

/// A grid of cells that is drawn on a terminal, and updated with few bytes.
///
/// Contents become visible at the next flush, which writes only the changes. Rows and columns are counted from 0;
/// contents outside of the grid are not drawn.
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

  /// The position of the terminal's cursor; `nil` hides it.
  public var cursor: (row: Int, column: Int)?

  /// Whether the canvas draws colours.
  public let hasColors: Bool

  /// The contents of the canvas and of the terminal.
  var wanted: Grid
  var shown: Grid
  var rowStates: [RowState]

  /// The rows of the last ``show(_:cursor:region:sign:)``; empty if something else was drawn since.
  var shownRows: [Row] = []
  var longClusters = LongClusters()
  var scrolls: [Scroll] = []

  /// The bytes at the beginning of the next flush.
  var prologue: [UInt8] = []

  /// Whether a prologue was written.
  var hasEntered = false

  /// Whether the terminal shows the contents of `shown`.
  var isKnown = false
  var pen = Pen()

  /// Creates an empty canvas.
  ///
  /// - Parameters:
  ///   - rows: The number of rows, from 1 to 500; further rows are not drawn.
  ///   - columns: The number of columns, from 1 to 1,000.
  ///   - colors: Whether to draw colours; `nil` uses the environment: `FORMWORK_COLOR` may be `always` or `never`, and
  ///     `NO_COLOR` switches colours off.
  public init(rows: Int, columns: Int, colors: Bool? = nil) {
    hasColors = colors ?? Environment.hasColors()
    wanted = Self.grid(rows, columns)
    shown = wanted
    rowStates = Array(repeating: RowState(), count: wanted.rows)
  }

  /// Limits the size: a terminal can report a size larger than any screen.
  private static func grid(_ rows: Int, _ columns: Int) -> Grid {
    Grid(rows: min(max(1, rows), 500), columns: min(max(1, columns), 1_000))
  }

  // MARK: Drawing

  /// Draws a text, and truncates it if there is not enough room.
  ///
  /// Control characters and characters without a width are left out. A character of several columns is drawn
  /// completely or not at all; if it covers a part of another one, the rest of that becomes blank. Returns
  /// the number of columns that the text takes.
  @discardableResult
  public mutating func put(
    _ text: some StringProtocol, row: Int, column: Int, width: Int = .max,
    style: TextAttributes = []
  ) -> Int {
    shownRows = []
    return write(Substring(text), row: row, column: column, width: width, style: style)
  }

  /// Fills columns with a character; columns that are left over become blank.
  public mutating func fill(
    row: Int, columns: Range<Int>, with character: Character = " ", style: TextAttributes = []
  ) {
    shownRows = []
    guard (0..<rows).contains(row) else { return }
    let style = drawn(style)
    let range = columns.clamped(to: 0..<self.columns)
    let blank = Cell(ascii: UInt8(ascii: " "), style: style)
    var column = range.lowerBound
    if character != " ", let cluster = Cluster(character) {
      while column + cluster.width <= range.upperBound {
        place(cluster, row: row, column: column, style: style)
        column += cluster.width
      }
    }
    for rest in column..<range.upperBound { place(blank, row: row, column: rest, width: 1) }
  }

  /// Returns a style as it is drawn, without unavailable colours.
  func drawn(_ style: TextAttributes) -> TextAttributes {
    let known = hasColors ? style.intersection(.all) : style.intersection(.all).subtracting(.colors)
    return known.contains(.red) ? known.subtracting(.green) : known
  }

  /// Makes all cells blank.
  public mutating func clear() {
    shownRows = []
    wanted = Grid(rows: rows, columns: columns)
    for row in 0..<rows { touch(row: row, columns: 0..<columns) }
  }

  /// Moves the contents of rows up, or down if the count is negative, and blanks the free rows.
  ///
  /// The terminal scrolls the rows, which takes fewer bytes than drawing them.
  public mutating func scroll(rows: Range<Int>, by count: Int) {
    shownRows = []
    move(rows: rows, by: count)
  }

  /// Empties the canvas and changes its size, as in ``init(rows:columns:colors:)``.
  ///
  /// The contents of the terminal become unknown.
  public mutating func resize(rows: Int, columns: Int) {
    wanted = Self.grid(rows, columns)
    rowStates = Array(repeating: RowState(), count: wanted.rows)
    shownRows = []
    isKnown = false
  }

  /// Marks the contents of the terminal as unknown: the next flush clears it and draws everything.
  public mutating func invalidate() { isKnown = false }

  // MARK: The terminal

  /// Makes the next flush prepare the terminal and draw everything.
  ///
  /// Call this at the first ATTACH and at each one with LOST. It switches on the alternate screen, bracketed paste,
  /// and optionally mouse reports.
  public mutating func enter(mouse: Bool = true) {
    prologue = Array("\u{1B}[?1049h\u{1B}[?2004h\(mouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")".utf8)
    isKnown = false
  }

  /// Returns the bytes that restore the terminal, except termios; empty if it was not prepared.
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

  /// Appends the bytes that draw the changes since the last flush.
  public mutating func flush(into output: inout [UInt8]) { draw(into: &output) }

  /// Returns the bytes that draw the changes since the last flush; empty if there are none.
  public mutating func flush() -> [UInt8] {
    var output: [UInt8] = []
    flush(into: &output)
    return output
  }

  /// Switches all styles off for bytes that are written next to the canvas, such as a secret.
  package mutating func switchStyleOff(into output: inout [UInt8]) { pen.set([], into: &output) }

  /// Draws the changes since the last flush directly on a terminal.
  ///
  /// Uses a single write(2) unless the system accepts only a part, and none if there are no changes. Nothing is
  /// written to a terminal that was closed: the front end learns this from the end of the input.
  ///
  /// After an error the contents of the terminal are unknown.
  public mutating func flush(to descriptor: Int32) throws(SystemError) {
    let bytes = flush()
    if bytes.isEmpty { return }
    if let error = bytes.withUnsafeBytes({ TextOutput.write($0, to: descriptor) }) { throw error }
  }

  // MARK: Measuring

  /// Returns the number of columns that a text takes when drawn.
  public static func width(of text: some StringProtocol) -> Int {
    let text = Substring(text)
    // An ASCII character has one column, or none if it is a control character.
    var columns = 0
    for byte in text.utf8 {
      guard byte < 0x80 else { return text.reduce(0) { $0 + width(of: $1) } }
      if 0x20..<0x7F ~= byte { columns += 1 }
    }
    return columns
  }

  /// Returns the number of columns that a character takes when drawn.
  public static func width(of character: Character) -> Int {
    if let byte = character.asciiValue { return 0x20..<0x7F ~= byte ? 1 : 0 }
    return Cluster(character)?.width ?? 0
  }
}

extension Canvas {
  /// A text in a row.
  public struct Span: Equatable, Sendable {
    /// The first column.
    public let column: Int

    /// The text.
    public let text: String

    /// The number of columns to cover; `nil` for the columns of the text.
    public var width: Int?

    /// The style.
    public var style: TextAttributes

    package var target: Target?

    /// Creates a span.
    public init(column: Int, text: String, width: Int? = nil, style: TextAttributes = []) {
      (self.column, self.text, self.width, self.style) = (column, text, width, style)
    }

    package init(
      _ text: String, at column: Int, width: Int? = nil, _ style: TextAttributes = [],
      to target: Target? = nil
    ) {
      self.init(column: column, text: text, width: width, style: style)
      self.target = target
    }

    package var columns: Range<Int> {
      column..<column + max(0, width ?? Canvas.width(of: text))
    }
  }

  /// The target of a click on a span.
  package enum Target: Equatable, Sendable {
    case node(NodeID)
    case option(NodeID)
    /// The text of a field from an offset in bytes.
    case text(NodeID, start: Int)
    case entry(Int)
  }

  /// The spans of a row; a later one covers an earlier one.
  public typealias Row = [Span]

  /// The maximum distance in rows at which moved contents are found.
  private static let moveLimit = 4

  /// Replaces the contents of the canvas by rows of spans.
  ///
  /// Equal rows are skipped; in the others, only changed spans are drawn. A text without enough room in its columns is
  /// truncated and ends with a sign. The contents of the region may have moved up or down.
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
    // Rows that share their memory are compared at once. But if the array of all rows was shared, too, the caller
    // would copy it when it changes a single row.
    if changed.count == 1 { shownRows[changed[0]] = rows[changed[0]] } else { shownRows = rows }
    self.cursor = cursor.map { ($0.row, min($0.column, columns - 1)) }
  }

  /// Moves rows whose contents moved by a few rows, if they are most of the changed rows.
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

  /// Draws the changed spans of a row, and those that they uncover.
  private mutating func put(_ new: Row, over old: Row, row: Int, _ sign: String) {
    let common = min(old.count, new.count)
    var head = 0
    while head < common, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < common - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let added = head..<new.count - tail
    var columns = (added.isEmpty ? old[head] : new[head]).columns
    for index in head..<old.count - tail { columns = columns.union(old[index].columns) }
    for index in added { columns = columns.union(new[index].columns) }
    // If others share columns with these, all are drawn, since a later one covers an earlier one.
    var isShared = false
    for index in new.indices where !added.contains(index) && new[index].columns.overlaps(columns) {
      isShared = true
    }
    if isShared {
      blank(row: row, columns: 0..<self.columns)
    } else if added.isEmpty || new[head].columns != columns {
      blank(row: row, columns: columns)
    }
    for index in isShared ? new.indices : added { put(new[index], row: row, sign) }
  }

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
  /// The style of a text: the terminal's own colours, or two that are readable on any background.
  ///
  /// A style only emphasizes what the words say.
  ///
  /// - SeeAlso: ECMA-48, 8.3.117 (SGR).
  public struct TextAttributes: OptionSet, Hashable, Sendable {
    /// The bits of the styles.
    public let rawValue: UInt8

    /// Creates a style from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright text.
    public static let bold = TextAttributes(rawValue: 1)

    /// Exchanged colours of text and background.
    public static let reverse = TextAttributes(rawValue: 2)

    /// Red, omitted on a canvas without colours.
    public static let red = TextAttributes(rawValue: 4)

    /// Green, omitted on a canvas without colours; combined with red, it is red.
    public static let green = TextAttributes(rawValue: 8)

    static let colors: TextAttributes = [.red, .green]
    static let all: TextAttributes = [.bold, .reverse, .red, .green]
  }
}

extension Character {
  private static let tabWidth = 4

  /// The number of columns in a text of several lines.
  package var columnCount: Int { self == "\t" ? Self.tabWidth : Canvas.width(of: self) }

  /// The blanks that represent a tab.
  package static var tabBlanks: String { String(repeating: " ", count: tabWidth) }
}

extension Substring {
  /// Returns the longest prefix that fits in a number of columns.
  package func prefix(columns: Int) -> Substring {
    // Most texts are short ASCII.
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
  /// Returns the text, or if it is too long a prefix with a sign.
  package func cut(columns: Int, sign: String) -> String {
    // No character has more columns than bytes.
    if utf8.count <= columns { return self }
    let part = self[...].prefix(columns: columns)
    if part.endIndex == endIndex { return self }
    let signWidth = Canvas.width(of: sign)
    return columns <= signWidth
      ? String(part) : String(self[...].prefix(columns: columns - signWidth)) + sign
  }
}
