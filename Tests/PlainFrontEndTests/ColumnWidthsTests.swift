import Conversation
import Interaction
import TestSupport
import Testing
import Wording

/// The columns of a table for which there is room, and their widths.
struct ColumnWidthsTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func columnsAreWholeAndTheLastGiveWay(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let count = Int.random(in: 0...14, using: &generator)
      let most = [2, 12, 60, 120].randomElement(using: &generator) ?? 60
      let numbers = (0..<count).map { _ in Int.random(in: 0...most, using: &generator) }
      let usual = (0..<count).map { _ in Int.random(in: 0...most, using: &generator) }
      let room = Int.random(in: 1...220, using: &generator)
      let needs = numbers.map { min($0, ColumnWidths.limit) }
      let widths = ColumnWidths.shared(needs: numbers, usual: usual, room: room)
      func total(_ widths: some Collection<Int>) -> Int {
        widths.reduce(0, +) + 2 * max(0, widths.count - 1)
      }
      // The maximum number of whole columns, at least one; only a single column may be cut.
      let fitting = (0...count).last { total(needs[..<$0]) <= room } ?? 0
      #expect(widths.count == max(fitting, min(count, 1)))
      #expect(total(widths) <= room)
      if widths.count > 1 || fitting == 1 {
        #expect(zip(widths, needs).allSatisfy { $0 >= $1 })
        // The rest of the width goes to columns that are usually wider.
        #expect(zip(widths, zip(needs, usual)).allSatisfy { $0 <= max($1.0, $1.1) })
      }
    }
  }

  /// A host may send more columns than any terminal has room for.
  @Test func manyColumnsAreNoWork() {
    let many = Array(repeating: 60, count: 10_000)
    #expect(ColumnWidths.shared(needs: many, usual: many, room: 196) == [60, 60, 60])
  }
}
