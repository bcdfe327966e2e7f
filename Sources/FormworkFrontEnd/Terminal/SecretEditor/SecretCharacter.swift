/// What an editor has to know of one character, as people count them, without keeping it.
package struct SecretCharacter: Equatable {
  /// Where the character stands, in bytes.
  package private(set) var range: Range<Int>
  /// The sum of the columns that its parts take.
  private var partialColumnCount: Int
  /// Whether all terminals agree on the number of columns.
  private(set) var isCertain: Bool
  /// Whether it is a kind of space.
  let isBlank: Bool

  /// Whether there is something to see of it.
  ///
  /// What is not to be seen would go into the character before, which may be the prompt's.
  package var isVisible: Bool { partialColumnCount > 0 }

  /// The number of columns that it takes: one where U+FFFD stands for it.
  package var columnCount: Int { max(partialColumnCount, 1) }

  init(_ first: Unicode.Scalar, start: Int) {
    range = start..<start + UTF8.width(first)
    partialColumnCount = first.columnCount
    isCertain = !first.isRegionalIndicator
    isBlank = first.properties.isWhitespace
  }

  /// Takes in what combines with it.
  mutating func extend(with scalar: Unicode.Scalar) {
    range = range.lowerBound..<range.upperBound + UTF8.width(scalar)
    partialColumnCount += scalar.columnCount
    // Some terminals draw joined emoji as one, and some know variants of another width.
    if scalar.columnCount > 0 || scalar.properties.isVariationSelector
      || scalar.properties.isJoinControl
    {
      isCertain = false
    }
  }
}
