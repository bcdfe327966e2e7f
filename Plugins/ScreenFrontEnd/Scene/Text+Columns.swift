import FormworkCanvas

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
  var columnCount: Int { self == "\t" ? Self.tabWidth : Canvas.width(of: self) }
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
