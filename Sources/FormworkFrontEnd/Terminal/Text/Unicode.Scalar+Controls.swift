extension Unicode.Scalar {
  /// Whether the character controls a terminal, breaks the line or overrides the text's direction.
  ///
  /// C0, DEL, C1, U+2028, U+2029, U+202A to U+202E, and U+2066 to U+2069.
  public var steersTerminals: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text without what could steer a terminal: U+FFFD stands in the place of each such
  /// character.
  ///
  /// The host sends none of it; but what a person typed is shown before the host has judged it.
  public var withoutControls: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.steersTerminals ? "\u{FFFD}" : $0 }))
  }
}
