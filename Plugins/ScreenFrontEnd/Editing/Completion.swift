import FormworkFrontEnd
import Interaction

/// The suggestions for a text, as it was at the time of the request.
struct Completion: Equatable {
  let node: NodeID
  let text: String

  /// Whether Tab was pressed.
  ///
  /// Without suggestions, Tab moves the focus on. Input that was typed after Tab waits for that.
  let isAwaited: Bool

  /// The received suggestions, except those that match the present text.
  var suggestions: [Suggestion] = []

  /// The beginning that all suggestions share, if that is more than was typed.
  var common: Suggestion? {
    suggestions.common.flatMap { $0.text.utf8.count > $0.range.count ? $0 : nil }
  }

  /// Returns the suggestions for a text in which the part to replace was edited.
  func narrowed(to other: String) -> [Suggestion] {
    let (old, new) = (Array(text.utf8), Array(other.utf8))
    return suggestions.compactMap { suggestion in
      let start = suggestion.range.lowerBound
      let rest = old.count - suggestion.range.upperBound
      guard start >= 0, rest >= 0, start + rest <= new.count,
        old.prefix(start) == new.prefix(start), old.suffix(rest) == new.suffix(rest)
      else { return nil }
      let part = start..<new.count - rest
      let typed = String(decoding: new[part], as: UTF8.self)
      guard suggestion.text != typed, suggestion.text.lowercased().hasPrefix(typed.lowercased())
      else { return nil }
      return Suggestion(replacing: part, with: suggestion.text)
    }
  }
}
