import FormworkFrontEnd

/// The contents of one position on the terminal: a character with everything joined to it.
struct Cluster {
  /// The maximum number of code points; further ones are omitted.
  private static let scalarLimit = 16

  var text: String.UnicodeScalarView

  /// The number of columns; 0 if the cluster cannot be drawn alone.
  var width: Int

  /// The number of columns on a terminal that joins nothing.
  var reach: Int

  /// Whether its width differs between terminals: an emoji of several code points.
  var isUnsure: Bool

  /// Creates a cluster; fails for control characters and characters without a width.
  init?(_ character: Character) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, !first.steersTerminals else { return nil }
    let isShort = scalars.count <= Self.scalarLimit
    text = isShort ? scalars : String.UnicodeScalarView(scalars.prefix(Self.scalarLimit))
    width = text.reduce(0) { $0 + $1.columnCount }
    guard width > 0 else { return nil }
    isUnsure =
      first.isRegionalIndicator || text.contains { $0.joinsEmoji } && first.properties.isEmoji
    // A variation selector may make a narrow character wide.
    reach = max(2, width + (isUnsure ? text.count { $0.value == 0xFE0F } : 0))
    if isUnsure { width = 2 } else { reach = width }
  }

  /// The first code point, which all terminals draw in the same way.
  var head: Cluster? { text.first.flatMap { Cluster(Character($0)) } }
}

extension Unicode.Scalar {
  /// Whether the code point is a joiner, selector, skin tone, keycap or tag of an emoji.
  fileprivate var joinsEmoji: Bool {
    switch value {
    case 0x200D, 0x20E3, 0xFE0E, 0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}
