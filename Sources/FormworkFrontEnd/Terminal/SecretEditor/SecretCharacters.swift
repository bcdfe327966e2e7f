/// The characters of a secret as extended grapheme clusters, without a copy of the text.
///
/// - SeeAlso: Unicode Standard Annex 29, section 3.
package struct SecretCharacters: Sequence, IteratorProtocol {
  private var decoder = UTF8()
  private var bytes: UnsafeRawBufferPointer.Iterator
  private var recognizer = Unicode._CharacterRecognizer()
  /// The character that may still continue.
  private var begun: SecretCharacter?
  private var end: Int

  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - start: The position to start from: a result of ``certainStart(before:in:)``, or 0.
  package init(_ bytes: UnsafeRawBufferPointer, from start: Int = 0) {
    self.bytes = UnsafeRawBufferPointer(rebasing: bytes[start...]).makeIterator()
    end = start
  }

  package mutating func next() -> SecretCharacter? {
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      defer { end += UTF8.width(scalar) }
      // Called for each scalar, because the recognizer stores the state for the next call.
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

  /// Returns the last position where a character certainly begins.
  ///
  /// Two ASCII letters are never one character, so typing at the end of a long text examines only its end.
  /// Without such a position, this is the beginning of the text.
  static func certainStart(before end: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    var place = Swift.max(end - 1, 0)
    while place > 0, bytes[place] >= 0x80 || bytes[place - 1] >= 0x80 { place -= 1 }
    return place
  }
}

/// The facts about one character that an editor needs, without the character itself.
package struct SecretCharacter: Equatable {
  package private(set) var range: Range<Int>
  /// The sum of the columns of its parts.
  private var partialColumnCount: Int
  /// Whether all terminals agree on the number of columns.
  private(set) var isCertain: Bool
  let isBlank: Bool

  /// Whether the character is visible.
  ///
  /// An invisible character would combine with the previous one, possibly in the prompt.
  package var isVisible: Bool { partialColumnCount > 0 }

  /// The number of columns: one if U+FFFD replaces the character.
  package var columnCount: Int { max(partialColumnCount, 1) }

  init(_ first: Unicode.Scalar, start: Int) {
    range = start..<start + UTF8.width(first)
    partialColumnCount = first.columnCount
    isCertain = !first.isRegionalIndicator
    isBlank = first.properties.isWhitespace
  }

  /// Adds a scalar that combines with the character.
  mutating func extend(with scalar: Unicode.Scalar) {
    range = range.lowerBound..<range.upperBound + UTF8.width(scalar)
    partialColumnCount += scalar.columnCount
    // Some terminals draw joined emoji as one character, and some support variants of another width.
    if scalar.columnCount > 0 || scalar.properties.isVariationSelector
      || scalar.properties.isJoinControl
    {
      isCertain = false
    }
  }
}
