/// Cells in rows and columns.
struct Grid {
  /// What it takes about to go to a place and draw a cell there, in bytes.
  private static let moveCost = 6

  let rows: Int
  let columns: Int
  private var cells: [Cell]

  /// A blank one.
  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    cells = Array(repeating: .blank, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// Makes cells of a row blank.
  mutating func blank(row: Int, columns range: Range<Int>) {
    for column in range { self[row, column] = .blank }
  }

  /// Moves what stands in some rows up, or down by less than 0, and blanks the rows that nothing moves to.
  mutating func move(rows range: Range<Int>, by count: Int) {
    let order = count > 0 ? Array(range) : range.reversed()
    for row in order {
      let source = row + count
      for column in 0..<columns {
        self[row, column] = range.contains(source) ? self[source, column] : .blank
      }
    }
  }

  /// What it takes about to make some rows of another grid like these, in bytes, once it has moved them by so many.
  func cost(of range: Range<Int>, from other: Grid, moved count: Int) -> Int {
    var cost = 0
    for row in range {
      let source = row + count
      let isThere = range.contains(source)
      var isAtEqual = true
      for column in 0..<columns {
        let isEqual = self[row, column] == (isThere ? other[source, column] : .blank)
        if !isEqual { cost += isAtEqual ? Self.moveCost : 1 }
        isAtEqual = isEqual
      }
    }
    return cost
  }

  /// Gives each cell what a function makes of it.
  mutating func replaceAll(_ replacement: (Cell) -> Cell) {
    for index in cells.indices { cells[index] = replacement(cells[index]) }
  }
}

/// What stands at one place of the grid: a cluster with its style, in eight bytes that are compared at once.
///
/// The lower seven bytes are the cluster in UTF-8, filled up with zeros, or its number among the longer ones. The highest
/// has the style in its bits 0 to 3, the width in 4 and 5, and in 6 and 7 the two flags. A cluster of several columns
/// has cells behind it that are all zero.
struct Cell: Equatable {
  /// How long and how wide a cluster may be that is within.
  static let byteLimit = 7
  static let widthLimit = 2

  private static let widthShift: UInt64 = 60
  private static let unsureFlag: UInt64 = 1 << 62
  private static let longFlag: UInt64 = 1 << 63
  private static let textMask: UInt64 = (1 << 56) - 1

  private var bits: UInt64

  /// What stands behind the first column of a cluster.
  static let continuation = Cell(bits: 0)

  /// A blank in no style.
  static let blank = Cell(ascii: UInt8(ascii: " "), style: [])

  private init(bits: UInt64) { self.bits = bits }

  /// A character of ASCII that is no control.
  ///
  /// Of a blank that is not in reverse the rest of the style cannot be seen.
  init(ascii: UInt8, style: Canvas.Style) {
    let style = ascii == UInt8(ascii: " ") && !style.contains(.reverse) ? [] : style
    bits = UInt64(ascii) | UInt64(style.rawValue) << 56 | 1 << Self.widthShift
  }

  /// A cluster of at most seven bytes, and of one or two columns.
  init(short text: some Sequence<UInt8>, width: Int, isUnsure: Bool, style: Canvas.Style) {
    var word: UInt64 = 0
    for byte in text.reversed() { word = word << 8 | UInt64(byte) }
    self.init(text: word, width: width, isUnsure: isUnsure, style: style)
  }

  /// A longer or a wider one, by its number.
  init(number: Int, width: Int, isUnsure: Bool, style: Canvas.Style) {
    self.init(text: UInt64(number), width: width, isUnsure: isUnsure, style: style)
    bits |= Self.longFlag
  }

  private init(text: UInt64, width: Int, isUnsure: Bool, style: Canvas.Style) {
    bits =
      text | UInt64(style.rawValue) << 56 | UInt64(min(width, 3)) << Self.widthShift
      | (isUnsure ? Self.unsureFlag : 0)
  }

  /// Whether a cluster before it stands here, too.
  var isContinuation: Bool { bits == 0 }

  /// Whether terminals differ in how many columns it takes.
  var isUnsure: Bool { bits & Self.unsureFlag != 0 }

  /// The number of a cluster that is not within; `nil` of one that is.
  var number: Int? { bits & Self.longFlag == 0 ? nil : Int(bits & Self.textMask) }

  /// The columns: 0 to 2; 3 stands for as many as the cluster with the number takes.
  var width: Int { Int(bits >> Self.widthShift & 3) }

  /// How it looks.
  var style: Canvas.Style { Canvas.Style(rawValue: UInt8(bits >> 56 & 0xF)) }

  /// The same cluster under another number.
  func renumbered(_ number: Int) -> Cell { Cell(bits: bits & ~Self.textMask | UInt64(number)) }

  /// A blank that looks like it.
  var blanked: Cell { Cell(ascii: UInt8(ascii: " "), style: style) }

  /// Adds the cluster that is within.
  func write(to output: inout [UInt8]) {
    var rest = bits & Self.textMask
    while rest != 0 {
      output.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

/// The clusters that have no room in a cell, each once.
struct LongClusters {
  /// A cluster that is kept.
  struct Entry: Hashable {
    let text: [UInt8]
    let width: Int
  }

  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  /// The number of a cluster.
  mutating func number(of entry: Entry) -> Int {
    if let number = numbers[entry] { return number }
    let number = entries.count
    entries.append(entry)
    numbers[entry] = number
    return number
  }
}
