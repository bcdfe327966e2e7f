extension Character {
  private static let tabWidth = 4

  /// The number of columns that it takes in a text of several lines.
  package var columnCount: Int { self == "\t" ? Self.tabWidth : Canvas.width(of: self) }

  /// The blanks that are shown for a tab.
  package static var tabBlanks: String { String(repeating: " ", count: tabWidth) }
}

extension Substring {
  /// Returns the part that has room in a number of columns.
  package func prefix(columns: Int) -> Substring {
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
  /// Returns the text, or the part of it that has room before a sign.
  package func cut(columns: Int, sign: String) -> String {
    // No character takes more columns than bytes.
    if utf8.count <= columns { return self }
    let part = self[...].prefix(columns: columns)
    if part.endIndex == endIndex { return self }
    let signWidth = Canvas.width(of: sign)
    return columns <= signWidth
      ? String(part) : String(self[...].prefix(columns: columns - signWidth)) + sign
  }
}
