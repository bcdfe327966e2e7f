extension String {
  /// The most bytes of UTF-8 that a field takes.
  ///
  /// More is refused, never cut.
  public static let inputLimit = 65_536

  /// Why this text cannot be taken as input, if it cannot.
  ///
  /// - Parameter allowingLines: Whether newline and tab may be part of it.
  /// - Returns: The first fault; `nil` where there is none.
  package func badInput(allowingLines: Bool) -> Violation.BadInput? {
    if utf8.count > Self.inputLimit { return .tooLarge(limit: Self.inputLimit) }
    if isPrintableASCII { return nil }
    return unicodeScalars.first { $0.steersTerminals(allowingLines: allowingLines) }
      .map { .controlCharacter($0) }
  }

  /// The text as a message may quote it: with U+FFFD for each character that steers a terminal or is not
  /// seen, and cut where it is long.
  ///
  /// 40 code points take 80 columns at most, whatever they are.
  package var echoed: String { echoed(limit: 40) }

  /// The same, cut behind so many code points.
  func echoed(limit: Int) -> String {
    let isCut = unicodeScalars.dropFirst(limit).first != nil
    let shown = unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
      scalar.steersTerminals || scalar.isIgnorable ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(shown)) + (isCut ? "…" : "")
  }

  /// The text as a message may quote it, in quotation marks that it has not itself.
  package var quoted: String {
    let echoed = echoed
    return echoed.contains("\"") ? "'\(echoed)'" : "\"\(echoed)\""
  }
}

extension String {
  /// Whether there are only characters that Unicode calls default ignorable, or none.
  ///
  /// Source: Unicode Standard, section 5.21, "Ignoring Characters in Processing".
  ///
  /// - Complexity: O(*n*) in the number of such characters that the text begins with.
  var hasNothingVisible: Bool {
    // With each key it is asked, and most often the first byte says it.
    if let first = utf8.first, first < 0x80 { return false }
    return unicodeScalars.allSatisfy(\.isIgnorable)
  }
}

extension Secret {
  /// Whether there are only characters that Unicode calls default ignorable, or none.
  var hasNothingVisible: Bool {
    withBytes { bytes in
      var decoder = UTF8()
      var rest = bytes.makeIterator()
      while case .scalarValue(let scalar) = decoder.decode(&rest) {
        if !scalar.isIgnorable { return false }
      }
      return true
    }
  }

  /// Why this secret cannot be taken as input, if it cannot.
  package var badInput: Violation.BadInput? {
    if byteCount > String.inputLimit { return .tooLarge(limit: String.inputLimit) }
    return withBytes { bytes in
      var decoder = UTF8()
      var rest = bytes.makeIterator()
      while case .scalarValue(let scalar) = decoder.decode(&rest) {
        if scalar.steersTerminals { return .controlCharacter(scalar) }
      }
      return nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether a text shows nothing for the character; no ASCII is among these.
  ///
  /// What overrides a direction is default ignorable, too, but is refused by its name.
  fileprivate var isIgnorable: Bool {
    !isASCII && properties.isDefaultIgnorableCodePoint && !steersTerminals
  }
}
