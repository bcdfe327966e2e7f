extension String {
  /// The minimum number of columns that are worth showing a part of a text.
  private static let partMinimum = 16

  /// Returns the text, cut after a word with an ellipsis if there is not enough room.
  ///
  /// The result is empty if the rest would be too short.
  package func cut(to columnLimit: Int, ellipsis: String) -> String {
    if columnCount <= columnLimit { return self }
    if columnLimit < Self.partMinimum { return "" }
    var words = split(separator: " ")
    while words.popLast() != nil, !words.isEmpty {
      var part = words.joined(separator: " ")
      if let last = part.last, ",:;".contains(last) { part.removeLast() }
      part += ellipsis
      let columnCount = part.columnCount
      if columnCount < Self.partMinimum { break }
      if columnCount <= columnLimit { return part }
    }
    return ""
  }

  /// Returns the text, or if it is too long its beginning with an ellipsis.
  package func clipped(to columnLimit: Int, ellipsis: String) -> String {
    if columnCount <= columnLimit { return self }
    var (head, width) = ("", ellipsis.columnCount)
    for character in self {
      width += String(character).columnCount
      if width > columnLimit { break }
      head.append(character)
    }
    return head + ellipsis
  }
}

/// The column of the status of a line.
///
/// The status is near the text of its line, and aligned with the statuses of neighbouring lines if
/// possible.
package enum StatusColumn {
  /// The first column of statuses, counted from zero: after most prompts and answers.
  private static let first = 59
  /// The distance between possible columns, if the text is longer.
  private static let step = 20

  /// Returns the number of columns for a status, which may be less than one.
  ///
  /// The column after the text stays free for the cursor, and so does the last one of the terminal.
  package static func room(after end: Int, columns: Int) -> Int { columns - 2 - end }

  /// Returns the column where a status begins, counted from zero; `nil` if there is not enough room.
  package static func start(after end: Int, width: Int, columns: Int) -> Int? {
    guard width > 0, width <= room(after: end, columns: columns) else { return nil }
    let last = columns - 1 - width
    let steps = max(0, end + 1 - first + step - 1) / step
    return min(first + steps * step, last)
  }
}
