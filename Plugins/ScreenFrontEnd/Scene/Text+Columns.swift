import FormworkCanvas

extension String {
  /// The text with blanks in the place of tabs.
  var withoutTabs: String {
    split(separator: "\t", omittingEmptySubsequences: false).joined(separator: Character.tabBlanks)
  }

  /// Returns rows of facts with three blanks between them.
  ///
  /// Only a fact longer than a row is broken.
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
  /// Returns the names of keys in a line, without those that have no room.
  ///
  /// The second one goes first: the last ones are those of the help and for leaving.
  func joinedKeys(columns: Int) -> String {
    var keys = self
    while keys.count > 2, Canvas.width(of: keys.joined(separator: "  ")) > columns {
      keys.remove(at: 1)
    }
    return keys.joined(separator: "  ")
  }
}
