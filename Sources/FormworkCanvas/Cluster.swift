import FormworkFrontEnd

/// What a terminal draws at one place: a character with all that is joined with it.
struct Cluster {
  /// So many marks are drawn upon one another, and the further ones left out.
  private static let scalarLimit = 16

  /// What is written for it.
  var text: String.UnicodeScalarView

  /// How many columns it takes: 0 is nothing that could be drawn by itself.
  var width: Int

  /// How many columns it takes on a terminal that joins nothing.
  var reach: Int

  /// Whether terminals differ in its width: an emoji of several code points.
  var isUnsure: Bool

  /// Looks at a character; `nil` where it controls the terminal, or has no width.
  init?(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, !first.steersTerminals else { return nil }
    let isShort = scalars.count <= Self.scalarLimit
    text = isShort ? scalars : String.UnicodeScalarView(scalars.prefix(Self.scalarLimit))
    width = text.reduce(0) { $0 + $1.columnCount }
    guard width > 0 else { return nil }
    isUnsure =
      first.isRegionalIndicator || text.contains { $0.joinsEmoji } && first.properties.isEmoji
    // A selector may make what is narrow wide.
    reach = max(2, width + (isUnsure ? text.count { $0.value == 0xFE0F } : 0))
    if isUnsure { width = 2 } else { reach = width }
  }

  /// The part that all terminals take for the same: what it begins with.
  var head: Cluster? { text.first.flatMap { Cluster(Character($0)) } }
}

extension Unicode.Scalar {
  /// Whether it makes an emoji of what stands before it, or another emoji: a joiner, a selector, a tone of skin, the
  /// sign of a key, and what flags are made of.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0x20E3, 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
