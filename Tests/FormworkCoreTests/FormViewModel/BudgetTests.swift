import TestSupport
import Testing

/// Counts the memory and the instructions of an edit: they do not grow with the form.
struct BudgetTests {
  private let eventCount = 200

  /// The fields of a form that is opened under the counting tool.
  private let longCount = isLongRun ? 1000 : 200

  @Test func anEditAllocatesAsMuchInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try measure(fieldCount: 10)
      let long = try measure(fieldCount: 10_000)
      #expect(short.changes == long.changes)
      #expect(long.allocations == short.allocations)
      #expect((1...Callgrind.budget(debug: 8, release: 1) * eventCount).contains(short.allocations))
    }
  }

  @Test func anEditTakesAsManyInstructionsInALongForm() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "edit", fieldCount: 10)
      let long = try instructionCount(of: "edit", fieldCount: longCount)
      #expect(long <= short * 11 / 10)
      #expect((1000...Callgrind.budget(debug: 102_000, release: 8_000)).contains(short))
    }
  }

  @Test func anEditInAnItemTakesAsManyInstructionsInALongList() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "edit", in: "list", fieldCount: 10)
      let long = try instructionCount(of: "edit", in: "list", fieldCount: longCount)
      #expect(long <= short * 11 / 10)
      #expect((1000...Callgrind.budget(debug: 112_000, release: 8_800)).contains(short))
    }
  }

  /// Also if the answers are saved as a draft.
  @Test(.enabled(if: isLongRun), arguments: ["enter", "enterList"])
  func enterTakesAsManyInstructionsInALongForm(work: String) async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "enter", in: work, fieldCount: 10)
      let long = try instructionCount(of: "enter", in: work, fieldCount: 1000)
      #expect((1000...short * 11 / 10).contains(long))
    }
  }

  @Test(.enabled(if: isLongRun))
  func anItemIsAddedToALongListWithAsManyInstructions() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "add", fieldCount: 10)
      let long = try instructionCount(of: "add", fieldCount: 1000)
      #expect((1000...short * 11 / 10).contains(long))
    }
  }

  /// Ten times the fields in one row take ten times the work, or slightly more.
  @Test(.enabled(if: isLongRun)) func aFormIsOpenedWithWorkByItsLength() async throws {
    try await onThreadOfItsOwn {
      let short = try instructionCount(of: "open", fieldCount: 200, eventCount: 1)
      let long = try instructionCount(of: "open", fieldCount: 2000, eventCount: 1)
      #expect((10_000...12 * short).contains(long))
    }
  }

  /// Returns the number of instructions of one event, including its changes.
  private func instructionCount(
    of work: String, in shape: String? = nil, fieldCount: Int,
    eventCount: Int = isLongRun ? 200 : 50
  ) throws -> Int {
    let callgrind = try Callgrind("CoreBenchmark")
    let outcome = try Child.run(
      callgrind.command(
        "CoreBenchmark", [shape ?? work, "\(fieldCount)", "\(eventCount)", "1"],
        counting: "*measured\(work.prefix(1).uppercased() + work.dropFirst())*"),
      limit: Callgrind.limit)
    #expect(outcome.status == .exited(0))
    // One run warms up, the other is reported.
    return try callgrind.count() / (2 * eventCount)
  }

  /// Runs `CoreBenchmark` and returns what it counts for the events at random fields.
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
