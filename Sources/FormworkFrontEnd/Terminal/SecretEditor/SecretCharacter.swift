/// What an editor has to know of one character, as people count them, without keeping it.
struct SecretCharacter: Equatable {
  /// Where the character stands, in bytes.
  private(set) var range: Range<Int>
  /// The number of columns that it takes.
  private(set) var columnCount: Int
  /// Whether all terminals agree on the number of columns.
  private(set) var isCertain: Bool
  /// Whether it is a kind of space.
  let isBlank: Bool

  init(_ first: Unicode.Scalar, start: Int) {
    range = start..<start + UTF8.width(first)
    columnCount = first.columnCount
    isCertain = !first.isRegionalIndicator
    isBlank = first.properties.isWhitespace
  }

  /// Takes in what combines with it.
  mutating func extend(with scalar: Unicode.Scalar) {
    range = range.lowerBound..<range.upperBound + UTF8.width(scalar)
    columnCount += scalar.columnCount
    // Some terminals draw joined emoji as one, and some know variants of another width.
    if scalar.columnCount > 0 || scalar.properties.isVariationSelector
      || scalar.properties.isJoinControl
    {
      isCertain = false
    }
  }
}
