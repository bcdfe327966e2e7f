/// Parts that wait for a decision: those come out first that others depend on.
///
/// A heap: what one part costs grows with the logarithm of how many wait.
struct RankedParts {
  private var parts: [Part] = []

  init(_ parts: [Part]) { insert(parts) }

  mutating func insert(_ new: [Part]) {
    for part in new {
      parts.append(part)
      var place = parts.count - 1
      while place > 0, rank(place) < rank((place - 1) / 2) {
        parts.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    }
  }

  /// Takes out one of those that have the lowest rank.
  mutating func popFirst() -> Part? {
    guard let last = parts.popLast() else { return nil }
    guard let first = parts.first else { return last }
    parts[0] = last
    var place = 0
    while let least = (place * 2 + 1...place * 2 + 2).filter(parts.indices.contains)
      .min(by: { rank($0) < rank($1) }), rank(least) < rank(place)
    {
      parts.swapAt(place, least)
      place = least
    }
    return first
  }

  private func rank(_ place: Int) -> Int { parts[place].shape.rank }
}
