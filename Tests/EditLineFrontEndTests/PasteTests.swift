import TestSupport
import Testing

/// The line breaks of pastes, and pastes without an end.
struct PasteTests {
  @Test(arguments: [
    ("ann\r\n", "ann"), ("ann\n", "ann"), ("ann\r\r", "ann"), ("ann\r\n\r\n", "ann"),
    ("an\r\nn\r\n", "an n"), ("a\rn\nn", "a n n"), ("a\r\n\r\nn", "a n"),
  ])
  func aLineEndIsOne(_ pasted: String, _ text: String) async throws {
    try await Trip().onScreen { screen in
      // Before that, the terminal converts carriage returns to newlines.
      try screen.expectLine("Name (required):")
      try screen.type("\u{1B}[200~\(pasted)\u{1B}[201~x")
      try screen.expectLine("Name (required): \(text)x ✓ ok")
    }
  }

  /// The paste is on the line, and a message above describes the changes.
  @Test func whatIsNoTextOfALineIsLeftOut() async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("\u{1B}[200~a\tn\u{1B}[n\u{7}\u{1B}[201~")
      try screen.expect("Line breaks and tabs of the paste became spaces, control characters")
      try screen.expectLine("Name (required): a n[n ✓ ok")
    }
  }

  @Test func severalLinesAreNoSecret() async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("ann\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("abc\u{1B}[200~d\re\u{1B}[201~")
      try screen.expect("Ignored: it has several lines; paste one line alone")
      try screen.expectLine("Word: ••• ✓ ok", cursor: 9)
    }
  }

  @Test(arguments: ["three\r\n", "three\r\r", "three\n"])
  func aLineEndIsNoPartOfASecret(_ pasted: String) async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("ann\r\n\r\n\r\n\r\n\r\n")
      try screen.expectLine("Word:")
      try screen.type("\u{1B}[200~\(pasted)\u{1B}[201~")
      try screen.expectLine("Word: ••••• ✓ ok", cursor: 11)
    }
  }

  @Test(arguments: ["", "bind -v\n"]) func enterIsEnterBehindEscape(editrc: String) async throws {
    try await Trip(editrc: editrc).onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("ann\u{1B}\r\n")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("abc\u{1B}\r")
      try screen.waitUntil { $0.last?.hasPrefix("Word:") == false }
    }
  }

  /// The next typed byte is a key, and the late end is dropped.
  @Test func aPasteWithoutAnEndIsTaken() async throws {
    try await Trip().onScreen { screen in
      try screen.type("\u{1B}[200~ann")
      try screen.expect("The end of the paste did not come: what came before was taken")
      try screen.expectLine("Name (required): ann ✓ ok")
      try screen.type("a\u{1B}[201~b")
      try screen.expectLine("Name (required): annab ✓ ok")
      try screen.type("\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("\u{1B}[200~abc")
      try screen.expectLine("Word: ••• ✓ ok")
      try screen.type("\u{1B}[200~\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }
}
