extension String {
  /// Whether every character is one of ASCII, and no control.
  ///
  /// Most texts are: nothing in them combines, and nothing steers a terminal.
  package var isPrintableASCII: Bool {
    // A loop that does not end early takes many bytes at a time.
    withBytes { $0.reduce(0) { max($0, $1 &- 0x20) } < 0x5F }
  }

  /// The length in code points.
  package var codePointCount: Int { withBytes { $0.count { $0 & 0xC0 != 0x80 } } }

  /// Whether both texts have the same code points: `==` takes texts for equal that have more of them
  /// or fewer.
  package func hasSameCodePoints(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { own in other.withBytes { own.elementsEqual($0) } }
  }

  /// Lends the bytes of UTF-8: over a buffer a loop is many times as fast as over the view.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal, breaks the line or overrides the text's direction:
  /// C0, DEL, C1, U+2028, U+2029, U+202A...U+202E, U+2066...U+2069.
  ///
  /// Source for the directions: Unicode Standard Annex 9, section 2.
  public var steersTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The same of a character in a text of several lines, where newline and tab may be allowed.
  package func steersTerminals(allowingLines: Bool) -> Bool {
    steersTerminals && !(allowingLines && (self == "\n" || self == "\t"))
  }
}

extension Unicode.Scalar {
  /// Whether a line ends with it: LF, VT, FF, CR, NEL, U+2028, U+2029.
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
  /// The text as it may be shown: U+FFFD stands in the place of each character that steers a terminal.
  ///
  /// - Parameter allowingLines: Whether newline and tab stay.
  /// - Returns: The text without control characters.
  /// - Complexity: O(*n*); a text that has none is returned as it is.
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

  /// The text as it is shown in a field: of one line, unless lines are allowed, and without control characters.
  package func shownInField(allowingLines: Bool) -> String {
    let text = allowingLines ? self : joinedLines(withTabs: true)
    return text.replacingControls(allowingLines: allowingLines)
  }

  /// Where an offset is in what is shown in a field: U+FFFD is longer than most of what it stands for.
  ///
  /// - Parameters:
  ///   - offset: In bytes of UTF-8, at most the text's length; within a character, it is where that begins.
  ///   - allowingLines: Whether newline and tab stay.
  /// - Returns: An offset in bytes of what is shown.
  package func offsetShown(for offset: Int, allowingLines: Bool) -> Int {
    if isPrintableASCII { return offset }
    var end = utf8.index(startIndex, offsetBy: offset)
    while end > startIndex, end < endIndex, utf8[end] & 0xC0 == 0x80 {
      end = utf8.index(before: end)
    }
    // Behind a newline there is something: one at the end would be cut.
    let before = (self[..<end] + "x").shownInField(allowingLines: allowingLines).utf8.count - 1
    return min(before, shownInField(allowingLines: allowingLines).utf8.count)
  }

  /// The text on one line: a newline at its end is cut, one inside is a blank.
  ///
  /// - Parameter withTabs: Whether that is done to tabs, too.
  /// - Returns: The text without newlines.
  /// - Complexity: O(*n*).
  public func joinedLines(withTabs: Bool = false) -> String {
    if isPrintableASCII { return self }
    // By scalars: to compare characters takes time with the square of the marks that stand on one of them.
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
