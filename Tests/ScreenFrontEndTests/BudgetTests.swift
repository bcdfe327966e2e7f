import Glibc
import TestSupport
import Testing

/// The cost of a long text in instructions, which are counted and not timed.
struct BudgetTests {
  /// The field after the number of tabs, and whether the text is typed before another one.
  struct Place: Sendable, CustomTestStringConvertible {
    let field: String
    let tabCount: Int
    var before: String = ""

    var testDescription: String { before.isEmpty ? field : "\(field), before another text" }
  }

  static let places = [
    Place(field: "Name", tabCount: 0), Place(field: "Story", tabCount: 1),
    Place(field: "Story", tabCount: 1, before: String(repeating: "漢", count: 2000) + "\u{1}"),
    Place(field: "Word", tabCount: 5),
  ]

  /// Letters that are typed at once, as a paste that the terminal does not mark.
  @Test(.timeLimit(.minutes(15)), arguments: places)
  func aTextOfFourTimesTheLengthTakesFourTimesAsMuch(place: Place) async throws {
    try await onThreadOfItsOwn {
      let none = try instructionCount(letterCount: 0, at: place)
      let few = try instructionCount(letterCount: 2000, at: place) - none
      let many = try instructionCount(letterCount: 8000, at: place) - none
      #expect((100_000...5 * max(few, 100_000)).contains(many))
    }
  }

  /// The number of instructions from the start of the program to its end, with letters in between.
  private func instructionCount(letterCount: Int, at place: Place) throws -> Int {
    let folder = try TemporaryDirectory()
    let callgrind = try Callgrind("FormFixture", "libformwork-front-end-screen.so")
    let terminal = try PseudoTerminal(
      callgrind.command("FormFixture", ["screen"]),
      environment: Child.environment.merging([
        "HOME": folder.path, "FORM_FIXTURE_ISOLATION": "never", "SWIFT_DETERMINISTIC_HASHING": "1",
      ]) { $1 }, size: PseudoTerminal.Size(columns: 80, rows: 24))
    try terminal.expect("Name *", limit: Callgrind.limit)
    try terminal.type(String(repeating: "\t", count: place.tabCount) + place.before)
    try terminal.waitUntilRead(limit: Callgrind.limit)
    let words = String(repeating: "lorem ipsum ", count: letterCount / 12 + 1)
    try terminal.type(String(words.prefix(letterCount)), limit: Callgrind.limit)
    try terminal.waitUntilRead(limit: Callgrind.limit)
    // The list of keys comes after all that was typed.
    try terminal.type("\u{1B}OP")
    try terminal.expect("Shift-Tab", limit: Callgrind.limit)
    terminal.child.send(SIGTERM)
    _ = try terminal.expectEnd(limit: Callgrind.limit)
    return try callgrind.count()
  }
}
