extension [Int] {
  /// Which elements belong to a longest increasing subsequence, of different numbers.
  ///
  /// - Complexity: O(*n* log *n*).
  var longestIncreasingSubsequence: [Bool] {
    // For each length, the place of the least number that such a subsequence ends with; and what is before each.
    var ends: [Int] = []
    var before: [Int?] = []
    for (place, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var isIn = [Bool](repeating: false, count: count)
    var last = ends.last
    while let place = last {
      isIn[place] = true
      last = before[place]
    }
    return isIn
  }
}
