import Glibc

/// A language with its rules for sentences.
public struct Language: Sendable {
  /// The plural forms of sentences, by Unicode CLDR's "Language Plural Rules".
  public enum Plural: Hashable, Sendable {
    /// The form with CLDR's name. Each language has `other`, and some of the rest.
    case zero, one, two, few, many, other
  }

  /// The BCP 47 tag, such as `en`.
  public let tag: String

  /// The separator of list items, such as a comma and a blank.
  let listSeparator: String

  /// The separator of sentences, such as a semicolon and a blank.
  let sentenceSeparator: String

  /// The function that returns the plural form for a number.
  let plural: @Sendable (Int) -> Plural

  /// Creates a language from its BCP 47 tag.
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

  /// English in brackets, to find texts that are in no catalogue, with the tag of CLDR's pseudo-locale.
  public static let pseudo = Language("en-XA", plural: english.plural)

  /// The language of this process according to its environment.
  public static let ofProcess = preferred { getenv($0).map { String(cString: $0) } }

  /// Returns the preferred language of an environment, in the order of gettext.
  ///
  /// The languages of `LANGUAGE`, separated by colons, come first, then that of the locale. The result is English in
  /// the locale `C`, or if none of the languages is available.
  public static func preferred(
    among languages: [Language] = [english, pseudo], environment: (String) -> String?
  ) -> Language {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(value).first ?? "C"
    if locale == "C" || locale == "POSIX" { return english }
    let preferences = (value("LANGUAGE") ?? "").split(separator: ":") + [locale[...]]
    for preference in preferences {
      let tag = preference.prefix { $0 != "." && $0 != "@" }.split(separator: "_").joined(
        separator: "-")
      let general = tag.prefix { $0 != "-" }
      for tag in [tag[...], general] {
        if let language = languages.first(where: { $0.tag == tag }) { return language }
      }
    }
    return english
  }
}
