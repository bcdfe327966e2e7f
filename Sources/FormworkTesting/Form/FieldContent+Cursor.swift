package import FormworkCore

extension FieldContent {
  /// Returns the position of a cursor in the content as a front end receives it.
  package func cursorShown(_ cursor: Int, allowingLines: Bool) -> Int {
    guard case .text(let text) = self else { return cursor }
    return text.offsetShown(
      for: max(0, min(cursor, text.utf8.count)), allowingLines: allowingLines)
  }
}
