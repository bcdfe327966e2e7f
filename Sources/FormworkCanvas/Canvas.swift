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
