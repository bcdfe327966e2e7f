/// The sentences of a language, by key.
///
/// A form, a program or a front end overrides sentences of another catalogue, or adds its own. A
/// sentence under a longer key, such as `tooShort.password`, goes before that under `tooShort`.
///
/// `{name}` in a sentence stands for an argument. `{name.inner}` stands for the same argument without
/// the capital that begins a label: "Add contact" of `Add {item.inner}` and "Contact".
public struct Catalogue: Sendable {
  /// One sentence, in which `{name}` stands for an argument.
  public enum Entry: Hashable, Sendable {
    /// The same for every number.
    case sentence(String)

    /// A sentence for each form that the language has, `other` at least.
    case plural([Language.Plural: String])

    /// The two forms of English.
    public static func plural(one: String, other: String) -> Entry {
      .plural([.one: one, .other: other])
    }
  }

  /// The language of the sentences.
  public let language: Language

  /// The sentences.
  public let entries: [String: Entry]

  /// How numbers and moments look.
  public private(set) var style = ViewStyle.plain

  /// What moments are told by.
  private var surroundings: @Sendable () -> Moment.Surroundings = {
    Moment.Surroundings(now: .now)
  }

  /// Makes a catalogue.
  public init(_ entries: [String: Entry], in language: Language = .english) {
    self.entries = entries
    self.language = language
  }

  private func having(_ entries: [String: Entry], in language: Language) -> Catalogue {
    var catalogue = Catalogue(entries, in: language)
    (catalogue.style, catalogue.surroundings) = (style, surroundings)
    return catalogue
  }

  /// The catalogue with other sentences for some keys, or with more.
  public func overriding(_ others: [String: Entry]) -> Catalogue {
    having(entries.merging(others) { _, other in other }, in: language)
  }

  /// The catalogue with numbers and moments in another style.
  ///
  /// - Parameters:
  ///   - style: What they look like.
  ///   - surroundings: What moments are told by; where it is not given, this moment and the time zone of the process.
  /// - Returns: The same sentences.
  public func styled(
    _ style: ViewStyle, surroundings: (@Sendable () -> Moment.Surroundings)? = nil
  ) -> Catalogue {
    var catalogue = self
    catalogue.style = style
    if let surroundings { catalogue.surroundings = surroundings }
    return catalogue
  }

  /// The catalogue in a language that can be made of it; as it is, where it is of that language or none
  /// can be made.
  public func spoken(in wanted: Language = .ofProcess) -> Catalogue {
    guard wanted.tag == Language.pseudo.tag, language.tag != wanted.tag else { return self }
    return having(entries.mapValues(\.bracketed), in: wanted)
  }

  /// The words of a message; its key, where there is no entry for it.
  public func text(for message: Message) -> String {
    switch message {
    case .verbatim(let text): return text
    case .number(let number): return style.number(number)
    case .moment(let moment): return text(for: style.moment(moment, surroundings()))
    case .list(let messages):
      return messages.map(text(for:)).joined(separator: language.listSeparator)
    case .sentences(let messages):
      return messages.map(text(for:)).joined(separator: language.sentenceSeparator)
    case .entry(let key, let arguments, let count):
      guard let sentence = sentence(under: key, count) else { return key }
      return fill(sentence, arguments, count)
    }
  }

  private func sentence(under key: String, _ count: Int?) -> String? {
    var key = key
    while true {
      switch entries[key] {
      case .sentence(let sentence)?: return sentence
      case .plural(let forms)?:
        return count.flatMap { forms[language.plural($0)] } ?? forms[.other] ?? ""
      case nil:
        guard let point = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        key = String(key[..<point])
      }
    }
  }

  /// The end of an argument's name that has a label written as within a sentence: `{item.inner}`.
  private static let inner = ".inner"

  /// Puts the arguments in their places, in one pass: what they bring is never filled in again.
  private func fill(_ sentence: String, _ arguments: [String: Message], _ count: Int?) -> String {
    guard sentence.utf8.contains(UInt8(ascii: "{")) else { return sentence }
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
  /// Makes a sentence that is the same for every number.
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
  /// Visits the words of a sentence, and between them the names of its arguments.
  fileprivate func forEachPart(_ visit: (Part) -> Void) {
    var rest = Substring(self)
    // A sentence is made with many a key: bytes are walked many times as fast as characters.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      visit(.words(rest[..<open]))
      visit(.argument(String(rest[rest.utf8.index(after: open)..<close])))
      rest = rest[rest.utf8.index(after: close)...]
    }
    visit(.words(rest))
  }

  /// The label as it is written within a sentence; an abbreviation such as "DNS" keeps its capitals.
  fileprivate var withinSentence: String {
    guard let first, first.isUppercase, count > 1 else { return self }
    let second = self[index(after: startIndex)]
    return second.isUppercase || second.isNumber ? self : first.lowercased() + dropFirst()
  }

  /// The sentence with each word in brackets that has a letter, and its arguments as they are.
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
