import FormworkFrontEnd
import Interaction

extension String {
  /// Returns the text in rows of a terminal, broken between words; keys such as `^X p` are one word.
  ///
  /// The blanks at a break are dropped, those at the ends of the text are kept. A word that is longer
  /// than a row, such as a URL, begins a row, and the terminal breaks it. With 0 columns nothing is broken.
  package func rows(of columns: Int) -> [String] {
    guard columns > 0, utf8.count > columns else { return [self] }
    var rows: [String] = []
    var (row, width) = ("", 0)
    var rest = unicodeScalars[...]
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == " " }
      var word = rest.dropFirst(blanks.count).prefix { $0 != " " }
      if word.suffix(2).elementsEqual("^X".unicodeScalars) {
        let letter = rest[word.endIndex...].dropFirst().prefix { $0 != " " }
        word = rest[word.startIndex..<letter.endIndex]
      }
      rest = rest[word.endIndex...]
      let wordWidth = word.columnCount
      let isAtStart = rows.isEmpty && row.isEmpty
      if isAtStart || word.isEmpty || width + blanks.count + wordWidth <= columns {
        row += String(blanks) + String(word)
        width += blanks.count + wordWidth
      } else {
        rows.append(row)
        (row, width) = (String(word), wordWidth)
      }
      // The terminal has broken a word that is longer than a row.
      if width > columns { width = (width - 1) % columns + 1 }
    }
    return rows + [row]
  }

  /// Returns the text as an echo of what was typed: without control characters, and cut to a width.
  package func echo(columns: Int = 80) -> String {
    let shown = replacingControls()
    guard shown.columnCount > columns else { return shown }
    let sign = TerminalLocale.ellipsis
    var (head, width) = ("", sign.columnCount)
    for character in shown {
      width += String(character).columnCount
      if width > columns { break }
      head.append(character)
    }
    return head + sign
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var columnCount: Int { reduce(0) { $0 + $1.columnCount } }
}
