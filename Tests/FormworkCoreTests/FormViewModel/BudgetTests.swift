import TestSupport
import Testing

/// What an edit takes of memory and processor does not grow with the form: it is counted.
struct BudgetTests {
  @Test func anEditAllocatesAsMuchInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try measure(fieldCount: 10)
      let long = try measure(fieldCount: 10_000)
      #expect(short.changes == long.changes)
      // In a long form most of the random fields are edited for the first time: each grows once.
      #expect(long.allocations <= short.allocations + eventCount)
      #expect((1...8 * eventCount).contains(short.allocations))
    }
  }

  /// What 200 events at random fields took, by what `CoreBenchmark` counts.
  private func measure(fieldCount: Int) throws -> (allocations: Int, changes: Int) {
    let line = try Child.run([
      Program.path(named: "CoreBenchmark"), "edit", "\(fieldCount)", "200", "1",
    ]).outputText
    func number(_ name: String) throws -> Int {
      let parts = line.split(separator: "\"\(name)\": ")
      return try #require(parts.last.flatMap { Int($0.prefix(while: \.isNumber)) })
    }
    return (try number("allocations"), try number("changes"))
  }
}
