import Foundation
import TestSupport
import Testing

/// The cost of a key at a terminal in counted bytes and writes, which do not depend on the time.
struct BudgetTests {
  private let keys = String(repeating: "x", count: 25)

  @Test func aKeyThatChangesNothingButTheTextIsOneByteInOneWrite() async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminalWithALine()
      let writeCount = try writeCount(of: terminal)
      for key in keys { #expect(try type(key, at: terminal) == String(key)) }
      // The last write is counted when the program returns from it.
      #expect(try self.writeCount(of: terminal) - writeCount <= keys.count)
    }
  }

  @Test func aKeyThatChangesTheStatusWritesTheStatusAndTheWayThere() async throws {
    try await Trip(isolation: "never").atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.expect("1 of 6\u{1B}8")
      let writeCount = try writeCount(of: terminal)
      try terminal.type("a")
      let status = "2 characters at least: 1 more"
      let came = try terminal.expect("\(status)\u{1B}8")
      // The key, the way to the status, its colour, and the way back.
      #expect(came.utf8.count <= status.utf8.count + 16)
      // Writes to the terminal and to anything else.
      #expect(try self.writeCount(of: terminal) - writeCount <= 2)
    }
  }

  /// Each write comes with a report, which costs as much as the whole line.
  @Test(arguments: [1000, 4000])
  func aPasteThatIsNotMarkedIsReportedAFewTimesAndNotWithEachCharacter(count: Int) async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminalWithALine()
      let writeCount = try writeCount(of: terminal)
      // All bytes are available when the program continues to read.
      terminal.child.send(SIGSTOP)
      try terminal.type(String(repeating: "x", count: count - 1) + "Z")
      terminal.child.send(SIGCONT)
      let came = try terminal.expect("Z")
      #expect(came.utf8.count <= count + 400)
      #expect(try self.writeCount(of: terminal) - writeCount <= 40)
      terminal.child.send(SIGTERM)
      _ = try terminal.expectEnd()
    }
  }

  @Test(.timeLimit(.minutes(15))) func aKeyTakesItsInstructionsAndNoMore() async throws {
    try await onThreadOfItsOwn {
      let budget = 1000...Callgrind.budget(debug: 320_000, release: 20_500)
      let count = try instructionCount()
      #expect(budget.contains(count))
    }
  }

  /// Returns a terminal whose line contains an "a", with its status.
  private func terminalWithALine() throws -> PseudoTerminal {
    let terminal = try Trip(isolation: "never").terminal()
    try terminal.expect("Name (required): ")
    try terminal.type("\u{18}n")
    try terminal.expect("Story (^X e: several lines): ")
    try terminal.type("a")
    try terminal.expect("✓ ok  \u{1B}8")
    return terminal
  }

  /// Returns the average number of instructions of a key, after a few others.
  private func instructionCount() throws -> Int {
    let trip = try Trip(isolation: "never")
    let callgrind = try Callgrind("FormFixture", "libformwork-front-end-editline.so")
    let terminal = try PseudoTerminal(
      callgrind.command(countingPartsOf: "FormFixture", ["editline"]),
      environment: trip.environment(["SWIFT_DETERMINISTIC_HASHING": "1"]), size: Trip.wide)
    try terminal.expect("Name (required): ", limit: Callgrind.limit)
    try terminal.type("\u{18}n")
    try terminal.expect("Story (^X e: several lines): ", limit: Callgrind.limit)
    try terminal.type("a")
    try terminal.expect("✓ ok  \u{1B}8", limit: Callgrind.limit)
    for _ in 0..<5 { _ = try type("x", at: terminal) }
    try callgrind.count(
      during: { for key in keys { _ = try type(key, at: terminal) } }, of: terminal.child)
    terminal.child.send(SIGTERM)
    _ = try terminal.expectEnd(limit: Callgrind.limit)
    return try callgrind.count() / keys.count
  }

  private func type(_ key: Character, at terminal: PseudoTerminal) throws -> String {
    try terminal.type(String(key))
    return try terminal.expect(String(key), limit: Callgrind.limit)
  }

  /// Returns the number of writes of the program to anything, as Linux counts them.
  private func writeCount(of terminal: PseudoTerminal) throws -> Int {
    let counts = try String(contentsOfFile: "/proc/\(terminal.child.process)/io", encoding: .utf8)
    let line = try #require(counts.split(separator: "\n").first { $0.hasPrefix("syscw: ") })
    return try #require(Int(line.dropFirst("syscw: ".count)))
  }
}
