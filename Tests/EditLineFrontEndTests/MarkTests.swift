import TestSupport
import Testing

/// Choices answered by marking options with the arrow keys.
struct MarkTests {
  private static let (up, down, escape) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}")
  private static let extras = "Extras (several with commas, - for none):"

  /// The answer to a question with one option: the last visible rows, and the submitted option.
  @Test(
    arguments: [
      ([down], ["> 1 Free", "  2 Gold", "  3 Gone", "Plan: Free"], "free"),
      ([down, down], ["  1 Free", "> 2 Gold", "  3 Gone", "Plan: Gold"], "gold"),
      ([up], ["  1 Free", "  2 Gold", "> 3 Gone", "Plan: Gone"], "gone"),
      (["g"], ["  2 Gold", "  3 Gone", "Plan: g"], nil),
      (["g", up], ["  2 Gold", "> 3 Gone", "Plan: Gone"], "gone"),
      (["g", down, down, down], ["> 2 Gold", "  3 Gone", "Plan: Gold"], "gold"),
      (["2"], ["  2 Gold", "Plan: 2"], "gold"),
      (["g", down, escape], ["  2 Gold", "  3 Gone", "Plan: g"], nil),
      (["g", down, escape, escape, "f"], ["  1 Free", "Plan: f"], "free"),
      ([down, "\u{7F}"], ["  1 Free", "Plan: Fre"], "free"),
      ([down, "g"], ["  2 Gold", "  3 Gone", "Plan: g"], nil),
      (["g", up, "f"], ["  1 Free", "Plan: f"], "free"),
      ([down, "g", down], ["> 2 Gold", "  3 Gone", "Plan: Gold"], "gold"),
      ([down, "\u{1B}[200~gol\u{1B}[201~"], ["  2 Gold", "Plan: gol"], "gold"),
      (["fr", " "], ["Plan: fr"], "free"),
    ] as [([String], [String], String?)])
  func anOptionIsMarked(_ keys: [String], _ rows: [String], _ plan: String?) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 80, rows: 40)) { screen in
      try screen.type("ann\r\r")
      try screen.expectLine("Plan:")
      for key in keys { try Self.press(key, at: screen) }
      try screen.waitUntil { lines in
        lines.suffix(rows.count).map { $0.replacing(/\ +\d+ of \d+$/, with: "") } == rows
      }
      guard let plan else { return }
      try screen.type("\r")
      try screen.expectLine(Self.extras)
      // The list of options is gone.
      #expect(try !screen.lines.contains { $0.hasPrefix("> ") })
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("plan \(plan)"))
    }
  }

  /// The answer to a question with several options, in the same form.
  @Test(
    arguments: [
      ([down], ["> [ ] 1 Hat", "  [ ] 2 Bag", "\(extras) Hat"], "hat"),
      ([down, " "], ["> [x] 1 Hat", "  [ ] 2 Bag", "\(extras) Hat,"], "hat"),
      ([down, " ", down], ["  [x] 1 Hat", "> [ ] 2 Bag", "\(extras) Hat,"], "hat"),
      ([down, " ", down, " "], ["  [x] 1 Hat", "> [x] 2 Bag", "\(extras) Hat, Bag,"], "hat+bag"),
      ([down, " ", " "], ["> [ ] 1 Hat", "  [ ] 2 Bag", "\(extras)"], ""),
      (
        ["hat, ", down, down, " "], ["  [x] 1 Hat", "> [x] 2 Bag", "\(extras) Hat, Bag,"], "hat+bag"
      ),
      (["b", down, " "], ["> [x] 2 Bag", "\(extras) Bag,"], "bag"),
      ([down, " ", "b"], ["  [x] 2 Bag", "\(extras) Hat, b"], "hat+bag"),
      ([down, " ", escape], ["  [x] 1 Hat", "\(extras) Hat"], "hat"),
      (["h", " "], ["> [x] 1 Hat", "  [ ] 2 Bag", "\(extras) Hat,"], "hat"),
      (["2", " ", "h", " "], ["> [x] 1 Hat", "  [x] 2 Bag", "\(extras) Bag, Hat,"], "hat+bag"),
      (["h", " ", "h", " "], ["> [ ] 1 Hat", "  [ ] 2 Bag", "\(extras)"], ""),
      (["b", " ", down, " "], ["> [x] 1 Hat", "  [x] 2 Bag", "\(extras) Bag, Hat,"], "hat+bag"),
      ([down, "b"], ["  [x] 2 Bag", "\(extras) b"], "bag"),
    ] as [([String], [String], String)])
  func optionsAreChosen(_ keys: [String], _ rows: [String], _ chosen: String) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 80, rows: 40)) { screen in
      try screen.type("ann\r\r\r")
      try screen.expectLine(Self.extras)
      for key in keys { try Self.press(key, at: screen) }
      try screen.waitUntil { lines in
        lines.suffix(rows.count).map { $0.replacing(/\ +\d+ of \d+$/, with: "") } == rows
      }
      try screen.type("\r")
      try screen.expectLine("Gift (y/n) [n]:")
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains(chosen.isEmpty ? "extras" : "extras \(chosen)"))
    }
  }

  /// Chosen options stay chosen; keys that leave the field accept the options too.
  @Test(arguments: ["\t", "\u{18}n", "\u{18}p", "\u{1B}[Z"])
  func whatWasChosenBeforeStays(key: String) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 80, rows: 40)) { screen in
      try screen.type("ann\r\r\rhat\r")
      try screen.expectLine("Gift (y/n) [n]:")
      try screen.type("\u{18}p")
      try screen.expectLine("\(Self.extras.dropLast()) [Hat]: ✓ ok")
      try screen.type(Self.down + Self.down + " " + key)
      try screen.waitUntil { $0.last?.hasPrefix("Extras") == false }
      #expect(try screen.lines.contains { $0.contains("[Hat]: Hat, Bag  ") })
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("extras hat+bag"))
    }
  }

  @Test func aNarrowTerminalShowsTheMark() async throws {
    try await Trip().onScreen { screen in
      // A verdict that came after the field was left would take a row.
      try screen.type("ann")
      try screen.expectLine("Name (required): ann ✓ ok")
      try screen.type("\r\r")
      try screen.expectLine("Plan:")
      try screen.resize(to: PseudoTerminal.Size(columns: 8, rows: 4))
      try screen.waitUntil { $0 == ["Plan:"] }
      try screen.type(Self.up)
      try screen.waitUntil { $0.suffix(3) == ["  2 G…", "> 3 Gone", "Plan: Go", "ne"].suffix(3) }
    }
  }

  private static func press(_ key: String, at screen: Screen) throws {
    let lines = try screen.lines
    try screen.type(key)
    // Only time distinguishes Escape from the beginning of another key.
    if key != " " { try screen.waitUntil { $0 != lines } }
  }
}
