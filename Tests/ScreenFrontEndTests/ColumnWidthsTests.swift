import TestSupport
import Testing

@testable import ScreenFrontEnd

/// How the columns of a table share the room, against a way that takes one column off at a time.
struct ColumnWidthsTests {
  @Test(arguments: 0..<20 as Range<UInt64>) func allSharesAreThoseFoundSlowly(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(in: 0...14, using: &generator)
      let most = [2, 12, 60, 120].randomElement(using: &generator) ?? 60
      func numbers() -> [Int] {
        (0..<count).map { _ in Int.random(in: 0...most, using: &generator) }
      }
      let widths = ColumnWidths(
        needs: numbers(), usual: numbers(), room: Int.random(in: 1...220, using: &generator))
      #expect(widths.shared() == Self.slowly(widths), "\(widths)")
    }
  }

  /// A host may tell more columns than there is room for on any terminal.
  @Test func manyColumnsAreNoWork() {
    let many = Array(repeating: 60, count: 10_000)
    #expect(ColumnWidths(needs: many, usual: many, room: 196).shared() == [48, 48, 47, 47])
  }

  private static func slowly(_ columns: ColumnWidths) -> [Int] {
    let (needs, usual) = (columns.needs, columns.usual)
    func room(_ count: Int) -> Int { max(count, columns.room - 2 * (count - 1)) }
    let wanted = zip(needs, usual).map { min($0, $1) }
    var widths = squeezed(wanted, room: room(wanted.count))
    while widths.count > 1,
      zip(widths, wanted).contains(where: { $0 < min($1, max(8, $1 * 3 / 4)) })
    {
      widths = squeezed(Array(wanted.prefix(widths.count - 1)), room: room(widths.count - 1))
    }
    var rest = room(widths.count) - widths.reduce(0, +)
    // Each in turn has one more, as long as something of it would be cut.
    var (turn, skipped) = (0, 0)
    while rest > 0, skipped < widths.count {
      let isShort = widths[turn] < needs[turn]
      (widths[turn], rest) = (widths[turn] + (isShort ? 1 : 0), rest - (isShort ? 1 : 0))
      skipped = isShort ? 0 : skipped + 1
      turn = (turn + 1) % widths.count
    }
    for index in widths.indices {
      while rest > 0, widths[index] < usual[index] {
        widths[index] += 1
        rest -= 1
      }
    }
    return widths
  }

  private static func squeezed(_ widths: [Int], room: Int) -> [Int] {
    var widths = widths
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 1,
      let index = widths.lastIndex(of: widest)
    {
      widths[index] -= 1
    }
    return widths
  }
}
