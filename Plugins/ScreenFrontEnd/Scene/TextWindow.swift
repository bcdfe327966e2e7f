import FormworkCanvas

/// The part of a text on one line that is seen through a box.
struct TextWindow {
  /// Where the part begins, in bytes.
  let start: Int
  /// What is seen.
  let text: String
  /// In which column of the box the cursor is.
  let cursor: Int
  /// Whether there is more of the text at the left, and at the right.
  let hasMore: (left: Bool, right: Bool)

  /// Looks at a text so that its cursor is on view: where it was looked at before, as long as that will do.
  ///
  /// The cost grows with the width of the box, and not with the text.
  init(_ editor: TextEditor, from former: Int, width: Int) {
    let text = editor.text
    let place = text.index(atByte: editor.cursor)
    let width = max(1, width)
    var start = text.index(atByte: min(former, editor.cursor))
    if former > editor.cursor || !Self.fits(text[start..<place], width) {
      start = Self.beginning(in: text, before: place, columns: width / 2)
    }
    self.start = text.byte(of: start)
    cursor = Canvas.width(of: text[start..<place])
    let part = text[start...].prefix(columns: width)
    self.text = String(part)
    hasMore = (start > text.startIndex, part.endIndex < text.endIndex)
  }

  /// Whether a text takes fewer columns, so that there is one left for the cursor.
  private static func fits(_ text: Substring, _ width: Int) -> Bool {
    // No character takes more columns than bytes.
    if text.utf8.count < width { return true }
    var columns = 0
    for character in text {
      columns += Canvas.width(of: character)
      if columns >= width { return false }
    }
    return true
  }

  private static func beginning(
    in text: String, before place: String.Index, columns: Int
  ) -> String.Index {
    var (start, width) = (place, 0)
    while start > text.startIndex {
      let next = text.start(ofCharacterBefore: start)
      width += Canvas.width(of: text[next..<start])
      if width > columns { break }
      start = next
    }
    return start
  }
}

/// A text of several lines in rows of a width.
struct TextRows: Equatable {
  struct Row: Equatable {
    /// Where the row begins, in bytes.
    let start: Int
    let text: String
  }

  private(set) var rows: [Row] = []

  /// Breaks a text at newlines, between words, and within those that are longer than a row.
  ///
  /// The last row of a limit has all that is left.
  init(_ text: String, width: Int, limit: Int = .max) {
    let width = max(1, width)
    guard limit > 0 else { return }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line
      repeat {
        let isLast = rows.count == limit - 1
        let row = isLast ? text[rest.startIndex...] : Self.firstRow(of: rest, width)
        rows.append(Row(start: text.byte(of: row.startIndex), text: String(row)))
        if isLast { return }
        rest = rest[row.endIndex...]
      } while !rest.isEmpty
    }
  }

  private static func firstRow(of rest: Substring, _ width: Int) -> Substring {
    let part = rest.prefix(columns: width)
    guard part.endIndex < rest.endIndex else { return part }
    guard let blank = part.lastIndex(of: " "), blank > part.startIndex else {
      return part.isEmpty ? rest.prefix(1) : part
    }
    return rest[...blank]
  }

  /// The row that a byte is in.
  func row(of byte: Int) -> Int { (rows.lastIndex { $0.start <= byte }) ?? 0 }

  /// The byte at a column of a row.
  func byte(row: Int, column: Int) -> Int {
    guard rows.indices.contains(row) else { return 0 }
    var text = rows[row].text
    // A blank at a break belongs to the row, and the next one begins behind it.
    if row + 1 < rows.count, rows[row + 1].start == rows[row].start + text.utf8.count {
      text = String(text.dropLast())
    }
    return rows[row].start + text[...].prefix(columns: column).utf8.count
  }

  /// The column of a byte in its row.
  func column(of byte: Int) -> Int {
    let row = rows[row(of: byte)]
    let text = row.text
    let head = text[..<text.index(atByte: byte - row.start)]
    return head.reduce(0) { $0 + $1.columnCount }
  }
}

extension String {
  /// What is seen of a row: blanks stand for a tab, as many wherever it is.
  var withoutTabs: String {
    contains("\t")
      ? split(separator: "\t", omittingEmptySubsequences: false)
        .joined(separator: String(repeating: " ", count: Character.tabWidth)) : self
  }
}

extension Character {
  fileprivate static let tabWidth = 4

  /// How many columns it takes in a text of several lines.
  fileprivate var columnCount: Int { self == "\t" ? Self.tabWidth : Canvas.width(of: self) }
}

extension Substring {
  /// What of it has room in so many columns.
  func prefix(columns: Int) -> Substring {
    // Most texts have room, and are ASCII.
    if utf8.count <= columns, utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    var (end, width) = (startIndex, 0)
    while end < endIndex {
      width += self[end].columnCount
      if width > columns { break }
      end = index(after: end)
    }
    return self[..<end]
  }
}

extension String {
  /// The text, or what of it has room with a sign that it is cut.
  func cut(columns: Int, sign: String) -> String {
    // No character takes more columns than bytes.
    if utf8.count <= columns { return self }
    let part = self[...].prefix(columns: columns)
    if part.endIndex == endIndex { return self }
    let signWidth = Canvas.width(of: sign)
    return columns <= signWidth
      ? String(part) : String(self[...].prefix(columns: columns - signWidth)) + sign
  }

  /// Facts with three blanks between them, in rows: a fact is broken only where it is longer than a row.
  func rowsOfFacts(columns: Int) -> [String] {
    var rows: [String] = []
    for part in split(separator: "   ").map(String.init) {
      if let last = rows.last, Canvas.width(of: last) + 3 + Canvas.width(of: part) <= columns {
        rows[rows.count - 1] = last + "   " + part
      } else {
        rows += TextRows(part, width: columns).rows.map(\.text)
      }
    }
    return rows
  }
}

extension [String] {
  /// What keys do, in a line with two blanks between them, without those that have no room: the second one goes
  /// first, since the last ones lead to the help and away.
  func joinedKeys(columns: Int) -> String {
    var keys = self
    while keys.count > 2, Canvas.width(of: keys.joined(separator: "  ")) > columns {
      keys.remove(at: 1)
    }
    return keys.joined(separator: "  ")
  }
}
