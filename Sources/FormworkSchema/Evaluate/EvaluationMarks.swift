/// Bit sets of the items and members that keywords have evaluated, in one buffer.
struct EvaluationMarks {
  private var words: [UInt64] = []

  /// The words of a bit set.
  struct Region {
    fileprivate let start: Int
    fileprivate let count: Int
  }

  /// Creates an empty set of numbers below `count`, which has to be closed before all older ones.
  mutating func open(_ count: Int) -> Region {
    let region = Region(start: words.count, count: (count + 63) / 64)
    words.append(contentsOf: repeatElement(0, count: region.count))
    return region
  }

  mutating func close(_ region: Region) { words.removeSubrange(region.start...) }

  mutating func insert(_ number: Int, in region: Region) {
    words[region.start + number / 64] |= 1 << (number % 64)
  }

  func contains(_ number: Int, in region: Region) -> Bool {
    words[region.start + number / 64] & 1 << (number % 64) != 0
  }

  /// Adds the numbers of a set to another set for the same value.
  mutating func add(_ region: Region, to other: Region) {
    for word in 0..<region.count { words[other.start + word] |= words[region.start + word] }
  }
}
