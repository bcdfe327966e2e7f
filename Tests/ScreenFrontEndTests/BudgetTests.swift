import Glibc
import TestSupport
import Testing

/// The cost of a long text in counted instructions, which do not depend on the time.
struct BudgetTests {
  /// The field after this number of tabs, and whether other text waits after the long one.
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

  /// The letters of the shorter text.
  private static let letterCount = isLongRun ? 1000 : 250

  /// Letters typed at once, as a paste that the terminal does not mark.
  @Test(.timeLimit(.minutes(15)), arguments: isLongRun ? places : [places[1]])
  func aTextOfFourTimesTheLengthTakesFourTimesAsMuch(place: Place) async throws {
    try await onThreadOfItsOwn {
      let few = try instructionCount(letterCount: Self.letterCount, at: place)
      let many = try instructionCount(letterCount: 4 * Self.letterCount, at: place)
      #expect((100_000...5 * max(few, 100_000)).contains(many))
    }
  }

  /// Returns the number of instructions of some letters, up to the list of keys after them.
  private func instructionCount(letterCount: Int, at place: Place) throws -> Int {
    let folder = try TemporaryDirectory()
    let callgrind = try Callgrind("FormFixture", "libformwork-front-end-screen.so")
    let terminal = try PseudoTerminal(
      callgrind.command(countingPartsOf: "FormFixture", ["screen"]),
      environment: Child.environment.merging([
        "HOME": folder.path, "FORM_FIXTURE_ISOLATION": "never", "SWIFT_DETERMINISTIC_HASHING": "1",
      ]) { $1 }, size: PseudoTerminal.Size(columns: 80, rows: 24))
    try terminal.expect("Name *", limit: Callgrind.limit)
    try terminal.type(String(repeating: "\t", count: place.tabCount) + place.before)
    try terminal.waitUntilRead(limit: Callgrind.limit)
    let words = String(repeating: "lorem ipsum ", count: letterCount / 12 + 1)
    try callgrind.count(
      during: {
        try terminal.type(String(words.prefix(letterCount)), limit: Callgrind.limit)
        try terminal.waitUntilRead(limit: Callgrind.limit)
        try terminal.type("\u{1B}OP")
        try terminal.expect("Shift-Tab", limit: Callgrind.limit)
      }, of: terminal.child)
    terminal.child.send(SIGTERM)
    _ = try terminal.expectEnd(limit: Callgrind.limit)
    return try callgrind.count()
  }
}

/// The cost of each key in instructions, with a limit of 10 percent above the measured number.
@Suite(.serialized) struct KeyBudgetTests {
  enum Key: String, CaseIterable {
    case letter = "x"
    case tab = "\t"
    case pageDown = "\u{1B}[6~"
  }

  /// A form on a terminal, with the budget of each key.
  struct Place: Sendable, CustomTestStringConvertible {
    let fieldCount: Int
    let size: PseudoTerminal.Size
    let keyCount: Int
    let budgets: [Key: Int]

    var testDescription: String { "\(fieldCount) fields, \(size.columns)x\(size.rows)" }
  }

  private static let small = PseudoTerminal.Size(columns: 80, rows: 24)
  private static let large = PseudoTerminal.Size(columns: 200, rows: 50)

  static let places = [
    Place(
      fieldCount: 1000, size: small, keyCount: 8,
      budgets: [
        .letter: Callgrind.budget(debug: 408_000, release: 29_700),
        .tab: Callgrind.budget(debug: 12_200_000, release: 518_000),
        .pageDown: Callgrind.budget(debug: 21_000_000, release: 1_390_000),
      ]),
    Place(
      fieldCount: 1000, size: large, keyCount: 20,
      budgets: [
        .letter: Callgrind.budget(debug: 0, release: 33_200),
        .tab: Callgrind.budget(debug: 0, release: 547_000),
        .pageDown: Callgrind.budget(debug: 0, release: 3_450_000),
      ]),
    Place(
      fieldCount: 100_000, size: small, keyCount: 5,
      budgets: [
        .letter: Callgrind.budget(debug: 0, release: 29_600),
        .tab: Callgrind.budget(debug: 0, release: 318_000),
        .pageDown: Callgrind.budget(debug: 0, release: 1_370_000),
      ]),
  ]

  /// A debug build measures only the first place, because the others take minutes.
  private static var measured: [Place] {
    Array(places.prefix(Callgrind.budget(debug: 1, release: places.count)))
  }

  @Test(.timeLimit(.minutes(15)), arguments: measured, isLongRun ? Key.allCases : [.letter])
  func aKeyTakesItsInstructionsAndNoMore(place: Place, key: Key) async throws {
    try await onThreadOfItsOwn {
      let count = try instructionCount(of: key, at: place)
      #expect(count >= 1000)
      #expect(count <= place.budgets[key] ?? 0)
    }
  }

  /// Returns the average number of instructions of a key, after a few other keys.
  private func instructionCount(of key: Key, at place: Place) throws -> Int {
    let folder = try TemporaryDirectory()
    let callgrind = try Callgrind("LongForm", "libformwork-front-end-screen.so")
    let terminal = try PseudoTerminal(
      callgrind.command(
        countingPartsOf: "LongForm", ["screen", "\(place.fieldCount)", "never"]),
      environment: Child.environment.merging([
        "HOME": folder.path, "SWIFT_DETERMINISTIC_HASHING": "1",
      ]) { $1 }, size: place.size)
    func type(count: Int) throws {
      for _ in 0..<count {
        let shownCount = terminal.output.utf8.count
        try terminal.type(key.rawValue)
        // Each key is drawn before the next one comes.
        try terminal.waitUntilRead(limit: Callgrind.limit)
        while terminal.output.utf8.count == shownCount { poll(nil, 0, 5) }
      }
    }
    try terminal.expect("Field 9", limit: Callgrind.limit)
    try type(count: 3)
    try callgrind.count(during: { try type(count: place.keyCount) }, of: terminal.child)
    terminal.child.send(SIGTERM)
    _ = try terminal.expectEnd(limit: Callgrind.limit)
    return try callgrind.count() / place.keyCount
  }
}
