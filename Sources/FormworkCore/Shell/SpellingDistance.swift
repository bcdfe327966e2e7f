extension String {
  /// The most slips by which a word still resembles another.
  private static let slips = 2

  /// The word that is spelled most like this one, whatever its case; of several the first.
  package func nearest(among words: [String]) -> String? {
    // So few letters resemble every short word.
    let near = words.compactMap { word in
      lowercased().spellingDistance(to: word, limit: min(Self.slips, word.count - 1))
        .map { (word: word, distance: $0) }
    }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// How many slips of the fingers are between two words: a character too many, too few, another,
  /// or two neighbours in the wrong order.
  ///
  /// No part of the word is touched by two slips: the restricted distance of Damerau and Levenshtein,
  /// in code points.
  ///
  /// - Parameters:
  ///   - other: The other word.
  ///   - limit: The most that is of interest.
  /// - Returns: The distance; `nil` where it is above the limit.
  /// - Complexity: O(*nm*) in the lengths of the words; O(*n*) where these tell already.
  func spellingDistance(to other: String, limit: Int) -> Int? {
    let (one, two) = (Array(unicodeScalars), Array(other.unicodeScalars))
    guard abs(one.count - two.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...two.count)
    for row in one.indices {
      var current = [row + 1]
      for column in two.indices {
        let isSame = one[row] == two[column]
        var distance = Swift.min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == two[column - 1], one[row - 1] == two[column] {
          distance = Swift.min(distance, beforeLast[column - 1] + 1)
        }
        current.append(distance)
      }
      (beforeLast, last) = (last, current)
    }
    return last[two.count] <= limit ? last[two.count] : nil
  }
}
