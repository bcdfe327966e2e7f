import Foundation

/// A manual page, parsed as far as the project's pages use the macros of man(7).
package struct ManualPage: Sendable {
  /// A tagged paragraph about a command, an option or a key.
  package struct Entry: Equatable, Sendable {
    /// The heading of the section.
    package let section: String
    /// The subject of the entry.
    package fileprivate(set) var tag = ""
    /// The description, without line breaks.
    package fileprivate(set) var text = ""
  }

  /// The tagged paragraphs, in order.
  package let entries: [Entry]

  /// The examples, which keep their line breaks.
  package let examples: [String]

  /// Reads a page by its path in the package.
  package init(_ path: String) throws {
    let text = try PackageFile(path).text()
    examples = text.components(separatedBy: ".EX\n").dropFirst().map {
      Self.plain($0.components(separatedBy: ".EE\n")[0])
    }
    var entries: [Entry] = []
    var section = ""
    var isWithinEntry = false
    for line in text.split(separator: "\n") {
      let words = Self.words(of: line)
      switch words.first {
      case ".SH":
        section = words.dropFirst().joined(separator: " ")
        isWithinEntry = false
      case ".SS", ".P":
        isWithinEntry = false
      case ".TP":
        entries.append(Entry(section: section))
        isWithinEntry = true
      default:
        guard isWithinEntry, let last = entries.indices.last else { continue }
        if entries[last].tag.isEmpty {
          entries[last].tag = Self.shown(words)
        } else {
          entries[last].text += (entries[last].text.isEmpty ? "" : " ") + Self.shown(words)
        }
      }
    }
    self.entries = entries
  }

  package subscript(section: String) -> [Entry] { entries.filter { $0.section == section } }

  /// Returns a macro and its arguments, which may be quoted, or the words of a line of text.
  private static func words(of line: Substring) -> [String] {
    guard line.hasPrefix(".") else { return line.split(separator: " ").map(String.init) }
    var words: [String] = []
    // Every other part is quoted.
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return words
  }

  /// Returns the visible text of a line, without fonts.
  private static func shown(_ words: [String]) -> String {
    let macro = words.first ?? ""
    let isMacro = macro.hasPrefix(".")
    // Macros of two letters alternate fonts, with no blank between their arguments.
    let text = (isMacro ? Array(words.dropFirst()) : words)
      .joined(separator: isMacro && macro.count == 3 ? "" : " ")
    return plain(text)
  }

  /// Returns a text without escapes.
  private static func plain(_ text: String) -> String {
    let escapes = [("\\-", "-"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\(aq", "'"), ("\\e", "\\")]
    return escapes.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
