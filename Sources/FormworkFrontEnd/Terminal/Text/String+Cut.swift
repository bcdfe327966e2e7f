extension String {
  /// The fewest columns that a part of a text is worth showing in.
  private static let partMinimum = 16

  /// The text; where there is no room for it, as many of its words as there is room for and an
  /// ellipsis, or nothing where that would say too little.
  package func cut(to columnLimit: Int, ellipsis: String) -> String {
    if columnCount <= columnLimit { return self }
    if columnLimit < Self.partMinimum { return "" }
    var words = split(separator: " ")
    while words.popLast() != nil, !words.isEmpty {
      var part = words.joined(separator: " ")
      if let last = part.last, ",:;".contains(last) { part.removeLast() }
      part += ellipsis
      let columnCount = part.columnCount
      if columnCount < Self.partMinimum { break }
      if columnCount <= columnLimit { return part }
    }
    return ""
  }
}
