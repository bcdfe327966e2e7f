import FormworkCanvas

extension String {
  /// What is seen of a row: blanks stand for a tab, as many wherever it is.
  var withoutTabs: String {
    contains("\t")
      ? split(separator: "\t", omittingEmptySubsequences: false)
        .joined(separator: Character.tabBlanks) : self
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
