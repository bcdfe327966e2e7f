import Conversation
import FormworkFrontEnd
import Interaction
import Wording

/// A character on a terminal: one or two columns, or more if emoji are joined.
struct Cell: Equatable {
  /// The first code point.
  let scalar: Unicode.Scalar

  /// The code points after it, if there are any.
  let rest: [Unicode.Scalar]?

  /// The number of columns: the largest one, if terminals differ.
  let width: Int

  /// Whether all terminals give it as many.
  let isCertain: Bool

  /// The cells of a character: of a control character, what stands for it.
  static func append(_ character: Character, to cells: inout [Cell]) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if first.value < 0x20 || first.value == 0x7F {
      // As terminals write them: `^X`.
      for byte in [UInt8(ascii: "^"), UInt8(first.value) ^ 0x40] { cells.append(Cell(byte)) }
    } else if first.steersTerminals {
      cells.append(Cell(scalar: "\u{FFFD}", rest: nil, width: 1))
    } else if scalars.count == 1 {
      cells.append(Cell(scalar: first, rest: nil, width: first.columnCount))
    } else {
      cells.append(Cell(first, Array(scalars.dropFirst())))
    }
  }

  /// A character of ASCII that is no control.
  init(_ byte: UInt8) { self.init(scalar: Unicode.Scalar(byte), rest: nil, width: 1) }

  private init(scalar: Unicode.Scalar, rest: [Unicode.Scalar]?, width: Int) {
    (self.scalar, self.rest, self.width, isCertain) = (scalar, rest, width, true)
  }

  /// A character of several code points, each with the columns that it takes by itself, as xterm has it.
  ///
  /// Terminals agree on accents and on flags. Behind emoji the joiner is left out: those that know it draw
  /// one emoji in less room, and tmux 3.3 loses count where such a line is changed.
  private init(_ first: Unicode.Scalar, _ others: [Unicode.Scalar]) {
    var (width, isCertain, last) = (first.columnCount, true, first)
    var rest: [Unicode.Scalar] = []
    for scalar in others {
      if scalar.value != 0x200D || !first.properties.isEmoji { rest.append(scalar) }
      // What is made an emoji is wide in some of them.
      let columns = scalar.value == 0xFE0F && last.columnCount == 1 ? 1 : scalar.columnCount
      isCertain = isCertain && (columns == 0 || scalar.isRegionalIndicator)
      width += columns
      last = scalar
    }
    (scalar, self.rest, self.width, self.isCertain) = (first, rest, width, isCertain)
  }
}

extension String {
  /// The cells of a text.
  var cells: [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(utf8.count)
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      // With each key within a line all of it is drawn anew, and most lines are ASCII.
      for byte in utf8 { cells.append(Cell(byte)) }
    } else {
      for character in self { Cell.append(character, to: &cells) }
    }
    return cells
  }

  /// Returns the cells in rows of at most so many columns: broken between words, or within longer ones.
  func cellRows(of columns: Int) -> [[Cell]] {
    rows(of: columns).flatMap { row in
      var (rows, width) = ([[Cell]()], 0)
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

  /// Returns the text in such rows.
  func wrapped(to columns: Int) -> [String] {
    cellRows(of: columns).map { row in
      var text = ""
      for cell in row { text.append(cell) }
      return text
    }
  }

  /// Adds what is written for a cell.
  mutating func append(_ cell: Cell) {
    unicodeScalars.append(cell.scalar)
    if let rest = cell.rest { unicodeScalars.append(contentsOf: rest) }
  }
}

extension Sequence<Cell> {
  /// The number of columns that cells take.
  var width: Int { reduce(0) { $0 + $1.width } }
}
