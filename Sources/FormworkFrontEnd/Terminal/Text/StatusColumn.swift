/// Where a status stands that belongs to a line: near its text, and at the same column as those of the
/// lines above and below, as far as there is room.
package enum StatusColumn {
  /// The column that statuses begin at, counted from zero: behind most prompts and answers.
  private static let first = 59
  /// How far a status goes at once where the text reaches it.
  private static let step = 20

  /// Finds the column that a status begins at, counted from zero.
  ///
  /// - Parameters:
  ///   - end: The column behind the text: it stays free, for the cursor.
  ///   - width: How many columns the status takes.
  ///   - columns: How many columns there are; the last one stays free.
  /// - Returns: The column; `nil` where there is no room for it.
  package static func start(behind end: Int, width: Int, columns: Int) -> Int? {
    let last = columns - 1 - width
    guard width > 0, end + 1 <= last else { return nil }
    let steps = max(0, end + 1 - first + step - 1) / step
    return min(first + steps * step, last)
  }
}
