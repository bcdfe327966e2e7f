import TestSupport
import Testing

/// Counts the work of refreshes: it does not grow with their number.
struct RefreshBudgetTests {
  private static let refreshCount = 1000
  private static let runCount = isLongRun ? 100 : 10

  @Test func memoryIsFlatOverManyRefreshes() async throws {
    try await onThreadOfItsOwn {
      let output = try Child.run(
        [
          Program.path(named: "CoreBenchmark"), "refresh", "8", "\(Self.refreshCount)",
          "\(Self.runCount)",
        ], limit: .seconds(300)
      ).outputText
      let lines = output.split(separator: "\n")
      #expect(lines.count == Self.runCount)
      let bytes = try lines.map { try number("bytes", in: $0) }
      let allocations = try lines.map { try number("allocations", in: $0) }
      let changes = try lines.map { try number("changes", in: $0) }
      // One row is added, one removed; the list becomes busy and idle again.
      #expect(Set(changes).count == 1)
      #expect((4 * Self.refreshCount...40 * Self.refreshCount).contains(changes[0]))
      let (least, most) = (try #require(bytes.min()), try #require(bytes.max()))
      // One leaked byte for each refresh would add up to 20,000 at least.
      #expect(most - least <= 16_384, "\(bytes)")
      // A search that grew with each load would need more allocations.
      let (first, last) = (allocations[0], allocations[Self.runCount - 1])
      #expect(abs(last - first) <= Self.refreshCount, "\(first) and then \(last)")
    }
  }

  private func number(_ name: String, in line: Substring) throws -> Int {
    let parts = line.split(separator: "\"\(name)\": ")
    return try #require(parts.last.flatMap { Int($0.prefix(while: \.isNumber)) })
  }
}
