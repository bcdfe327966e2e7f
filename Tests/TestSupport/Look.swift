package import FormworkCanvas

/// The visible content of one cell: a cluster in its first column, nothing in its others.
package struct Look: Equatable, CustomStringConvertible {
  package var text = " "
  package var isBold = false
  package var isReverse = false
  package var color = 0

  /// Creates a look from a text and the visible parts of a style, which a blank has in reverse only.
  package init(_ text: String = " ", _ style: Canvas.TextAttributes = []) {
    self.text = text
    guard text != " " || style.contains(.reverse) else { return }
    isBold = style.contains(.bold)
    isReverse = style.contains(.reverse)
    color = style.contains(.red) ? 160 : style.contains(.green) ? 28 : 0
  }

  /// Creates a look from the numbers of SGR.
  package init(_ text: String, numbers: [Int]) {
    var style: Canvas.TextAttributes = []
    for number in numbers {
      switch number {
      case 0: style = []
      case 39: style.subtract([.red, .green])
      case 1: style.insert(.bold)
      case 7: style.insert(.reverse)
      case 160: style = style.subtracting(.green).union(.red)
      case 28: style = style.subtracting(.red).union(.green)
      default: break
      }
    }
    self.init(text, style)
  }

  package var description: String {
    let marks = (isBold ? "*" : "") + (isReverse ? "#" : "") + (color == 0 ? "" : "\(color)")
    return text + marks
  }

  // Compares code points: an accent may be composed or not.
  package static func == (left: Look, right: Look) -> Bool {
    left.text.unicodeScalars.elementsEqual(right.text.unicodeScalars)
      && left.isBold == right.isBold && left.isReverse == right.isReverse
      && left.color == right.color
  }
}

/// The width of characters, by tables of the tests.
package enum NaiveWidth {
  package static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x5B0...0x5BC, 0x64B...0x652, 0x902, 0x200D, 0x20E3, 0xFE0F: 0
    case 0x1F1E6...0x1F1FF: 1
    case 0x1F441, 0x1F5E8: 1
    case 0x3041...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }

  /// Returns the width on a terminal that joins emoji, or on one that does not.
  package static func width(of character: Character, joining: Bool) -> Int {
    let sum = character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return joining && isEmojiSequence(character) ? 2 : sum
  }

  /// Returns the maximum width: a selector may widen the character before it.
  package static func reach(of character: Character) -> Int {
    width(of: character, joining: false) + character.unicodeScalars.count { $0.value == 0xFE0F }
  }

  /// Whether terminals display the character with different widths.
  package static func isEmojiSequence(_ character: Character) -> Bool {
    character.unicodeScalars.contains {
      [0x200D, 0x20E3, 0xFE0F].contains($0.value) || (0x1F3FB...0x1F3FF).contains($0.value)
        || (0x1F1E6...0x1F1FF).contains($0.value)
    }
  }
}
