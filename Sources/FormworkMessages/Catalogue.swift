/// The sentences of a language, by key.
///
/// A form, program or front end can override or add sentences. A sentence with a longer key, such as
/// `tooShort.password`, takes precedence over one with the key `tooShort`.
///
/// `{name}` in a sentence stands for an argument. `{name.inner}` stands for the same argument without an initial
/// capital: `Add {item.inner}` and "Contact" give "Add contact".
public struct Catalogue: Sendable {
  /// A sentence, in which `{name}` stands for an argument.
  public enum Entry: Hashable, Sendable {
    /// A single sentence for all numbers.
    case sentence(String)

    /// A sentence for each plural form of the language, with at least `other`.
    case plural([Language.Plural: String])

    /// Creates the two plural forms of English.
    public static func plural(one: String, other: String) -> Entry {
      .plural([.one: one, .other: other])
    }
  }

  /// The language of the sentences.
  public let language: Language

  /// The sentences.
  public let entries: [String: Entry]

  /// The format of numbers and times.
  public private(set) var style = ViewStyle.plain

  /// The change of texts that are not translated.
  package private(set) var rewriting: (@Sendable (String) -> String)?

  private var context: @Sendable () -> Timestamp.FormattingContext = {
    Timestamp.FormattingContext(now: .now)
  }

  /// Creates a catalogue.
  public init(_ entries: [String: Entry], in language: Language = .english) {
    self.entries = entries
    self.language = language
  }

  private func having(_ entries: [String: Entry], in language: Language) -> Catalogue {
    var catalogue = Catalogue(entries, in: language)
    (catalogue.style, catalogue.context) = (style, context)
    catalogue.rewriting = rewriting
    return catalogue
  }

  /// Returns a copy with replaced or additional sentences.
  public func overriding(_ others: [String: Entry]) -> Catalogue {
    having(entries.merging(others) { _, other in other }, in: language)
  }

  /// Returns a copy with a format of numbers and times, by default for now in the process's time zone.
  public func styled(
    _ style: ViewStyle, context: (@Sendable () -> Timestamp.FormattingContext)? = nil
  ) -> Catalogue {
    var catalogue = self
    catalogue.style = style
    if let context { catalogue.context = context }
    return catalogue
  }

  /// Returns a copy that changes the texts that are not translated, such as those of an untrusted author.
  package func rewritingTexts(_ rewrite: @escaping @Sendable (String) -> String) -> Catalogue {
    var catalogue = self
    catalogue.rewriting = rewrite
    return catalogue
  }

  /// Returns the pseudo-language catalogue if that is wanted; otherwise, this catalogue.
  public func spoken(in wanted: Language = .ofProcess) -> Catalogue {
    guard wanted.tag == Language.pseudo.tag, language.tag != wanted.tag else { return self }
    return having(entries.mapValues(\.bracketed), in: wanted)
  }

  /// Returns the text of a message, or its key if there is no entry.
  public func text(for message: Message) -> String {
    switch message {
    case .verbatim(let text): return rewriting?(text) ?? text
    case .number(let number): return style.number(number)
    case .time(let time): return text(for: style.time(time, context()))
    case .list(let messages):
      return messages.map(text(for:)).joined(separator: language.listSeparator)
    case .sentences(let messages):
      return messages.map(text(for:)).joined(separator: language.sentenceSeparator)
    case .joined(let messages): return messages.map(text(for:)).joined()
    case .key(let key, let arguments, let count): return text(for: key, arguments, count) ?? key
    }
  }

  /// Returns the text of a key, or `nil` if there is no entry.
  package func text(
    for key: String, _ arguments: @autoclosure () -> [String: Message], _ count: Int?
  ) -> String? {
    guard let sentence = sentence(under: key, count) else { return nil }
    return sentence.hasArgument ? fill(sentence, arguments(), count) : sentence
  }

