extension String {
  /// The maximum number of bytes of UTF-8 in a field.
  ///
  /// Longer input is refused, and never truncated.
  public static let inputLimit = 65_536

  /// The maximum number of consecutive combining marks in a text.
  ///
  /// Comparing texts sorts them, which takes quadratic time. Longer sequences are refused.
  public static let markLimit = 100

  /// Returns the first reason to refuse the text as input, or `nil` if it is accepted.
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

  /// The text without ASCII whitespace at its beginning and end.
  package var withoutBlanksAround: String {
    guard let start = utf8.firstIndex(where: { !$0.isBlank }),
      let end = utf8.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(Substring(utf8[start...end]))
  }

  /// The text as a message may quote it.
  ///
  /// Control characters and invisible characters become U+FFFD, and the text is truncated after 40 code points,
  /// which take at most 80 columns.
  package var echoed: String { echoed(limit: 40) }

  /// Returns the text for a message, truncated after `limit` code points.
  func echoed(limit: Int) -> String {
    let isCut = unicodeScalars.dropFirst(limit).first != nil
    let shown = unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
      scalar.steersTerminals || scalar.isIgnorable ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(shown)) + (isCut ? "…" : "")
  }

  /// The text for a message in quotation marks, which differ from those in the text.
  package var quoted: String {
    let echoed = echoed
    return echoed.contains("\"") ? "'\(echoed)'" : "\"\(echoed)\""
  }
}

extension String {
  /// Whether the text is empty or has only characters that Unicode calls default ignorable.
  ///
  /// Source: Unicode Standard, section 5.21, "Ignoring Characters in Processing".
  ///
  /// - Complexity: O(*n*) in the number of such characters that the text begins with.
  package var hasNothingVisible: Bool {
    // This is called on each key press, and the first byte usually decides.
    if let first = utf8.first, first < 0x80 { return false }
    return unicodeScalars.allSatisfy(\.isIgnorable)
  }
}

extension FieldContent {
  /// Whether the content is a text with ASCII whitespace at its beginning or end.
  var hasBlanksAround: Bool {
    guard case .text(let text) = self else { return false }
    return text.utf8.withContiguousStorageIfAvailable {
      !$0.isEmpty && ($0[0].isBlank || $0[$0.count - 1].isBlank)
    } == true
  }
}

extension UInt8 {
  /// Whether the byte is ASCII whitespace in HTML.
  fileprivate var isBlank: Bool {
    switch self {
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D: true
    default: false
    }
  }
}

extension Violation {
  /// The violation of a text with too many combining marks, which no field accepts.
  package static let tooManyMarks = badInput(.tooManyMarks(limit: String.markLimit))
}

extension Secret {
  /// Whether the secret is empty or has only characters that Unicode calls default ignorable.
  var hasNothingVisible: Bool {
    withBytes { $0.scalars.allSatisfy(\.isIgnorable) }
  }

  /// The reason to refuse the secret as input; `nil` if it is accepted.
  package var badInput: Violation.BadInput? {
    if byteCount > String.inputLimit { return .tooLarge(limit: String.inputLimit) }
    return withBytes { $0.scalars.first(where: \.steersTerminals).map { .controlCharacter($0) } }
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible in a text; never true for ASCII.
  ///
  /// Characters that override the direction of text are default ignorable too, but are refused as control characters.
  fileprivate var isIgnorable: Bool {
    !isASCII && properties.isDefaultIgnorableCodePoint && !steersTerminals
  }
}

extension UnsafeRawBufferPointer {
  /// The characters of UTF-8, up to the first invalid byte.
  fileprivate var scalars: some Sequence<Unicode.Scalar> {
    sequence(state: (decoder: UTF8(), rest: makeIterator())) { state in
      if case .scalarValue(let scalar) = state.decoder.decode(&state.rest) { scalar } else { nil }
    }
  }

  /// Whether a text of these bytes has more combining marks in a row than `String.markLimit`.
  package var hasTooManyMarks: Bool {
    // No combining mark begins with a lower byte.
    if reduce(0, { Swift.max($0, $1) }) < 0xCC { return false }
    var count = 0
    for scalar in scalars {
      count = scalar.isReordered ? count + 1 : 0
      if count > String.markLimit { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether normalization reorders the character or its parts.
  fileprivate var isReordered: Bool {
    switch value {
    case ..<0x300: false
    // Three Tibetan characters decompose into such marks, but have no combining class themselves.
    case 0x0F73, 0x0F75, 0x0F81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
