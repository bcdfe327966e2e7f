/// A text for the user, independent of its language.
///
/// A string literal is a text that is shown as it is. A key selects a sentence of the ``Catalogue`` that converts the
/// message to text, where it leaves the program:
///
/// ```swift
/// Catalogue(["tooShort": .plural(one: "{limit} letter", other: "{limit} letters")])
///
/// extension Message {
///   static func tooShort(limit: Int) -> Message {
///     .key("tooShort", ["limit": .number(limit)], count: limit)
///   }
/// }
/// ```
///
/// Arguments are also messages: a sentence inside another one is translated with it.
public enum Message: Hashable, Sendable {
  /// The sentence of a catalogue, by key, such as `tooShort.password`.
  ///
  /// Without such an entry, the key without its last part is used, and so on. `{name}` in the sentence stands for an
  /// argument. `count` selects the plural form, and `{count}` shows it.
  indirect case key(String, [String: Message] = [:], count: Int? = nil)

  /// A text that is not translated: a name, a path, or text from the user or another program.
  case verbatim(String)

  /// A whole number in the format of the catalogue's ``ViewStyle``.
  case number(Int)

  /// A point in time in the format of the catalogue's ``ViewStyle``.
  case time(Timestamp)

  /// A list of items.
  case list([Message])

  /// Several sentences about one subject.
  case sentences([Message])

  /// Parts of a text without separators, as in a literal with interpolated messages.
  case joined([Message])

  /// Returns the message of a key with a suffix for a more specific sentence, such as a field.
  public static func key(
    _ key: String, of particular: String?, _ arguments: [String: Message] = [:],
    count: Int? = nil
  ) -> Message {
    .key(particular.map { "\(key).\($0)" } ?? key, arguments, count: count)
  }

  /// Returns the message of an error, or the error's description if it has no message.
  public init(explaining error: any Error) {
    self = (error as? any UserMessageError)?.message ?? .verbatim("\(error)")
  }
}

/// A literal is a text, also with interpolated values, which is never looked up as a key.
extension Message: ExpressibleByStringInterpolation {
  /// Creates a text.
  public init(stringLiteral text: String) { self = .verbatim(text) }

  /// Creates a text with interpolated values.
  public init(stringInterpolation literal: StringInterpolation) {
    let rest = Message.verbatim(literal.text)
    self = literal.parts.isEmpty ? rest : .joined(literal.parts + [rest])
  }

  /// A text with interpolated values and messages.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Message] = []
    fileprivate var text = ""

    /// Creates an empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends words.
    public mutating func appendLiteral(_ words: String) { text += words }

    /// Appends the description of a value.
    public mutating func appendInterpolation<T>(_ value: T) { text += "\(value)" }

    /// Appends a message in the language of the whole.
    public mutating func appendInterpolation(_ message: Message) {
      parts += [.verbatim(text), message]
      text = ""
    }
  }
}

/// An error with a message for the user.
public protocol UserMessageError: Error {
  /// The problem and its solution.
  var message: Message { get }

  /// Whether the operation may have been performed nevertheless; by default it was not.
  var isOutcomeUnknown: Bool { get }
}

extension UserMessageError {
  /// False: the operation was not performed.
  public var isOutcomeUnknown: Bool { false }
}

/// A message is an error without a type of its own: `throw Message("closed on Sundays")`.
extension Message: UserMessageError {
  /// The message itself.
  public var message: Message { self }
}

/// Returns the name of an enum's case, which may end the key of its message.
package func caseName(of value: some Any) -> String {
  Mirror(reflecting: value).children.first?.label ?? "\(value)"
}
