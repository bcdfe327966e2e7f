import TestSupport
import Testing

/// Text typed faster than it is drawn, which leads to another screen or the end of the program.
struct TypedAheadTests {
  /// Keys at each kind of question, after keys that lead to it, and the resulting line.
  private static let answers: [(before: String, prompt: String, keys: String, line: String)] = [
    ("", "Name (required):", "ann\u{18}s", "Name (required): ann"),
    ("ann\r", "Story (^X e: several lines):", "So\u{18}s", "Story (^X e: several lines): So"),
    ("ann\r\r", "Plan:", "gold\u{18}s", "Plan: gold"),
    (
      "ann\r\r\r", "Extras (several with commas, - for none):", "hat\u{18}s",
      "Extras (several with commas, - for none): hat"
    ),
    ("ann\r\r\r\r", "Gift (y/n) [n]:", "y\u{18}s", "Gift (y/n) [n]: y"),
    ("ann\r\r\r\r\r", "Word:", "abc\u{18}s", "Word: •••"),
    ("ann\r\r\r\r\r\r", "Button [1]:", "sub\r", "Button [1]: sub"),
  ]

  @Test(arguments: answers)
  func anAnswerIsInTheTranscript(
    _ answer: (before: String, prompt: String, keys: String, line: String)
  ) async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip().screen(size: PseudoTerminal.Size(columns: 80, rows: 40))
      try screen.type(answer.before)
      try screen.expectLine(answer.prompt)
      try screen.type(answer.keys)
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains { $0.hasPrefix(answer.line) })
    }
  }

  /// Each of them leads to the review, which is a screen of its own.
  @Test(arguments: [
    ("", "Name (required):", "ann\u{18}s", "Name (required): ann"),
    ("ann\r", "Gift (y/n) [n]:", "y\u{18}s", "Gift (y/n) [n]: y"),
    ("ann\r\r", "Word:", "abc\u{18}s", "Word: •••"),
    ("ann\r\r\r\r1\rbob\r", "Plan:", "gold\u{18}s", "Plan: gold"),
    ("ann\r\r\r\r\r", "Button [1]:", "sub\r", "Button [1]: sub"),
  ])
  func anAnswerIsInTheTranscriptBeforeAnotherScreen(
    _ before: String, _ prompt: String, _ keys: String, _ line: String
  ) async throws {
    try await onThreadOfItsOwn {
      var trip = try Trip()
      trip.form = "stay"
      let screen = try trip.screen(size: PseudoTerminal.Size(columns: 80, rows: 60))
      try screen.type(before)
      try screen.expectLine(prompt)
      try screen.type(keys)
      let lines = try screen.waitUntil { $0.contains { $0.hasPrefix("3 Name: ann") } }
      #expect(lines.contains { $0.hasPrefix(line) })
    }
  }
}
