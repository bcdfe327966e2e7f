extension Unicode.Scalar {
  /// The number of columns of the character on a terminal: 0, 1 or 2.
  ///
  /// Unlike wcwidth(3) it does not depend on the locale, which the program controls, and is the same in
  /// every process of a front end. Characters are wide according to Unicode Standard Annex 11. Characters
  /// that combine with the previous one, or only give instructions, have no width. Terminals differ in the
  /// width of joined emoji.
  public var columnCount: Int {
    // No smaller value combines: most texts never reach the tables.
    if value < 0x300 { return 1 }
    if isJoinedJamo { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return isVisibleFormat ? 1 : 0
    default: return isWide ? 2 : 1
    }
  }

  /// Whether the character is one of the 26 letters that form flags in pairs.
  package var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// Whether the character is a vowel or final consonant of Hangul, drawn into the previous syllable.
  private var isJoinedJamo: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// Whether the character is a sign of Arabic, Syriac or Kaithi that is drawn around numbers.
  private var isVisibleFormat: Bool {
    switch value {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF,
      0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x18D00...0x18D08, 0x1AFF0...0x1B2FB,
      0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: properties.isEmojiPresentation && !isRegionalIndicator
    }
  }
}

extension String {
  /// The number of columns of the text, which contains no control characters, on a terminal.
  public var columnCount: Int { unicodeScalars.reduce(0) { $0 + $1.columnCount } }
}

extension String {
  /// Returns the text in rows of a terminal, broken between words; keys such as `^X p` are one word.
  ///
  /// The blanks at a break are dropped, those at the ends of the text are kept. A word that is longer
  /// than a row, such as a URL, begins a row, and the terminal breaks it. With 0 columns nothing is broken.
  package func rows(of columns: Int) -> [String] {
    guard columns > 0, utf8.count > columns else { return [self] }
    var rows: [String] = []
    var (row, width) = ("", 0)
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == " " }
      var word = rest.dropFirst(blanks.count).prefix { $0 != " " }
      if word.suffix(2).elementsEqual("^X".unicodeScalars) {
        let letter = rest[word.endIndex...].dropFirst().prefix { $0 != " " }
        word = rest[word.startIndex..<letter.endIndex]
      }
      rest = rest[word.endIndex...]
      let wordWidth = word.columnCount
      let isAtStart = rows.isEmpty && row.isEmpty
      if isAtStart || word.isEmpty || width + blanks.count + wordWidth <= columns {
        row += String(blanks) + String(word)
        width += blanks.count + wordWidth
      } else {
        rows.append(row)
        (row, width) = (String(word), wordWidth)
      }
      // The terminal has broken a word that is longer than a row.
      if width > columns { width = (width - 1) % columns + 1 }
    }
    return rows + [row]
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var columnCount: Int { reduce(0) { $0 + $1.columnCount } }
}
