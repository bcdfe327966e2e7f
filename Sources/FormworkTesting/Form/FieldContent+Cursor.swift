package import FormworkCore

extension FieldContent {
  /// Where a cursor is in what a front end is told of the content.
  package func cursorShown(_ cursor: Int, allowingLines: Bool) -> Int {
    guard case .text(let text) = self else { return cursor }
    return text.offsetShown(
      for: max(0, min(cursor, text.utf8.count)), allowingLines: allowingLines)
  }
}
