import FormworkFrontEnd
import Interaction

struct Line: Hashable {
  /// The text in UTF-8, with U+FFFD for invalid characters; the cursor is an offset in it.
  private(set) var bytes: [UInt8] = []
  private(set) var cursor = 0

  init() {}

  init(_ text: String, cursor: Int) { (bytes, self.cursor) = (Array(text.utf8), cursor) }

  init(_ characters: UnsafeBufferPointer<Int32>, cursor: Int) {
    // Most lines are ASCII, with a byte for each character.
    var bits: Int32 = 0
    for character in characters { bits |= character }
    // An array that is created with its length would look for its type at run time, each time.
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

  /// Returns the character that was added at the end; `nil` if it may be no cell of its own.
  func character(addedTo other: Line) -> LineCell? {
    func isPrintable(_ byte: UInt8) -> Bool { 0x20..<0x7F ~= byte }
    guard bytes.count == other.bytes.count + 1, isAtEnd, let last = bytes.last,
      isPrintable(last), other.bytes.last.map(isPrintable) ?? true,
      bytes.starts(with: other.bytes)
    else { return nil }
    return LineCell(last)
  }

  var isEmpty: Bool { bytes.isEmpty }
  var isAtEnd: Bool { cursor == bytes.count }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var head: String { String(decoding: bytes[..<cursor], as: UTF8.self) }
  var tail: String { String(decoding: bytes[cursor...], as: UTF8.self) }

  /// Returns the number of code points from the cursor to a place; negative if that is before the cursor.
  func count(to place: TextEdit.Place) -> Int {
    let text = text
    let start = text.utf8.index(text.startIndex, offsetBy: cursor)
    return text.unicodeScalars.distance(from: start, to: text.index(of: place, from: start))
  }
}
