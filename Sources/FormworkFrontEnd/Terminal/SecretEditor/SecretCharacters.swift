/// The characters of a secret: extended grapheme clusters, found without a copy of the text.
///
/// - SeeAlso: Unicode Standard Annex 29, section 3.
package struct SecretCharacters: Sequence, IteratorProtocol {
  private var decoder = UTF8()
  private var bytes: UnsafeRawBufferPointer.Iterator
  private var recognizer = Unicode._CharacterRecognizer()
  /// The character that may go on.
  private var begun: SecretCharacter?
  private var end: Int

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - start: Where to start: a place that ``certainStart(before:in:)`` gave, or 0.
  package init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[start...]).makeIterator()
    end = start
  }

  package mutating func next() -> SecretCharacter? {
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      defer { end += UTF8.width(scalar) }
      // Asked for each, for it keeps what the next answer depends on.
      if recognizer.hasBreak(before: scalar) {
        let complete = begun
        begun = SecretCharacter(scalar, start: end)
        if let complete { return complete }
      } else {
        begun?.extend(with: scalar)
      }
    }
    defer { begun = nil }
    return begun
  }

  /// The last place at which a character is known to begin without looking at what is before.
  ///
  /// Two letters of ASCII are never one character; so that typing at the end of a long text looks
  /// at its end alone. Where there is none, the text's beginning.
  static func certainStart(before end: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var place = Swift.max(end - 1, 0)
    while place > 0, bytes[place] >= 0x80 || bytes[place - 1] >= 0x80 { place -= 1 }
    return place
  }
}

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
