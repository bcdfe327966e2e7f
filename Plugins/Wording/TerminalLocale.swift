import FormworkFrontEnd

/// What the environment says of the characters that the terminal shows.
package enum TerminalLocale {
  /// Whether it shows more than ASCII: the locale is one of UTF-8.
  package static var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(Environment.value).first ?? ""
    return locale.lowercased().contains("utf-8") || locale.lowercased().contains("utf8")
  }

  /// What stands for something that goes on, or was cut.
  package static var ellipsis: String { isUTF8 ? "…" : "..." }
}
