import FormworkFrontEnd

/// A character on a terminal: one or two columns, or more if emoji are joined.
struct LineCell: Equatable {
  let scalar: Unicode.Scalar
  var rest: [Unicode.Scalar]?

  /// The number of columns: the largest one, if terminals differ.
  var width = 1

  /// Whether all terminals agree on the width.
  var isCertain = true
}

extension LineCell {
  init(_ byte: UInt8) { self.init(scalar: Unicode.Scalar(byte)) }

  /// Creates the cell of a character of several code points, each with its own columns as in xterm.
  ///
  /// Terminals agree on accents and on flags. The joiner after emoji is left out: terminals that know it draw one
  /// emoji in less room, and tmux 3.3 loses count if such a line changes.
  fileprivate init(_ first: Unicode.Scalar, _ others: some Sequence<Unicode.Scalar>) {
    self.init(scalar: first, rest: [], width: first.columnCount)
    var last = first
    for scalar in others {
      if scalar.value != 0x200D || !first.properties.isEmoji { rest?.append(scalar) }
      // Some terminals draw a character wide if it is made an emoji.
      let columns = scalar.value == 0xFE0F && last.columnCount == 1 ? 1 : scalar.columnCount
      isCertain = isCertain && (columns == 0 || scalar.isRegionalIndicator)
      width += columns
      last = scalar
    }
  }
}

extension Character {
  fileprivate var cells: [LineCell] {
    guard let first = unicodeScalars.first else { return [] }
    if first.value < 0x20 || first.value == 0x7F {
      // As terminals write them: `^X`.
      return [LineCell(UInt8(ascii: "^")), LineCell(UInt8(first.value) ^ 0x40)]
    }
    if first.steersTerminals { return [LineCell(scalar: "\u{FFFD}")] }
    let others = unicodeScalars.dropFirst()
    return [
      others.isEmpty ? LineCell(scalar: first, width: first.columnCount) : LineCell(first, others)
    ]
  }
}

extension String {
  var cells: [LineCell] {
    // Most keys within a line draw all of it, and most lines are ASCII.
    let isASCII = utf8.allSatisfy { 0x20..<0x7F ~= $0 }
    return isASCII ? utf8.map { LineCell($0) } : flatMap(\.cells)
  }

  /// Returns the cells in rows, broken between words, or within words that are longer than a row.
  func cellRows(of columns: Int) -> [[LineCell]] {
    rows(of: columns).flatMap { row in
      var (rows, width) = ([[LineCell]()], 0)
      for cell in row.cells {
        if width + cell.width > columns && width > 0 {
          rows.append([])
          width = 0
          if cell.scalar == " " { continue }
        }
        rows[rows.count - 1].append(cell)
        width += cell.width
      }
      return rows
    }
  }

  func wrapped(to columns: Int) -> [String] {
    cellRows(of: columns).map { row in row.reduce(into: "") { $0.append($1) } }
  }

  mutating func append(_ cell: LineCell) {
    unicodeScalars.append(cell.scalar)
    if let rest = cell.rest { unicodeScalars.append(contentsOf: rest) }
  }
}

extension Sequence<LineCell> {
  var width: Int { reduce(0) { $0 + $1.width } }
}
