/// Where a status stands that belongs to a line: near its text, and at the same column as those of the
/// lines above and below, as far as there is room.
package enum StatusColumn {
  /// The column that statuses begin at, counted from zero: behind most prompts and answers.
  private static let first = 59
  /// How far a status goes at once where the text reaches it.
  private static let step = 20

  /// How many columns a status may take; none where that is less than one.
  ///
  /// - Parameters:
  ///   - end: The column behind the text: it stays free, for the cursor.
  ///   - columns: How many columns there are; the last one stays free.
  /// - Returns: The number.
  package static func room(behind end: Int, columns: Int) -> Int { columns - 2 - end }

  /// Finds the column that a status begins at, counted from zero.
  ///
  /// - Parameters:
  ///   - end: The column behind the text: it stays free, for the cursor.
  ///   - width: How many columns the status takes.
  ///   - columns: How many columns there are; the last one stays free.
  /// - Returns: The column; `nil` where there is no room for it.
  package static func start(behind end: Int, width: Int, columns: Int) -> Int? {
    guard width > 0, width <= room(behind: end, columns: columns) else { return nil }
    let last = columns - 1 - width
    let steps = max(0, end + 1 - first + step - 1) / step
    return min(first + steps * step, last)
  }
}
