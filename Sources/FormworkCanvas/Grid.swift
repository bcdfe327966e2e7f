struct Grid {
  let rows: Int
  let columns: Int
  private var cells: [Cell]

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    cells = Array(repeating: .blank, count: rows * columns)
  }

  subscript(row: Int, column: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  mutating func blank(row: Int, columns range: Range<Int>) {
    for column in range { self[row, column] = .blank }
  }

  /// Moves the contents of rows up, or down if the count is negative, and blanks the free rows.
  mutating func move(rows range: Range<Int>, by count: Int) {
    let order = count > 0 ? Array(range) : range.reversed()
    for row in order {
      let source = row + count
      for column in 0..<columns {
        self[row, column] = range.contains(source) ? self[source, column] : .blank
      }
    }
  }

  mutating func replaceAll(_ replacement: (Cell) -> Cell) {
    for index in cells.indices { cells[index] = replacement(cells[index]) }
  }
}

/// A cell of the grid: a cluster with its style, in eight bytes that are compared at once.
///
/// The lower seven bytes contain the cluster in UTF-8, padded with zeros, or its number among the long clusters. The
/// highest byte has the style in bits 0 to 3, the width in 4 and 5, and two flags in 6 and 7. A cluster of several
/// columns is followed by cells that are all zero.
struct Cell: Equatable {
  /// The maximum length and width of a cluster inside a cell.
  static let byteLimit = 7
  static let widthLimit = 2
  private static let widthShift: UInt64 = 60
  private static let unsureFlag: UInt64 = 1 << 62
  private static let longFlag: UInt64 = 1 << 63
  private static let textMask: UInt64 = (1 << 56) - 1
  private var bits: UInt64

  /// A cell after the first column of a cluster.
  static let continuation = Cell(bits: 0)
  static let blank = Cell(ascii: UInt8(ascii: " "), style: [])

  private init(bits: UInt64) { self.bits = bits }

  /// Creates a cell with a visible ASCII character, or a blank, which only shows the reverse style.
  init(ascii: UInt8, style: Canvas.TextAttributes) {
    let style = ascii == UInt8(ascii: " ") && !style.contains(.reverse) ? [] : style
    bits = UInt64(ascii) | UInt64(style.rawValue) << 56 | 1 << Self.widthShift
  }

  /// Creates a cell with a cluster of at most seven bytes and one or two columns.
  init(short text: some Sequence<UInt8>, width: Int, isUnsure: Bool, style: Canvas.TextAttributes) {
    var word: UInt64 = 0
    for byte in text.reversed() { word = word << 8 | UInt64(byte) }
    self.init(text: word, width: width, isUnsure: isUnsure, style: style)
  }

  /// Creates a cell with the number of a longer or wider cluster.
  init(number: Int, width: Int, isUnsure: Bool, style: Canvas.TextAttributes) {
    self.init(text: UInt64(number), width: width, isUnsure: isUnsure, style: style)
    bits |= Self.longFlag
  }

  private init(text: UInt64, width: Int, isUnsure: Bool, style: Canvas.TextAttributes) {
    bits =
      text | UInt64(style.rawValue) << 56 | UInt64(min(width, 3)) << Self.widthShift
      | (isUnsure ? Self.unsureFlag : 0)
  }

  /// Whether the cell continues the cluster to its left.
  var isContinuation: Bool { bits == 0 }

  /// Whether the width differs between terminals.
  var isUnsure: Bool { bits & Self.unsureFlag != 0 }

  /// The number of the long cluster; `nil` for a cluster inside the cell.
  var number: Int? { bits & Self.longFlag == 0 ? nil : Int(bits & Self.textMask) }

  /// The number of columns from 0 to 2; 3 means the width of the numbered cluster.
  var width: Int { Int(bits >> Self.widthShift & 3) }

  var style: Canvas.TextAttributes { Canvas.TextAttributes(rawValue: UInt8(bits >> 56 & 0xF)) }

  func renumbered(_ number: Int) -> Cell { Cell(bits: bits & ~Self.textMask | UInt64(number)) }

  var blanked: Cell { Cell(ascii: UInt8(ascii: " "), style: style) }

  /// Appends the cluster inside the cell.
  func write(to output: inout [UInt8]) {
    var rest = bits & Self.textMask
    while rest != 0 {
      output.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

/// The clusters that are too large for a cell, each once.
struct LongClusters {
  struct Entry: Hashable {
    let text: [UInt8]
    let width: Int
  }

  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  /// Returns the number of a cluster, which is added if necessary.
  mutating func number(of entry: Entry) -> Int {
    if let number = numbers[entry] { return number }
    let number = entries.count
    entries.append(entry)
    numbers[entry] = number
    return number
  }
}
