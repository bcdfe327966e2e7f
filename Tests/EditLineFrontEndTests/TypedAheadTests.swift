import TestSupport
import Testing

/// Text typed faster than it is drawn, which leads to another screen or the end of the program.
struct TypedAheadTests {
  /// Keys at each kind of question of a form, after keys that lead to it, and the resulting line.
  ///
  /// The first form ends with its submission; the second one leads to the review, a screen of its own.
  @Test(
    arguments: [
      (nil, "", "Name (required):", "ann\u{18}s", "ann"),
      (nil, "ann\r", "Story (^X e: several lines):", "So\u{18}s", "So"),
      (nil, "ann\r\r", "Plan:", "gold\u{18}s", "gold"),
      (nil, "ann\r\r\r", "Extras (several with commas, - for none):", "hat\u{18}s", "hat"),
      (nil, "ann\r\r\r\r", "Gift (y/n) [n]:", "y\u{18}s", "y"),
      (nil, "ann\r\r\r\r\r", "Word:", "abc\u{18}s", "•••"),
      (nil, "ann\r\r\r\r\r\r", "Button [1]:", "sub\r", "sub"),
      ("stay", "", "Name (required):", "ann\u{18}s", "ann"),
      ("stay", "ann\r", "Gift (y/n) [n]:", "y\u{18}s", "y"),
      ("stay", "ann\r\r", "Word:", "abc\u{18}s", "•••"),
      ("stay", "ann\r\r\r\r1\rbob\r", "Plan:", "gold\u{18}s", "gold"),
      ("stay", "ann\r\r\r\r\r", "Button [1]:", "sub\r", "sub"),
    ] as [(String?, String, String, String, String)])
  func anAnswerIsInTheTranscript(
    _ form: String?, _ before: String, _ prompt: String, _ keys: String, _ answer: String
  ) async throws {
    var trip = try Trip()
    trip.form = form
    try await trip.onScreen(size: PseudoTerminal.Size(columns: 80, rows: 60)) { screen in
      try screen.type(before)
      try screen.expectLine(prompt)
      try screen.type(keys)
      let end = form == nil ? "name \"ann\"" : "3 Name: ann"
      let lines = try screen.waitUntil { $0.contains { $0.hasPrefix(end) } }
      #expect(lines.contains { $0.hasPrefix("\(prompt) \(answer)") })
    }
  }
}
