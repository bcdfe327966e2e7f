package import FormworkFrontEnd

/// Lists of suggestions, one for each request, in order: all but the last are for older texts.
package struct SuggestionLists {
  private var arriving: [Suggestion] = []
  /// The number of lists that have not ended.
  private var dueCount = 0

  /// Creates an empty set of requests.
  package init() {}

  /// Notes a request.
  package mutating func noteRequest() { dueCount += 1 }

  /// Adds a suggestion, or ends a list.
  ///
  /// - Returns: The list that has ended, if no newer one is due.
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
  /// The beginning that all suggestions share, ignoring case.
  ///
  /// `nil` if they do not replace the same part of the text.
  package var common: Suggestion? {
    guard let first, allSatisfy({ $0.range == first.range }) else { return nil }
    let text = reduce(first.text) { common, other in
      var common = common
      while !other.text.lowercased().hasPrefix(common.lowercased()) { common.removeLast() }
      return common
    }
    return Suggestion(replacing: first.range, with: text)
  }
}
