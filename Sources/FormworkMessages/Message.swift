/// Something that a person reads, before it is put into words.
///
/// It is made where it arises, and a ``Catalogue`` turns it into words where it leaves the program:
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
/// Arguments are messages too: a sentence that stands in another one is translated with it.
public enum Message: Hashable, Sendable {
  /// The entry of a catalogue under a key, such as `tooShort.password`; where there is none, the entry
  /// under the key without its last part, and so on.
  ///
  /// In the sentence `{name}` stands for the argument of that name, and the plural goes by `count`.
  case entry(String, [String: Message] = [:], count: Int? = nil)

  /// A text that is the same in every language: a name, a path, what a person or another program wrote.
  case verbatim(String)

  /// A whole number, which looks as the catalogue's ``ViewStyle`` has it.
  case number(Int)

  /// A point in time, which looks as the catalogue's ``ViewStyle`` has it.
  case moment(Moment)

  /// Things of one kind, one after the other.
  case list([Message])

  /// Sentences about one thing, one after the other.
  case sentences([Message])

  /// Makes the message of an entry.
  ///
  /// - Parameters:
  ///   - key: The key of the general entry.
  ///   - particular: What the key goes on with, behind a point, where a catalogue may have a sentence for
  ///     this case alone, such as the name of a field.
  ///   - arguments: What the sentence may show, by name.
  ///   - count: The number that the plural goes by; `{count}` shows it.
  public init(
    _ key: String, of particular: String? = nil, _ arguments: [String: Message] = [:],
    count: Int? = nil
  ) {
    self = .entry(particular.map { "\(key).\($0)" } ?? key, arguments, count: count)
  }

  /// What an error says to a person; of one that has no message, its description.
  public init(explaining error: any Error) {
    self = (error as? any Explained)?.message ?? .verbatim("\(error)")
  }
}

/// A literal is a key.
///
/// A program of one language may use its texts as keys: without an entry the key itself is shown.
extension Message: ExpressibleByStringLiteral {
  /// Makes the message of an entry.
  public init(stringLiteral key: String) { self = .entry(key) }
}

/// An error that a person reads.
public protocol Explained: Error {
  /// What is wrong, and how it is mended.
  var message: Message { get }
}
