import FormworkFrontEnd
import Interaction

/// What could stand in a text, for the text as it was when it was asked for.
struct Completion: Equatable {
  let node: NodeID
  let text: String

  /// Whether Tab was pressed, which goes on where there is nothing: what is typed behind it waits for that.
  let isAwaited: Bool

  /// What has been told, but for what stands there already.
  var suggestions: [Suggestion] = []

  /// The beginning that all suggestions share, if that is more than was typed.
  var common: Suggestion? {
    suggestions.common.flatMap { $0.text.utf8.count > $0.range.count ? $0 : nil }
  }

  /// What fits another text, in which the part that is to be replaced was typed on, or taken away from.
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
