import FormworkFrontEnd

/// What could stand in a text, for the text as it was when it was asked for.
struct Completion: Equatable {
  let node: NodeID
  let text: String

  /// Whether Tab was pressed, which goes on where there is nothing: what is typed behind it waits for that.
  let isAwaited: Bool

  /// What has been told, but for what stands there already.
  var suggestions: [Suggestion] = []

  /// What the beginnings of all suggestions have in common, where that is more than was typed.
  var common: Suggestion? {
    guard let first = suggestions.first, suggestions.allSatisfy({ $0.range == first.range }) else {
      return nil
    }
    let text = suggestions.reduce(first.text) { common, other in
      var common = common
      while !other.text.hasPrefix(common) { common.removeLast() }
      return common
    }
    guard text.utf8.count > first.range.count else { return nil }
    return Suggestion(replacing: first.range, with: text)
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

/// Lists of suggestions, one for each request, in order: all but the last are for older texts.
struct SuggestionLists {
  /// What has come of the list that has not ended.
  private var arriving: [Suggestion] = []
  /// How many lists have not ended.
  private var dueCount = 0

  mutating func noteRequest() { dueCount += 1 }

  /// Takes in a suggestion, or the end of a list.
  ///
  /// - Returns: The list that has ended, where no newer one is due.
  mutating func take(_ suggestion: Suggestion?) -> [Suggestion]? {
    if let suggestion {
      arriving.append(suggestion)
      return nil
    }
    defer { arriving = [] }
    dueCount = max(0, dueCount - 1)
    return dueCount == 0 ? arriving : nil
  }
}
