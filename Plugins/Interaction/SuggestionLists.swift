package import FormworkFrontEnd

/// Lists of suggestions, one for each request, in order: all except the last are for older texts.
package struct SuggestionLists {
  private var arriving: [Suggestion] = []
  private var dueCount = 0

  package init() {}

  package mutating func noteRequest() { dueCount += 1 }

  /// Adds a suggestion, or ends a list, which is returned if no newer one is due.
  package mutating func take(_ suggestion: Suggestion?) -> [Suggestion]? {
    if let suggestion {
      arriving.append(suggestion)
      return nil
    }
    defer { arriving = [] }
    dueCount = max(0, dueCount - 1)
    return dueCount == 0 ? arriving : nil
  }
}

extension [Suggestion] {
  /// The only suggestion, or the beginning that several share, ignoring case.
  ///
  /// `nil` if several share no more than was typed, or do not replace the same part of the text.
  package var completion: Suggestion? {
    guard let first, allSatisfy({ $0.range == first.range }) else { return nil }
    let text = reduce(into: first.text) { common, other in
      while !other.text.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
    }
    guard count == 1 || text.utf8.count > first.range.count else { return nil }
    return Suggestion(replacing: first.range, with: text)
  }
}
