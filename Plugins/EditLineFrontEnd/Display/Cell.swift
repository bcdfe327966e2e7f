import FormworkFrontEnd

/// What one or two columns of a terminal show: a character with all that belongs to it.
struct Cell: Equatable {
  /// What it begins with.
  let scalar: Unicode.Scalar

  /// What is joined with that; there seldom is something.
  let rest: [Unicode.Scalar]?

  /// How many columns it takes: 0 to 2.
  let width: Int

  /// The cells of a character: of a control character, what stands for it.
  static func append(_ character: Character, to cells: inout [Cell]) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return }
    if first.value < 0x20 || first.value == 0x7F {
      // As terminals write them: `^X`.
      for byte in [UInt8(ascii: "^"), UInt8(first.value) ^ 0x40] { cells.append(Cell(byte)) }
    } else if first.steersTerminals {
      cells.append(Cell(scalar: "\u{FFFD}", rest: nil, width: 1))
    } else {
      let rest = scalars.count > 1 ? Array(scalars.dropFirst()) : nil
      cells.append(Cell(scalar: first, rest: rest, width: width(of: scalars)))
    }
  }

  /// A character of ASCII that is no control.
  init(_ byte: UInt8) { self.init(scalar: Unicode.Scalar(byte), rest: nil, width: 1) }

  private init(scalar: Unicode.Scalar, rest: [Unicode.Scalar]?, width: Int) {
    (self.scalar, self.rest, self.width) = (scalar, rest, width)
  }

  /// The columns of a character: those of its widest code point, and two for what is made an emoji.
  private static func width(of scalars: Character.UnicodeScalarView) -> Int {
    var widest = 0
    for (index, scalar) in scalars.enumerated() {
      // What is made an emoji, and the second letter of a flag.
      if scalar.value == 0xFE0F || (index > 0 && scalar.isRegionalIndicator) { return 2 }
      widest = max(widest, scalar.columnCount)
    }
    return min(widest, 2)
  }
}

extension String {
  /// The cells of a text.
  var cells: [Cell] {
    var cells: [Cell] = []
    cells.reserveCapacity(utf8.count)
    // Most texts are printable ASCII, of which nothing combines.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      for byte in utf8 { cells.append(Cell(byte)) }
    } else {
      for character in self { Cell.append(character, to: &cells) }
    }
    return cells
  }

  /// The text in rows of so many columns at most, broken at spaces.
  func wrapped(to columns: Int) -> [String] {
    cells.wrapped(to: columns).map { row in
      var text = ""
      for cell in row { text.append(cell) }
      return text
    }
  }

  /// Adds what is written for a cell.
  mutating func append(_ cell: Cell) {
    if isEmpty && cell.scalar.isASCII {
      // With each key: encoding any scalar is a multiple of the work.
      self = String(unsafeUninitializedCapacity: 1) { bytes in
        bytes.initializeElement(at: 0, to: UInt8(truncatingIfNeeded: cell.scalar.value))
        return 1
      }
    } else {
      unicodeScalars.append(cell.scalar)
    }
    if let rest = cell.rest { unicodeScalars.append(contentsOf: rest) }
  }
}

extension Sequence<Cell> {
  /// How many columns cells take.
  var width: Int { reduce(0) { $0 + $1.width } }
}
