import FormworkCanvas

/// What is seen at one place: a cluster at its first column, nothing at its others.
struct Look: Equatable, CustomStringConvertible {
  var text = " "
  var isBold = false
  var isReverse = false
  var color = 0

  /// What is seen of a style; of a blank that is not in reverse, nothing is.
  init(_ text: String = " ", _ style: Canvas.Style = []) {
    self.text = text
    guard text != " " || style.contains(.reverse) else { return }
    isBold = style.contains(.bold)
    isReverse = style.contains(.reverse)
    color = style.contains(.red) ? 31 : style.contains(.green) ? 32 : 0
  }

  /// The same by the numbers of SGR.
  init(_ text: String, numbers: [Int]) {
    var style: Canvas.Style = []
    for number in numbers {
      switch number {
      case 0: style = []
      case 39: style.subtract([.red, .green])
      case 1: style.insert(.bold)
      case 7: style.insert(.reverse)
      case 31: style = style.subtracting(.green).union(.red)
      case 32: style = style.subtracting(.red).union(.green)
      default: break
      }
    }
    self.init(text, style)
  }

  var description: String {
    let marks = (isBold ? "*" : "") + (isReverse ? "#" : "") + (color == 0 ? "" : "\(color)")
    return text + marks
  }

  // Texts are compared by their code points: an accent may stand in two ways.
  static func == (left: Look, right: Look) -> Bool {
    left.text.unicodeScalars.elementsEqual(right.text.unicodeScalars)
      && left.isBold == right.isBold && left.isReverse == right.isReverse
      && left.color == right.color
  }
}

/// How wide the tests take characters to be, by tables of their own.
enum NaiveWidth {
  static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x5B0...0x5BC, 0x64B...0x652, 0x902, 0x200D, 0x20E3, 0xFE0F: 0
    case 0x1F1E6...0x1F1FF: 1
    case 0x1F441, 0x1F5E8: 1
    case 0x3041...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }

  /// Of a whole character, on a terminal that joins emoji or on one that does not.
  static func width(of character: Character, joining: Bool) -> Int {
    let sum = character.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return joining && isEmojiSequence(character) ? 2 : sum
  }

  /// What a character may take at most: a selector may widen what stands before it.
  static func reach(of character: Character) -> Int {
    width(of: character, joining: false) + character.unicodeScalars.count { $0.value == 0xFE0F }
  }

  /// Whether terminals differ in its width.
  static func isEmojiSequence(_ character: Character) -> Bool {
    character.unicodeScalars.contains {
      [0x200D, 0x20E3, 0xFE0F].contains($0.value) || (0x1F3FB...0x1F3FF).contains($0.value)
        || (0x1F1E6...0x1F1FF).contains($0.value)
    }
  }
}

/// What the random pictures are made of.
enum Alphabet {
  static let plain = ["a", "b", "c", " ", " ", "x", "Z", "0", "-", "│"]
  static let wide = ["漢", "字", "カ", "한", "Ａ", "🎉", "👩"]
  static let marked = [
    "e\u{301}", "o\u{308}\u{301}", "漢\u{301}", "कि", "नं", "שָ", "مَ", "ש", "ע", "ب",
  ]
  static let long = ["z\u{301}\u{302}\u{303}\u{304}\u{305}", "が\u{301}\u{302}\u{303}"]
  static let emoji = [
    "👩\u{200D}💻", "👨\u{200D}👩\u{200D}👧", "👍🏽", "🇩🇪", "🇫🇷", "1\u{FE0F}\u{20E3}", "☺\u{FE0F}",
    "❤\u{FE0F}",
    "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
  ]
  static let unseen = ["\u{7}", "\n", "\u{1B}", "\u{202E}", "\u{9B}", "\u{200B}"]
}
