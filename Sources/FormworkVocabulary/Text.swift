extension String {
  /// Whether all characters are ASCII, and none is a control character.
  ///
  /// Most texts are: nothing in them combines or controls a terminal.
  package var isPrintableASCII: Bool {
    // A loop without an early exit is vectorized.
    withBytes { $0.reduce(0) { max($0, $1 &- 0x20) } < 0x5F }
  }

  package var codePointCount: Int { withBytes { $0.count { $0 & 0xC0 != 0x80 } } }

  /// Whether both texts have the same code points, which is stricter than `==`.
  package func hasSameCodePoints(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { own in other.withBytes { own.elementsEqual($0) } }
  }

  /// Calls a closure with the bytes of UTF-8: loops over a buffer are many times faster.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal, breaks the line or overrides the direction of text.
  ///
  /// These are C0, DEL, C1, U+2028, U+2029, U+202A...U+202E and U+2066...U+2069. Source for the directions: Unicode
  /// Standard Annex 9, section 2.
  public var steersTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the character controls a terminal, unless it is an allowed newline or tab.
  package func steersTerminals(allowingLines: Bool) -> Bool {
    steersTerminals && !(allowingLines && (self == "\n" || self == "\t"))
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line: LF, VT, FF, CR, NEL, U+2028, U+2029.
  ///
  /// Source: Unicode Standard, section 5.8, "Newline Guidelines".
  package var endsLine: Bool {
    switch value {
    case 0xA...0xD, 0x85, 0x2028...0x2029: true
    default: false
    }
  }
}

extension String {
  /// Returns the text with U+FFFD in place of each character that controls a terminal.
  ///
  /// A text without control characters is returned unchanged.
  public func replacingControls(allowingLines: Bool = false) -> String {
    if isPrintableASCII { return self }
    guard unicodeScalars.contains(where: { $0.steersTerminals(allowingLines: allowingLines) })
    else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      shown.append(scalar.steersTerminals(allowingLines: allowingLines) ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// Returns the text as a field shows it, without control characters and by default on one line.
  package func shownInField(allowingLines: Bool) -> String {
    let text = allowingLines ? self : joinedLines(withTabs: true)
    return text.replacingControls(allowingLines: allowingLines)
  }

  /// Converts an offset in bytes to an offset in the text that a field shows.
  ///
  /// An offset inside a character counts as its beginning.
  package func offsetShown(for offset: Int, allowingLines: Bool) -> Int {
    if isPrintableASCII { return offset }
    var end = utf8.index(startIndex, offsetBy: offset)
    while end > startIndex, end < endIndex, utf8[end] & 0xC0 == 0x80 {
      end = utf8.index(before: end)
    }
    // A newline before the offset may not be the last character, because that would be removed.
    let before = (self[..<end] + "x").shownInField(allowingLines: allowingLines).utf8.count - 1
    return min(before, shownInField(allowingLines: allowingLines).utf8.count)
  }

  /// Returns the text on one line: a newline at its end is removed, and others become blanks.
  public func joinedLines(withTabs: Bool = false) -> String {
    if isPrintableASCII { return self }
    // Comparing characters takes quadratic time in the number of their combining marks; scalars do not.
    var joined = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      defer { last = scalar }
      if scalar == "\n", last == "\r" { continue }
      joined.append(scalar.endsLine || withTabs && scalar == "\t" ? " " : scalar)
    }
    if last?.endsLine == true || withTabs && last == "\t" { joined.removeLast() }
    return String(joined)
  }
}
