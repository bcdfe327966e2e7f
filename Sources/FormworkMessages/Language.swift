import Glibc

/// A language, as far as sentences are made by its rules.
public struct Language: Sendable {
  /// The forms that a sentence may have by a number.
  ///
  /// Source: Unicode CLDR, "Language Plural Rules".
  public enum Plural: Hashable, Sendable {
    /// The form of CLDR's name. Each language has `other`, and uses some of the rest.
    case zero, one, two, few, many, other
  }

  /// The tag by BCP 47, such as `en`.
  public let tag: String

  /// What stands between things in a row, such as a comma and a blank.
  let listSeparator: String

  /// What stands between sentences about one thing, such as a semicolon and a blank.
  let sentenceSeparator: String

  /// Which form goes with a number.
  let plural: @Sendable (Int) -> Plural

  /// Makes a language.
  ///
  /// - Parameters:
  ///   - tag: The tag by BCP 47.
  ///   - listSeparator: What stands between things in a row.
  ///   - sentenceSeparator: What stands between sentences about one thing.
  ///   - plural: Which form goes with a number.
  public init(
    _ tag: String, listSeparator: String = ", ", sentenceSeparator: String = "; ",
    plural: @escaping @Sendable (Int) -> Plural
  ) {
    self.tag = tag
    self.listSeparator = listSeparator
    self.sentenceSeparator = sentenceSeparator
    self.plural = plural
  }

  /// English.
  public static let english = Language("en") { $0 == 1 ? .one : .other }

  /// English with each word in brackets, by which a text is found that no catalogue has.
  ///
  /// The tag is that of CLDR's pseudo-locale.
  public static let pseudo = Language("en-XA", plural: english.plural)

  /// The language of this process, which its environment tells.
  public static let ofProcess = preferred { getenv($0).map { String(cString: $0) } }

  /// The language that an environment asks for, in the order of gettext.
  ///
  /// First come those of `LANGUAGE`, which a colon parts, then that of the locale. In the locale `C` it is
  /// English, as it is where there is none of the languages.
  ///
  /// - Parameters:
  ///   - languages: Those that there are.
  ///   - environment: The value of a variable.
  /// - Returns: One of the languages, or English.
  public static func preferred(
    among languages: [Language] = [english, pseudo], environment: (String) -> String?
  ) -> Language {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first ?? "C"
    if locale == "C" || locale == "POSIX" { return english }
    let wishes = (value("LANGUAGE") ?? "").split(separator: ":") + [locale[...]]
    for wish in wishes {
      let tag = wish.prefix { $0 != "." && $0 != "@" }.split(separator: "_").joined(separator: "-")
      let general = tag.prefix { $0 != "-" }
      for tag in [tag[...], general] {
        if let language = languages.first(where: { $0.tag == tag }) { return language }
      }
    }
    return english
  }
}