  /// Whether there is a sentence for a key.
  package func hasSentence(for key: String) -> Bool { sentence(under: key, nil) != nil }

  /// The keys for which there are more specific ones, such as for a field.
  package var generalKeys: Set<String> {
    Set(entries.keys.flatMap { sequence(first: $0, next: \.generalKey).dropFirst() })
  }

  private func sentence(under key: String, _ count: Int?) -> String? {
    switch entries[key] {
    case .sentence(let sentence)?: return sentence
    case .plural(let forms)?:
      return count.flatMap { forms[language.plural($0)] } ?? forms[.other] ?? ""
    case nil: return key.generalKey.flatMap { sentence(under: $0, count) }
    }
  }

  /// The suffix of an argument whose label is written as in the middle of a sentence: `{item.inner}`.
  private static let inner = ".inner"

  /// Replaces arguments in one pass, so that their contents are not replaced again.
  private func fill(_ sentence: String, _ arguments: [String: Message], _ count: Int?) -> String {
    var filled = ""
    sentence.forEachPart { part in
      switch part {
      case .words(let words): filled += words
      case .argument(let name):
        let isInner = name.hasSuffix(Self.inner)
        let key = isInner ? String(name.dropLast(Self.inner.count)) : name
        let argument = arguments[key] ?? (key == "count" ? count.map { .number($0) } : nil)
        guard let words = argument.map({ text(for: $0) }) else {
          filled += "{\(name)}"
          return
        }
        filled += isInner ? words.withinSentence : words
      }
    }
    return filled
  }
}

extension Catalogue.Entry: ExpressibleByStringLiteral {
  /// Creates a sentence for all numbers.
  public init(stringLiteral sentence: String) { self = .sentence(sentence) }

  fileprivate var bracketed: Catalogue.Entry {
    switch self {
    case .sentence(let sentence): .sentence(sentence.bracketed)
    case .plural(let forms): .plural(forms.mapValues(\.bracketed))
    }
  }
}

private enum Part {
  case words(Substring)
  case argument(String)
}

extension String {
  /// Calls a closure with the bytes of UTF-8: loops over a buffer are many times faster.
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }

  /// Whether the sentence has an argument.
  fileprivate var hasArgument: Bool { withBytes { $0.contains(UInt8(ascii: "{")) } }

  /// The key without its last part; `nil` if it has only one.
  fileprivate var generalKey: String? {
    withBytes { bytes in
      var end = bytes.count - 1
      while end >= 0, bytes[end] != UInt8(ascii: ".") { end -= 1 }
      return end < 0 ? nil : String(decoding: bytes[..<end], as: UTF8.self)
    }
  }

  /// Visits the words of a sentence and the names of its arguments in order.
  fileprivate func forEachPart(_ visit: (Part) -> Void) {
    var rest = Substring(self)
    // Many key presses format a sentence, and walking bytes is much faster than characters.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      visit(.words(rest[..<open]))
      visit(.argument(String(rest[rest.utf8.index(after: open)..<close])))
      rest = rest[rest.utf8.index(after: close)...]
    }
    visit(.words(rest))
  }

  /// The label as in the middle of a sentence; abbreviations such as "DNS" keep their capitals.
  fileprivate var withinSentence: String {
    guard let first, first.isUppercase, count > 1 else { return self }
    let second = self[index(after: startIndex)]
    return second.isUppercase || second.isNumber ? self : first.lowercased() + dropFirst()
  }

  /// The sentence with brackets around each word that has a letter, and unchanged arguments.
  fileprivate var bracketed: String {
    var bracketed = ""
    forEachPart { part in
      switch part {
      case .argument(let name): bracketed += "{\(name)}"
      case .words(let words):
        bracketed += words.split(separator: " ", omittingEmptySubsequences: false)
          .map { $0.contains(where: \.isLetter) ? "[\($0)]" : String($0) }.joined(separator: " ")
      }
    }
    return bracketed
  }
}
