import TestSupport
import Testing

/// Leaving a field, and moves without a target.
struct LeavingTests {
  private static let keys = ["\u{18}n", "\u{1B}[B", "\u{E}"]

  /// A field that is left with a fault shows it, as at Enter; a field without input does not.
  @Test(arguments: keys, [80, 30])
  func aFieldLeftWithAFaultShowsIt(_ key: String, _ columns: Int) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: columns, rows: 24)) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("\u{18}n\u{18}p")
      try screen.waitUntil { $0.count { $0.hasPrefix("Name (required):") } == 2 }
      try screen.type("a\(key)")
      try screen.waitUntil { $0.last?.contains("lines):") == true }
      let left = try screen.lines.joined(separator: " ").split(separator: " ").joined(
        separator: " ")
      #expect(left.contains("✗ 2 characters at least: 1 more"))
      #expect(left.ranges(of: "✗").count == 1)
    }
  }

  /// Help without enough room is cut after a word, with a mark.
  @Test func helpIsCutWhereThereIsNoRoom() async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      let name = String(repeating: "x", count: 40)
      try screen.type(name)
      try screen.expectLine("Name (required): \(name) 20 characters at…")
    }
  }

  /// At the first field, after the last one, and at the buttons of a question: only a bell.
  @Test func whereThereIsNothingToGoToItRings() async throws {
    try await Trip(isolation: "never").atTerminal { terminal in
      func expectRing(_ keys: [String]) throws {
        for key in keys {
          try terminal.type(key)
          #expect(
            try terminal.expect("\u{7}") == "\u{7}", "\(key.debugDescription)")
        }
      }
      try terminal.expect("1 of 6\u{1B}8")
      try expectRing(["\u{18}p", "\u{1B}[Z", "\u{1B}[A", "\u{10}"])
      try terminal.type("\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n")
      try terminal.expect("Button [1]: ")
      try expectRing(["\u{18}n", "\u{1B}[B"])
      try terminal.type("2\r")
      #expect(try terminal.expectEnd() == .exited(1))
    }
  }

  /// A kept secret cannot be shown; a message explains this for new text before it is typed.
  @Test func revealingNothingSaysWhatItMeans() async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n")
      try screen.expectLine("Word:")
      try screen.type("\u{18}v")
      try screen.expect("Word: what you type is shown: ^X v hides it")
      try screen.type("\u{18}v")
      try screen.expect("Word: what you type is not shown")
      try screen.type("hunter2")
      try screen.expectLine("Word: ••••••• ✓ ok")
      try screen.type("\u{18}p")
      try screen.expectLine("Gift (y/n) [n]:")
      try screen.type("\u{18}n")
      try screen.expectLine("Word: ✓ kept: 7 characters; type to replace")
      try screen.type("\u{18}v")
      try screen.waitUntil {
        $0.suffix(2).first
          == "Word: the saved value stays hidden; what you type now is visible; ^X v hides it"
      }
    }
  }

  /// The visible part, with a mark where the secret is cut.
  @Test func aLongSecretIsShownAsFarAsThereIsRoom() async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 30, rows: 24)) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n")
      try screen.waitUntil { $0.last?.hasPrefix("Word:") == true }
      try screen.type("abcdefghijklmnopqrstuvwxyz0123456789")
      try screen.expectLine("Word: …" + String(repeating: "•", count: 16))
      try screen.type("\u{18}v")
      try screen.expectLine("Word: …opqrstuvwxyz0123456789", cursor: 29)
      try screen.type("\u{1B}[H")
      try screen.expectLine("Word: abcdefghijklmnopqrstuv…", cursor: 6)
    }
  }

  /// No part of a shown secret stays visible, however the terminal has wrapped its line.
  @Test(arguments: [(50, 24), (50, 12), (24, 50)])
  func aResizeInTheMiddleOfASecretRedrawsIt(_ before: Int, _ after: Int) async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: before, rows: 24)) { screen in
      try screen.waitUntil { $0.contains { $0.hasPrefix("Name (required):") } }
      try screen.type("\u{18}n\u{18}n\u{18}n\u{18}n\u{18}n")
      try screen.waitUntil { $0.last?.hasPrefix("Word:") == true }
      try screen.type("abcdefghijklmnopqrstuvwxyz0123\u{18}v")
      try screen.waitUntil { $0.last?.contains("0123") == true }
      try screen.resize(to: PseudoTerminal.Size(columns: after, rows: 24))
      try screen.type("4")
      try screen.waitUntil { $0.last?.contains("01234") == true }
      #expect(try screen.lines.count { $0.hasPrefix("Word:") } == 1)
      try screen.type("\u{18}v")
      let lines = try screen.waitUntil { $0.last?.contains("•") == true }
      #expect(!lines.joined().contains("bcd") && !lines.joined().contains("012"))
    }
  }
}
