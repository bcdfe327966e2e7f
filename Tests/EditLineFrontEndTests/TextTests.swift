import TestSupport
import Testing

/// Typed and pasted text that is not ASCII, and lines that are longer than the terminal.
struct TextTests {
  @Test(arguments: [
    ("日本", "日"), ("e\u{301}e\u{301}", "e\u{301}"), ("a👍🏽", "a"), ("🇨🇭🇨🇭", "🇨🇭"), ("ñ", ""),
    ("a👩\u{200D}👩\u{200D}👧", "a"), ("❤\u{FE0F}\u{200D}🔥", ""), ("1\u{FE0F}\u{20E3}", ""),
    ("कक्ष", "क"),
    ("กำ", ""),
  ])
  func backspaceTakesOneCharacterAway(_ typed: String, _ left: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("\r\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type(typed + "|")
      try screen.waitUntil { $0.contains { $0.contains("|") } }
      try screen.type("\u{7F}\u{7F}|")
      // However wide the terminal draws joined emoji, the following text is directly after them.
      try screen.expectLine("Story (^X e: several lines): \(left)| ✓ ok")
      try screen.type("\u{1B}[Z")
      try screen.expectLine("Name (required): ✗ required")
      try screen.type("ann\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("story \((left + "|").debugDescription)"))
    }
  }

  /// The submitted text is checked, because terminals differ in drawing joined emoji.
  @Test(arguments: [
    ("e\u{301}", "e\u{301}"), ("👩\u{200D}👧", "👩👧"), ("❤\u{FE0F}", "❤\u{FE0F}"),
  ])
  func whatIsJoinedIsErasedAsOne(typed: String, shown: String) async throws {
    try await Trip().atTerminal { terminal in
      try terminal.type("\u{18}n")
      try terminal.expect("several lines): ")
      try terminal.type(typed)
      try terminal.expect(shown)
      try terminal.type("\u{7F}x")
      try terminal.expect("x")
      try terminal.type("\u{1B}[Zann\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("story \"x\"")
    }
  }

  @Test func aHugePasteIsTakenOrRefusedAsAWhole() async throws {
    try await Trip().atTerminal { terminal in
      try terminal.type("\u{18}n")
      try terminal.expect("several lines): ")
      let part = "0123456789abcde\n\u{1B}[2J\u{0}🎉"
      let most = String(repeating: part, count: 65_536 / part.utf8.count)
      try terminal.type("\u{1B}[200~\(most)\(most)\u{1B}[201~")
      try terminal.expect("Paste ignored: it has more than 65536 bytes")
      try terminal.type("\u{1B}[200~\(String(repeating: "xy ", count: 20_000))\u{1B}[201~")
      try terminal.expect("xy xy xy")
      try terminal.type("\u{18}n")
      try terminal.expect("Plan: ")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// After more marks than a field accepts, the old text is on the line again, below the reason.
  @Test(arguments: ["", "\r", "\t"]) func aTextThatIsRefused(key: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("anna")
      try screen.expectLine("Name (required): anna ✓ ok")
      try screen.type("\u{1B}[200~e\(String(repeating: "\u{301}", count: 150))\u{1B}[201~" + key)
      try screen.expect("Name: more than 100 marks on one letter: enter fewer")
      let isPassed = key == "\t"
      try screen.expectLine(
        isPassed ? "Story (^X e: several lines):" : "Name (required): anna ✓ ok")
    }
  }

  @Test func aLineMayBeLongerThanTheScreenIsWide() async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 20, rows: 10)) { screen in
      try screen.type("\u{18}n")
      try screen.waitUntil { $0.last?.hasPrefix("lines):") == true }
      try screen.type("abcdefghijklmnopqrstuvwxyz")
      try screen.waitUntil {
        $0.suffix(3)
          == ["Story (^X e: several", "lines): abcdefghijkl", "mnopqrstuvwxyz"].suffix(3)
      }
      // To the beginning, and delete one character.
      try screen.type("\u{1}\u{4}")
      try screen.waitUntil { $0.suffix(2) == ["lines): bcdefghijklm", "nopqrstuvwxyz"] }
      #expect(try screen.cursor.column == 8)
    }
  }

  @Test(arguments: [(80, 40), (40, 80), (30, 31), (20, 5)])
  func aResizeInTheMiddleOfALineRedrawsIt(_ before: Int, _ after: Int) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: before, rows: 20)) { screen in
      func text(_ lines: [String]) -> String { lines.joined().filter { $0 != " " } }
      try screen.waitUntil { text($0).contains("Name(required):") }
      try screen.type("anna")
      try screen.waitUntil { text($0).contains("Name(required):anna") }
      try screen.resize(to: PseudoTerminal.Size(columns: after, rows: 20))
      try screen.type("x")
      let lines = try screen.waitUntil { text($0).contains("Name(required):annax") }
      #expect(text(lines).ranges(of: "Name(req").count == 1)
    }
  }

  @Test(arguments: [1, 2, 1000])
  func everyWidthWillDo(columns: Int) async throws {
    try await Trip().atTerminal(size: PseudoTerminal.Size(columns: columns, rows: 24)) { terminal in
      try terminal.type("ann\r日本\r\r\r\r\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("story \"日本\"")
      #expect(try terminal.modes == terminal.initialModes)
    }
  }
}
