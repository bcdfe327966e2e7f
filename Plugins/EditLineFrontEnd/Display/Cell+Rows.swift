extension [Cell] {
  /// The cells in rows of so many columns at most, broken at spaces, which are left out there; a word
  /// that is longer than a row is broken where the row ends.
  func wrapped(to columns: Int) -> [[Cell]] {
    var rows: [[Cell]] = []
    var rest = self[...]
    while rest.width > columns {
      var end = rest.startIndex
      var space: Int?
      var width = 0
      while width + rest[end].width <= columns {
        if rest.isBreakable(at: end) { space = end }
        width += rest[end].width
        end += 1
      }
      if rest.isBreakable(at: end) { space = end }
      if let space, space > rest.startIndex {
        rows.append(Array(rest[..<space]))
        rest = rest[space...].drop { $0.scalar == " " }
      } else {
        end = Swift.max(end, rest.startIndex + 1)
        rows.append(Array(rest[..<end]))
        rest = rest[end...]
      }
    }
    return rows + [Array(rest)]
  }
}

extension ArraySlice<Cell> {
  /// Whether a row may end before a cell: at a space, but not within keys such as `^X p`.
  fileprivate func isBreakable(at index: Int) -> Bool {
    self[index].scalar == " "
      && !(index - 2 >= startIndex && self[index - 1].scalar == "X"
        && self[index - 2].scalar == "^")
  }
}
