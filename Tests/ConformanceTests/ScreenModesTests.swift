import Testing

@testable import FormworkConformance

/// What is left switched on by what a front end has written.
struct ScreenModesTests {
  @Test(arguments: [
    ("\u{1B}[1mName\u{1B}[m", []),
    ("\u{1B}[1mName", ["colours or attributes on"]),
    // The cursor is saved with the attributes, and comes back with them.
    ("\u{1B}7\u{1B}[A\u{1B}[31mtoo short\u{1B}8", []),
    ("\u{1B}[1m\u{1B}7\u{1B}[m\u{1B}8", ["colours or attributes on"]),
    ("\u{1B}7\u{1B}[1m\u{1B}8\u{1B}[1m", ["colours or attributes on"]),
    ("\u{1B}7\u{1B}[1m\u{1B}8\u{1B}[1m\u{1B}8", []),
    ("\u{1B}[1m\u{1B}7", ["colours or attributes on"]),
    // Nothing was saved.
    ("\u{1B}[1m\u{1B}8", []),
    // The sets of characters as well, and nothing else.
    ("\u{1B}7\u{E}\u{1B}(0\u{1B}8", []),
    ("\u{1B}7\u{1B}[?25l\u{1B}[4h\u{1B}8", ["insert mode on", "the cursor off"]),
  ])
  func whatIsLeft(output: String, differences: [String]) {
    #expect(ScreenModes(after: Array(output.utf8)).differences == differences)
  }
}
