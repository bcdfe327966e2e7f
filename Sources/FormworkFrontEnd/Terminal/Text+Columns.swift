extension Unicode.Scalar {
  /// The number of columns that a terminal gives the character: 0, 1 or 2.
  ///
  /// Unlike wcwidth(3) it does not depend on the locale, which is the program's to set, and is the
  /// same in every process that a front end runs in. Wide is what Unicode Standard Annex 11 calls
  /// so; of no width is what combines with what stands before it, and what is no more than an
  /// instruction. Terminals differ in what they make of joined emoji.
  public var columnCount: Int {
    // Nothing below combines: most texts never reach the tables.
    if value < 0x300 { return 1 }
    if isJoinedJamo { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    case .format: return isVisibleFormat ? 1 : 0
    default: return isWide ? 2 : 1
    }
  }

  /// One of the 26 letters that flags are made of, two by two.
  package var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }

  /// A vowel or a final consonant of Hangul, which is drawn into the syllable before it.
  private var isJoinedJamo: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// The signs of Arabic, Syriac and Kaithi that are drawn around numbers.
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
  /// The number of columns that a terminal gives the text, which has no control characters: the sum of its code points.
  public var columnCount: Int { unicodeScalars.reduce(0) { $0 + $1.columnCount } }
}

extension String {
  /// The fewest columns that a part of a text is worth showing in.
  private static let partMinimum = 16

  /// The text; where there is no room for it, as many of its words as there is room for and an
  /// ellipsis, or nothing where that would say too little.
  package func cut(to columnLimit: Int, ellipsis: String) -> String {
    if columnCount <= columnLimit { return self }
    if columnLimit < Self.partMinimum { return "" }
    var words = split(separator: " ")
    while words.popLast() != nil, !words.isEmpty {
      var part = words.joined(separator: " ")
      if let last = part.last, ",:;".contains(last) { part.removeLast() }
      part += ellipsis
      let columnCount = part.columnCount
      if columnCount < Self.partMinimum { break }
      if columnCount <= columnLimit { return part }
    }
    return ""
  }
}

/// Where a status stands that belongs to a line: near its text, and at the same column as those of the
/// lines above and below, as far as there is room.
package enum StatusColumn {
  /// The column that statuses begin at, counted from zero: behind most prompts and answers.
  private static let first = 59
  /// How far a status goes at once where the text reaches it.
  private static let step = 20

  /// How many columns a status may take; none where that is less than one.
  ///
  /// - Parameters:
  ///   - end: The column behind the text: it stays free, for the cursor.
  ///   - columns: How many columns there are; the last one stays free.
  /// - Returns: The number.
  package static func room(behind end: Int, columns: Int) -> Int { columns - 2 - end }

  /// Finds the column that a status begins at, counted from zero.
  ///
  /// - Parameters:
  ///   - end: The column behind the text: it stays free, for the cursor.
  ///   - width: How many columns the status takes.
  ///   - columns: How many columns there are; the last one stays free.
  /// - Returns: The column; `nil` where there is no room for it.
  package static func start(behind end: Int, width: Int, columns: Int) -> Int? {
    guard width > 0, width <= room(behind: end, columns: columns) else { return nil }
    let last = columns - 1 - width
    let steps = max(0, end + 1 - first + step - 1) / step
    return min(first + steps * step, last)
  }
}
