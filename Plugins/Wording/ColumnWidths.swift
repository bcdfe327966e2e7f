import Interaction

/// The widths of the columns of a table that have room, in columns of the terminal.
///
/// A column is shown whole or not at all: the last ones give way first. Only a column that is left
/// alone may be narrower than its cells.
package struct ColumnWidths {
  /// The most that a single column may take: a longer cell would hide the columns after it.
  package static let limit = 60

  private let needs: [Int]
  private let usual: [Int]
  private let room: Int

  /// Creates the widths from those of the widest cells, the usual ones, and the room for all columns.
  package init(needs: [Int], usual: [Int], room: Int) {
    self.needs = needs.map { min($0, Self.limit) }
    (self.usual, self.room) = (usual, room)
  }

  /// Returns the widths of the columns that are shown: one at least, unless there are none.
  package func shared() -> [Int] {
    guard let first = needs.first else { return [] }
    var widths = [min(first, max(1, room))]
    var rest = room - widths[0]
    for need in needs.dropFirst() {
      guard need + 2 <= rest else { break }
      widths.append(need)
      rest -= need + 2
    }
    for index in widths.indices where rest > 0 {
      let more = min(rest, max(0, usual[index] - widths[index]))
      widths[index] += more
      rest -= more
    }
    return widths
  }
}
