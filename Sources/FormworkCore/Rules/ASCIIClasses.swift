extension Unicode.Scalar {
  /// Whether the character is a letter of ASCII.
  @inlinable package var isASCIILetter: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self)
  }

  /// Whether the character is a decimal digit of ASCII.
  @inlinable package var isASCIIDigit: Bool { ("0"..."9").contains(self) }

  /// Whether the character is a letter or decimal digit of ASCII.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// Whether an e-mail address may contain the character before the `@`, without quotation marks.
  ///
  /// Source: RFC 5322, section 3.2.3, `atext`.
  package var isAtomText: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "!", "#"..."'", "*", "+", "-", "/", "=", "?", "^"..."`",
      "{"..."~":
      true
    default: false
    }
  }
}
