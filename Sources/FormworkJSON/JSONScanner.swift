struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var place: JSONPlace { JSONPlace(line: line, column: column) }

  /// The next byte; `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func advance(_ count: Int = 1) {
    for byte in bytes[offset..<min(offset + count, bytes.count)] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
  }

  /// Skips the next byte if it is this one; returns whether it was.
  mutating func skip(_ ascii: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == ascii.value else { return false }
    advance()
    return true
  }

  /// Skips the next bytes if they are these; returns whether they were.
  mutating func skip(word: StaticString) -> Bool {
    let wanted = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[offset...].starts(with: wanted) else { return false }
    advance(wanted.count)
    return true
  }

  mutating func skipSpace() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { advance() }
  }

  /// Returns the length of the number at an offset; `nil` if there is none.
  static func numberLength(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var end = start
    func digits() -> Int { bytes[end...].prefix { (0x30...0x39).contains($0) }.count }
    func isNext(_ choices: String) -> Bool {
      end < bytes.count && choices.utf8.contains(bytes[end])
    }
    if isNext("-") { end += 1 }
    if isNext("0") {
      end += 1
    } else {
      guard digits() > 0 else { return nil }
      end += digits()
    }
    if isNext(".") {
      end += 1
      guard digits() > 0 else { return nil }
      end += digits()
    }
    if isNext("eE") {
      end += 1
      if isNext("+-") { end += 1 }
      guard digits() > 0 else { return nil }
      end += digits()
    }
    return end - start
  }

  /// The length of the next well-formed UTF-8 sequence; `nil` if there is none.
  var sequenceLength: Int? {
    var decoder = UTF8()
    var rest = bytes[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return UTF8.width(scalar)
  }
}
