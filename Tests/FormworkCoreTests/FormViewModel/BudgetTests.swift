import TestSupport
import Testing

/// What an edit takes of memory and processor does not grow with the form: it is counted.
struct BudgetTests {
  @Test func anEditAllocatesAsMuchInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try measure(fieldCount: 10)
      let long = try measure(fieldCount: 10_000)
      #expect(short == long)
      #expect(short.contains("\"events\": 200"))
    }
  }

  /// The counts of a run: all that `CoreBenchmark` prints but the time.
  private func measure(fieldCount: Int) throws -> String {
    let outcome = try Child.run([
      Program.path(named: "CoreBenchmark"), "edit", "\(fieldCount)", "200", "1",
    ])
    let line = outcome.outputText
    return String(line.drop { $0 != "," })
  }
}
