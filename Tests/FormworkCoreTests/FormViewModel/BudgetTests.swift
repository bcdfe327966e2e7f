import TestSupport
import Testing

/// What an edit takes of memory and processor does not grow with the form: it is counted.
struct BudgetTests {
  private let eventCount = 200

  @Test func anEditAllocatesAsMuchInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try measure(fieldCount: 10)
      let long = try measure(fieldCount: 10_000)
      #expect(short.changes == long.changes)
      // In a long form most of the random fields are edited for the first time: each grows once.
      #expect(long.allocations <= short.allocations + eventCount)
      // The message of a sentence and its key are among them, and the count of answers of the form.
      #expect((1...11 * eventCount).contains(short.allocations))
    }
  }

  @Test func anEditTakesAsManyInstructionsInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "edit", fieldCount: 10)
      let long = try instructionCount(of: "edit", fieldCount: 1000)
      #expect(long <= short * 11 / 10)
      #expect((1000...Callgrind.budget(debug: 150_000, release: 13_200)).contains(short))
    }
  }

  @Test func anEditInAnItemTakesAsManyInstructionsInALongList() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "edit", in: "list", fieldCount: 10)
      let long = try instructionCount(of: "edit", in: "list", fieldCount: 1000)
      #expect(long <= short * 11 / 10)
      #expect((1000...Callgrind.budget(debug: 150_000, release: 13_200)).contains(short))
    }
  }

  /// Where what was entered is kept for another time, too.
  @Test(arguments: ["enter", "enterList"])
  func enterTakesAsManyInstructionsInALongForm(work: String) async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "enter", in: work, fieldCount: 10)
      let long = try instructionCount(of: "enter", in: work, fieldCount: 1000)
      #expect((1000...short * 11 / 10).contains(long))
    }
  }

  @Test func anItemIsAddedToALongListWithAsManyInstructions() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "add", fieldCount: 10)
      let long = try instructionCount(of: "add", fieldCount: 1000)
      #expect((1000...short * 11 / 10).contains(long))
    }
  }

  /// Ten times as many fields in one row take ten times as long to show, or somewhat more.
  @Test func aFormIsOpenedWithWorkByItsLength() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "open", fieldCount: 200, eventCount: 1)
      let long = try instructionCount(of: "open", fieldCount: 2000, eventCount: 1)
      #expect((10_000...12 * short).contains(long))
    }
  }

  /// How many instructions one of some events takes, from the event to the changes.
  private func instructionCount(
    of work: String, in shape: String? = nil, fieldCount: Int, eventCount: Int = 200
  ) throws -> Int {
    let callgrind = try Callgrind("CoreBenchmark")
    let outcome = try Child.run(
      callgrind.command(
        "CoreBenchmark", [shape ?? work, "\(fieldCount)", "\(eventCount)", "1"],
        counting: "*measured\(work.prefix(1).uppercased() + work.dropFirst())*"),
      limit: Callgrind.limit)
    #expect(outcome.status == .exited(0))
    // One run to warm up, and one that is reported.
    return try callgrind.count() / (2 * eventCount)
  }

  /// What the events at random fields took, by what `CoreBenchmark` counts.
  private func measure(fieldCount: Int) throws -> (allocations: Int, changes: Int) {
    let line = try Child.run([
      Program.path(named: "CoreBenchmark"), "edit", "\(fieldCount)", "\(eventCount)", "1",
    ]).outputText
    func number(_ name: String) throws -> Int {
      let parts = line.split(separator: "\"\(name)\": ")
      return try #require(parts.last.flatMap { Int($0.prefix(while: \.isNumber)) })
    }
    return (try number("allocations"), try number("changes"))
  }
}
