/// How the columns of a table share the room that there is.
///
/// All widths are numbers of columns of the terminal.
struct ColumnWidths {
  /// How wide each column has to be for what stands in it.
  let needs: [Int]
  /// How wide each usually is.
  let usual: [Int]
  /// How wide all may be together, with two blanks between two.
  let room: Int

  /// How much is on view of a cell at least, where it is as wide.
  private static let least = 8

  /// How wide the columns are that have room: what their rows need, and what is usual where there is room for it.
  ///
  /// The last ones are left out where too little of a column would be on view. The work grows with the columns, and
  /// with the square of those that have room.
  func shared() -> [Int] {
    guard !needs.isEmpty else { return [] }
    var widths = squeezed()
    // What is left over goes to those in turn of which something would be cut, then to those that are usually wider.
    var rest = room(for: widths.count) - widths.reduce(0, +)
    while rest > 0 {
      let short = widths.indices.filter { widths[$0] < needs[$0] }.prefix(rest)
      if short.isEmpty { break }
      for index in short { widths[index] += 1 }
      rest -= short.count
    }
    for index in widths.indices where rest > 0 {
      let more = min(rest, max(0, usual[index] - widths[index]))
      widths[index] += more
      rest -= more
    }
    return widths
  }

  private func room(for count: Int) -> Int { max(count, room - 2 * (count - 1)) }

  /// As many columns as have room, none of them wider than it needs, nor than is usual.
  private func squeezed() -> [Int] {
    let wanted = zip(needs, usual).map { min($0, $1) }
    let least = wanted.map { min($0, max(Self.least, $0 * 3 / 4)) }
    var (count, leastTotal) = (wanted.count, least.reduce(0, +))
    while count > 1 {
      if leastTotal <= room(for: count) {
        let widths = Self.squeezed(wanted[..<count], room: room(for: count))
        if zip(widths, least).allSatisfy({ $0 >= $1 }) { return widths }
      }
      count -= 1
      leastTotal -= least[count]
    }
    return Self.squeezed(wanted[..<1], room: room(for: 1))
  }

  /// Widths that have room together: the widest give first, and of these the last.
  private static func squeezed(_ widths: ArraySlice<Int>, room: Int) -> [Int] {
    guard widths.reduce(0, +) > room else { return Array(widths) }
    // No width is greater than one limit, which is found by halving; the first columns may have one more.
    func total(_ limit: Int) -> Int { widths.reduce(0) { $0 + min($1, limit) } }
    var limits = 1..<max(2, widths.max() ?? 1)
    while limits.count > 1 {
      let middle = limits.lowerBound + limits.count / 2
      limits =
        total(middle) <= room ? middle..<limits.upperBound : limits.lowerBound..<middle
    }
    let limit = limits.lowerBound
    var rest = room - total(limit)
    return widths.map { width in
      guard width > limit, rest > 0 else { return min(width, limit) }
      rest -= 1
      return limit + 1
    }
  }
}
