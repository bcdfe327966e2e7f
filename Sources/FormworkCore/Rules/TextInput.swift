extension String {
  /// The most bytes of UTF-8 that a field takes.
  ///
  /// More is refused, never cut.
  public static let inputLimit = 65_536

  /// The most combining marks in a row that a front end may report, or a person write elsewhere.
  ///
  /// Each comparison puts them into Unicode's order, which takes time with the square of them. More is refused.
  public static let markLimit = 100

  /// Why this text cannot be taken as input, if it cannot.
  ///
  /// - Parameter allowingLines: Whether newline and tab may be part of it.
  /// - Returns: The first fault; `nil` where there is none.
  package func badInput(allowingLines: Bool) -> Violation.BadInput? {
    if utf8.count > Self.inputLimit { return .tooLarge(limit: Self.inputLimit) }
    if isPrintableASCII { return nil }
    if let control = unicodeScalars.first(where: {
      $0.steersTerminals(allowingLines: allowingLines)
    }) {
      return .controlCharacter(control)
    }
    let hasTooManyMarks = utf8.withContiguousStorageIfAvailable {
      UnsafeRawBufferPointer($0).hasTooManyMarks
    }
    return hasTooManyMarks == true ? .tooManyMarks(limit: Self.markLimit) : nil
  }

  /// Whether the text begins or ends with ASCII whitespace.
  var hasBlanksAround: Bool { utf8.first?.isBlank == true || utf8.last?.isBlank == true }

  /// The text without ASCII whitespace at its beginning and end.
  package var withoutBlanksAround: String {
    guard let start = utf8.firstIndex(where: { !$0.isBlank }),
      let end = utf8.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(Substring(utf8[start...end]))
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

extension UInt8 {
  /// Whether the byte is ASCII whitespace, as HTML understands it.
  fileprivate var isBlank: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }
}

extension Violation {
  /// What is said of a text that has too many marks, which no field takes.
  package static let tooManyMarks = badInput(.tooManyMarks(limit: String.markLimit))
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

extension UnsafeRawBufferPointer {
  /// Whether a text of these bytes has more combining marks in a row than `String.markLimit`.
  package var hasTooManyMarks: Bool {
    // No mark begins with a lower byte.
    if reduce(0, { Swift.max($0, $1) }) < 0xCC { return false }
    var (decoder, rest, count) = (UTF8(), makeIterator(), 0)
    while case .scalarValue(let scalar) = decoder.decode(&rest) {
      count = scalar.isReordered ? count + 1 : 0
      if count > String.markLimit { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether normalization moves it, or what it is made of, among its neighbours.
  fileprivate var isReordered: Bool {
    switch value {
    case ..<0x300: false
    // Three of Tibetan are no such marks themselves.
    case 0x0F73, 0x0F75, 0x0F81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
