import FormworkFrontEnd

/// The characters that the terminal shows, by the environment.
package enum TerminalLocale {
  /// Whether it shows more than ASCII: the locale is one of UTF-8.
  package static var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value).first ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }

  /// The sign for something that continues or was cut.
  package static var ellipsis: String { isUTF8 ? "…" : "..." }
}
