/// A line of libedit's, and where the cursor is in it.
struct Line: Equatable {
  /// The text; what is no character is U+FFFD.
  private(set) var text = ""

  /// Whether a newline is part of it: libedit searches in the line itself, behind one.
  private(set) var hasNewline = false

  /// Where the cursor is, in bytes of UTF-8.
  private(set) var cursor = 0

  /// Makes an empty line.
  init() {}

  /// Makes a line of a text; the cursor is counted in bytes.
  init(_ text: String, cursor: Int) {
    (self.text, self.cursor) = (text, cursor)
  }

  /// Takes over characters of the C library's.
  init(_ characters: UnsafeBufferPointer<Int32>, cursor: Int) {
    // Most lines are ASCII: as many bytes as characters.
    var bits: Int32 = 0
    for character in characters {
      bits |= character
      if character == 0x0A { hasNewline = true }
    }
    if bits & ~0x7F == 0 {
      text = String(unsafeUninitializedCapacity: characters.count) { bytes in
        for index in characters.indices {
          bytes.initializeElement(at: index, to: UInt8(truncatingIfNeeded: characters[index]))
        }
        return characters.count
      }
      self.cursor = min(max(0, cursor), characters.count)
      return
    }
    var scalars = String.UnicodeScalarView()
    for (index, character) in characters.enumerated() {
      if index == cursor { self.cursor = String(scalars).utf8.count }
      scalars.append(Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    text = String(scalars)
    if cursor >= characters.count { self.cursor = text.utf8.count }
  }

  /// The one character that this line has more than another, at its end, where the cursor is; `nil`
  /// where that is not all, or where it may not be a cell of its own: then the line is drawn anew.
  func character(addedTo other: Line) -> Cell? {
    guard isAtEnd, text.utf8.count == other.text.utf8.count + 1 else { return nil }
    return text.compareBytes(with: other.text) { own, others in
      let last = own[others.count]
      guard last.isPrintableASCII, others.isEmpty || others[others.count - 1].isPrintableASCII,
        own.starts(with: others)
      else { return nil }
      return Cell(last)
    }
  }

  /// Whether the same bytes stand in both, and the cursor is at the same one.
  static func == (one: Line, other: Line) -> Bool {
    one.cursor == other.cursor && one.hasSameBytes(as: other)
  }

  /// Whether the same bytes stand in both: `==` of texts takes others for equal, too.
  func hasSameBytes(as other: Line) -> Bool { text.hasSameBytes(as: other.text) }

  var isEmpty: Bool { text.isEmpty }

  /// What is before the cursor.
  var head: String { String(decoding: text.utf8.prefix(cursor), as: UTF8.self) }

  /// What is behind it.
  var tail: String { String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self) }

  /// Whether the cursor is at the end.
  var isAtEnd: Bool { cursor == text.utf8.count }
}

extension String {
  /// Whether both texts have the same bytes of UTF-8: `==` takes texts for equal that have others.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && compareBytes(with: other) { $0.elementsEqual($1) }
  }

  /// Lends the bytes of both texts.
  fileprivate func compareBytes<Result>(
    with other: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var (own, other) = (self, other)
    return own.withUTF8 { own in other.withUTF8 { body(own, $0) } }
  }
}

extension UInt8 {
  /// Whether it is a character of ASCII, and no control.
  fileprivate var isPrintableASCII: Bool { self >= 0x20 && self < 0x7F }
}
