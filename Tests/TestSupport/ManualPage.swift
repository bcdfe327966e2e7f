import Foundation

/// A manual page of the macros of man(7), as far as our own pages use them.
package struct ManualPage: Sendable {
  /// A paragraph with a tag: a command, an option, a key.
  package struct Entry: Equatable, Sendable {
    /// The heading that it stands under.
    package let section: String
    /// What it tells of.
    package fileprivate(set) var tag = ""
    /// What it tells, without line breaks.
    package fileprivate(set) var text = ""
  }

  /// The paragraphs with tags, in their order.
  package let entries: [Entry]

  /// Reads a page, given by its path in the package.
  package init(_ path: String) throws {
    let file = PackageFile(path)
    var entries: [Entry] = []
    var section = ""
    var isWithinEntry = false
    for line in try file.text().split(separator: "\n") {
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

  /// The entries of a section.
  package subscript(section: String) -> [Entry] { entries.filter { $0.section == section } }

  /// A macro and its arguments, which may be quoted; or else the words of a line of text.
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

  /// What a line looks like, but for its fonts.
  private static func shown(_ words: [String]) -> String {
    let macro = words.first ?? ""
    let isMacro = macro.hasPrefix(".")
    // A macro of two letters sets its arguments in two fonts, with no blank between them.
    let text = (isMacro ? Array(words.dropFirst()) : words)
      .joined(separator: isMacro && macro.count == 3 ? "" : " ")
    return [("\\-", "-"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\e", "\\")].reduce(text) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
  }
}
