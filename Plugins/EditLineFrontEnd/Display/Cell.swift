import FormworkFrontEnd

/// What one or two columns of a terminal show: a character with all that belongs to it.
struct Cell: Equatable {
  /// What is written for it.
  let text: String

  /// How many columns it takes: 0 to 2.
  let width: Int

  /// What a row is cleared with.
  static let blank = Cell(text: " ", width: 1)

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  /// Equal code point by code point: canonically equal texts may look different.
  static func == (one: Cell, other: Cell) -> Bool {
    one.width == other.width && one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// The cells of a character: of a control character, what stands for it.
  static func cells(of character: Character) -> [Cell] {
    let scalars = character.unicodeScalars
    if let first = scalars.first, let shown = stand(in: first) {
      return shown.map { Cell(text: String($0), width: 1) }
    }
    return [Cell(text: String(character), width: width(of: scalars))]
  }

  /// What stands for a character that would steer the terminal: `^X`, or U+FFFD.
  private static func stand(in scalar: Unicode.Scalar) -> [Character]? {
    switch scalar.value {
    case 0..<0x20: ["^", Character(Unicode.Scalar(UInt8(scalar.value) + 0x40))]
    case 0x7F: ["^", "?"]
    default: scalar.steersTerminals ? ["\u{FFFD}"] : nil
    }
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
  /// The cells of a text, and how many columns they take.
  var cells: [Cell] { flatMap(Cell.cells(of:)) }
}

extension Sequence<Cell> {
  /// How many columns cells take.
  var width: Int { reduce(0) { $0 + $1.width } }
}
