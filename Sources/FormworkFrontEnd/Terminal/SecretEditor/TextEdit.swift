/// What a key does to a text on one line, or to a secret.
public enum TextEdit: Hashable, Sendable {
  /// A place, as seen from the cursor.
  public enum Place: Hashable, Sendable {
    /// The beginning of the character before the cursor.
    case characterBefore
    /// The end of the character behind the cursor.
    case characterAfter
    /// The beginning of the word before the cursor.
    case wordBefore
    /// The end of the word behind the cursor.
    case wordAfter
    /// The beginning of the text.
    case beginning
    /// The end of the text.
    case end
  }

  /// Moves the cursor to a place.
  case move(Place)
  /// Erases what stands between the cursor and a place.
  case erase(Place)
  /// Erases everything.
  case eraseAll
}
