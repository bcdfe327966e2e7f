import FormworkFrontEnd

/// A line of libedit's, and where the cursor is in it.
struct Line: Hashable {
  /// The text in UTF-8; what is no character is U+FFFD.
  private(set) var bytes: [UInt8] = []

  /// Where the cursor is, in bytes.
  private(set) var cursor = 0

  init() {}

  /// Makes a line of a text; the cursor is counted in bytes.
  init(_ text: String, cursor: Int) {
    bytes = Array(text.utf8)
    self.cursor = cursor
  }

  /// Takes over characters of the C library's.
  init(_ characters: UnsafeBufferPointer<Int32>, cursor: Int) {
    // Most lines are ASCII: as many bytes as characters.
    var bits: Int32 = 0
    for character in characters { bits |= character }
    // An array that is made at its length would look for its type at run time, each time.
    bytes.reserveCapacity(characters.count)
    if bits & ~0x7F == 0 {
      for character in characters { bytes.append(UInt8(truncatingIfNeeded: character)) }
      self.cursor = min(max(0, cursor), bytes.count)
    } else {
      decode(characters, cursor: cursor)
    }
  }

  private mutating func decode(_ characters: UnsafeBufferPointer<Int32>, cursor: Int) {
    for (index, character) in characters.enumerated() {
      if index == cursor { self.cursor = bytes.count }
      bytes += (Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}").utf8
    }
    if cursor >= characters.count { self.cursor = bytes.count }
  }

  /// The one character that this line has more than another, at its end, where the cursor is; `nil`
  /// where that is not all, or where it may not be a cell of its own: then the line is drawn anew.
  func character(addedTo other: Line) -> Cell? {
    guard bytes.count == other.bytes.count + 1, isAtEnd, let last = bytes.last,
      last.isPrintableASCII, other.bytes.last?.isPrintableASCII ?? true,
      bytes.starts(with: other.bytes)
    else { return nil }
    return Cell(last)
  }

  var isEmpty: Bool { bytes.isEmpty }

  var isAtEnd: Bool { cursor == bytes.count }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What is before the cursor, and behind it.
  var head: String { String(decoding: bytes[..<cursor], as: UTF8.self) }
  var tail: String { String(decoding: bytes[cursor...], as: UTF8.self) }
}

extension Line {
  /// Returns the number of code points from the cursor to a place; negative if that is before the cursor.
  func count(to place: TextEdit.Place) -> Int {
    switch place {
    case .characterBefore: -clusterCount(before: true)
    case .characterAfter: clusterCount(before: false)
    case .wordBefore: -wordCount(before: true)
    case .wordAfter: wordCount(before: false)
    case .beginning: -head.unicodeScalars.count
    case .end: tail.unicodeScalars.count
    }
  }

  /// Returns the number of code points of the character before or after the cursor.
  private func clusterCount(before: Bool) -> Int {
    (before ? head.last : tail.first)?.unicodeScalars.count ?? 0
  }

  /// Returns the number of code points to the beginning of the word before the cursor, or to the end of the
  /// word after it.
  private func wordCount(before: Bool) -> Int {
    let way = before ? Array(head.reversed()) : Array(tail)
    let end = way.drop { !$0.isOfWord }.drop { $0.isOfWord }.startIndex
    return way[..<end].reduce(0) { $0 + $1.unicodeScalars.count }
  }
}

extension Character {
  /// Whether the character is part of a word.
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}

extension UInt8 {
  /// Whether it is a character of ASCII, and no control.
  fileprivate var isPrintableASCII: Bool { self >= 0x20 && self < 0x7F }
}
