/// A walk through the texts that were entered into a field before.
///
/// If the text was changed since, the walk begins again with the newest one.
package struct HistoryCursor: Hashable {
  /// The index of the text that is shown; the number of texts for the original.
  private var index: Int
  private let original: String
  package private(set) var text: String

  /// Creates the cursor at the next older or newer text with a beginning; `nil` if there is none.
  ///
  /// The oldest text is the first one.
  package init?(
    in texts: [String], from current: String, after last: HistoryCursor?, isBack: Bool,
    beginning: String = ""
  ) {
    self =
      last.flatMap { $0.text == current ? $0 : nil }
      ?? HistoryCursor(index: texts.count, before: current)
    repeat {
      index += isBack ? -1 : 1
      guard (0...texts.count).contains(index) else { return nil }
    } while index < texts.count && !texts[index].hasPrefix(beginning)
    text = index < texts.count ? texts[index] : original
  }

  private init(index: Int, before current: String) {
    (self.index, original, text) = (index, current, "")
  }
}
