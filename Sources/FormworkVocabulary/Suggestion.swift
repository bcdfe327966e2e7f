/// What could stand in place of a part of a field's text.
public struct Suggestion: Hashable, Sendable {
  /// The part, in bytes of UTF-8.
  public let range: Range<Int>

  /// What would stand there.
  public let text: String

  /// Makes a suggestion.
  public init(replacing range: Range<Int>, with text: String) {
    self.range = range
    self.text = text
  }
}
