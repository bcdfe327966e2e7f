/// A text for the user, independent of its language.
///
/// Create a message where the event happens. A ``Catalogue`` converts it to text where it leaves the program:
///
/// ```swift
/// extension Message {
///   static func tooShort(limit: Int) -> Message {
///     Message("tooShort", ["limit": .number(limit)], count: limit)
///   }
/// }
/// Catalogue(["tooShort": .plural(one: "{limit} letter", other: "{limit} letters")])
/// ```
///
/// Arguments are also messages: a sentence inside another one is translated with it.
public enum Message: Hashable, Sendable {
  /// The entry of a catalogue, by key, such as `tooShort.password`.
  ///
  /// Without such an entry, the key without its last part is used, and so on. `{name}` in the sentence stands for an
  /// argument, and `count` selects the plural form.
  case entry(String, [String: Message] = [:], count: Int? = nil)

  /// A text that is not translated: a name, a path, or text from the user or another program.
  case verbatim(String)

  /// A whole number in the format of the catalogue's ``ViewStyle``.
  case number(Int)

  /// A point in time in the format of the catalogue's ``ViewStyle``.
  case moment(Timestamp)

  /// A list of items.
  case list([Message])

  /// Several sentences about one subject.
  case sentences([Message])

  /// Creates the message of an entry.
  ///
  /// `particular` is a suffix of the key for a more specific sentence, such as the name of a field. The count selects
  /// the plural form, and `{count}` shows it.
  public init(
    _ key: String, of particular: String? = nil, _ arguments: [String: Message] = [:],
    count: Int? = nil
  ) {
    self = .entry(particular.map { "\(key).\($0)" } ?? key, arguments, count: count)
  }

  /// Returns the message of an error, or the error's description if it has no message.
  public init(explaining error: any Error) {
    self = (error as? any UserMessageError)?.message ?? .verbatim("\(error)")
  }
}

/// A literal is a key.
///
/// A program with a single language may use its texts as keys: a key without an entry is shown itself.
extension Message: ExpressibleByStringLiteral {
  /// Creates the message of an entry.
  public init(stringLiteral key: String) { self = .entry(key) }
}

/// An error with a message for the user.
public protocol UserMessageError: Error {
  /// The problem and its solution.
  var message: Message { get }
}
