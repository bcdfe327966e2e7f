import TestSupport
import Testing

/// Keys that come faster than the answers of the host have the same meaning as single keys.
struct TypingAheadTests {
  static let isolations = ["never", "always"]

  @Test(arguments: isolations)
  func optionsAreSwitchedOneAfterTheOther(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.screen("form", isolation: isolation)
      try screen.expect("› Name *")
      let (left, right) = ("\u{1B}[D", "\u{1B}[C")
      // Finally the second of two is chosen, and a toggle switched seven times is on.
      let steps = String(repeating: right + left, count: 5) + right
      try screen.type("\t\t\t\t" + steps + "\t" + String(repeating: " ", count: 7))
      try screen.type("\t" + String(repeating: " ", count: 7) + "\t12:3")
      try screen.waitUntil { lines in
        func line(_ label: String) -> String? { lines.first { $0.contains(label) } }
        return line("Plan")?.contains("( ) Free  (•) Gold") == true
          && line("Extras")?.contains("[x] Bread  [ ] Soup") == true
          && line("Late arrival")?.contains("[x] yes") == true
          && line(" › ")?.contains("Arrival          [12:3 ") == true
      }
    }
  }

  /// Rows that the host has not sent yet, and text typed after them.
  @Test(arguments: isolations)
  func rowsAreGoneThroughOneAfterTheOther(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.screen("table", isolation: isolation)
      try screen.expect("› Ana 100 ")
      let (pageDown, pageUp) = ("\u{1B}[6~", "\u{1B}[5~")
      let (up, down, end, home) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[F", "\u{1B}[H")
      // Far down and back to the second row; then to the third.
      let pages = String(repeating: pageDown, count: 25) + String(repeating: pageUp, count: 25)
      try screen.type(down + pages + down)
      try screen.expect("› Ana 200 ")
      // To the last row and back to the first, which comes after the search field.
      try screen.type(end + up + home + up + "cor")
      try screen.expect("[cor ")
    }
  }

  private static func screen(_ name: String, isolation: String) throws -> Screen {
    try Screen([
      try Program.path(named: "formwork"), "demo", "--front-end", "screen", "--isolate", isolation,
      name,
    ])
  }
}
