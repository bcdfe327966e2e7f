import Foundation
import TestSupport
import Testing

/// Functions of libedit that read more keys, have their own prompt, or fetch other lines.
@Suite(.serialized)
struct FunctionTests {
  /// A line of settings, the keys after `ab cd`, and the resulting line.
  ///
  /// No prompt of libedit is shown, no text is lost, and the next keys are text.
  @Test(arguments: [
    ("", "\u{12}|", "ab cd|"), ("", "\u{1B}x|", "ab cd|"),
    ("", "\u{1B}X|", "ab cd|"), ("", "\u{16}|", "ab cd|"), ("", "\u{0}|", "ab cd|"),
    ("", "\u{1B}p\u{1B}P\u{1B}n\u{1B}N|", "ab cd|"), ("", "\u{7}|", "ab cd|"),
    ("bind -v", "\u{16}|", "ab cd|"), ("bind -v", "\u{0}|", "ab cd|"),
    ("bind -v", "\u{1B}/A|", "ab cd|"), ("bind -v", "\u{1B}?A|", "ab cd|"),
    ("bind -v", "\u{1B}:A|", "ab cd|"), ("bind -v", "\u{1B}nNA|", "ab cd|"),
    ("bind -v", "\u{1B}GA|", "ab cd|"), ("bind -v", "\u{1B}_A|", "ab cd|"),
    ("bind -v", "\u{1B}@A|", "ab cd|"), ("bind -v", "\u{1B}#A|", "ab cd|"),
    ("bind -v", "\u{1B}UA|", "ab cd|"), ("bind -v", "\u{1B}KJA|", "ab cd|"),
    ("bind -v", "\u{1B}0r\u{1B}A|", "ab cd|"), ("bind -v", "\u{1B}0rxA|", "xb cd|"),
    ("bind -v", "\u{1B}0f\u{1B}[5~ci|", "ab |cd"), ("bind -v", "\u{1B}0fci|", "ab |cd"),
    ("bind -v", "\u{1B}0tci|", "ab| cd"), ("bind -v", "\u{1B}Fbi|", "a|b cd"),
    ("bind -v", "\u{1B}0d\u{1B}[5~A|", "ab cd|"), ("bind -v", "\u{1B}0dtbA|", "b cd|"),
    ("bind -v", "\u{1B}03|a|", "ab |cd"), ("bind -v", "\u{1B}xu.A|", "ab c|"),
  ])
  func functionsThatReadMoreKeys(_ editrc: String, _ typed: String, _ text: String) async throws {
    try await Trip(editrc: editrc + "\n").onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("ab cd" + typed)
      try screen.expectLine("Name (required): \(text) ✓ ok")
      #expect(try !screen.lines.contains { $0.contains("^J") || $0.contains("bck") })
      try screen.type("\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("name \(text.debugDescription)"))
    }
  }

  /// Functions as above, on a key from the user's settings.
  @Test(arguments: [
    "em-inc-search-prev", "em-inc-search-next", "ed-command", "ed-quoted-insert",
    "ed-search-prev-history", "ed-search-next-history", "vi-search-prev", "vi-search-next",
    "vi-repeat-search-next", "vi-repeat-search-prev", "vi-to-history-line", "vi-history-word",
    "vi-comment-out", "vi-alias", "vi-undo-line", "ed-prev-line", "ed-next-line",
    "em-universal-argument", "ed-argument-digit", "ed-redisplay", "em-toggle-overwrite",
  ])
  func functionsOnAPersonsKeys(function: String) async throws {
    try await onThreadOfItsOwn {
      for (mode, key) in [("", "\u{7}"), ("bind -v\n", "\u{7}"), ("", "\u{1B}[20~")] {
        let keys = key == "\u{7}" ? "^G" : "\\e[20~"
        let trip = try Trip(editrc: "\(mode)bind \"\(keys)\" \(function)\n")
        defer { withExtendedLifetime(trip) {} }
        let terminal = try trip.terminal()
        try terminal.expect("Name (required): ")
        try terminal.type("ab cd\(key)\r\u{18}s")
        #expect(try terminal.expectEnd() == .exited(0))
        try terminal.expect("name \"ab cd\"")
        #expect(!terminal.output.contains("bck") && !terminal.output.contains("^J"))
      }
    }
  }

  /// A function of libedit that ends a line accepts the answer, like ours.
  @Test func aNewlineOnAPersonsKeyTakesAllThatWasTyped() async throws {
    try await Trip(editrc: "bind ^G ed-newline\n").atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("annx\u{7}\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("name \"annx\"")
    }
  }

  @Test func viEditsOutsideAsTheKeyForThatDoes() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(editrc: "bind -v\n")
      let editor = try trip.folder.write("#!/bin/sh\nprintf 'bob\\n' >\"$1\"\n", to: "editor")
      _ = try Child.run(["chmod", "+x", editor])
      let screen = try trip.screen(environment: ["VISUAL": editor])
      try screen.type("ann\u{1B}v")
      try screen.expectLine("Name (required): bob ✓ ok")
    }
  }

  /// A number before a letter repeats the letter: a text above the limit is refused.
  @Test func anArgumentDoesNotMakeTheTextTooLong() async throws {
    try await Trip().atTerminal { terminal in
      try terminal.type("\u{18}n")
      try terminal.expect("several lines): ")
      try terminal.type("abc\u{1B}9\u{1B}9\u{1B}9\u{1B}9\u{1B}9x")
      try terminal.expect("Ignored: the text would have more than 65536 bytes")
      try terminal.type("y\u{1B}[Zann\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("story \"abcy\"")
    }
  }

  // MARK: Up and down

  @Test func downGoesOnAndUpGoesBack() async throws {
    try await Trip().onScreen { screen in
      try screen.type("\u{1B}[A")
      try screen.type("ann\u{1B}[B")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("x\u{1B}OB")
      try screen.expectLine("Plan:")
      // There they mark an option.
      try screen.type("\u{10}")
      try screen.expectLine("Plan: Gone")
      try screen.type("\u{15}\u{18}p")
      try screen.expectLine("Story (^X e: several lines): x ✓ ok", cursor: 30)
      try screen.type("\u{E}\u{18}n\u{18}ny\u{1B}[D\u{1B}[B")
      try screen.waitUntil { $0.last?.hasPrefix("For:") == true }
      // The history is available, and is only fetched when the user goes back in it.
      try screen.type("\u{1B}[B")
      try screen.expectLine("Word:")
      try screen.type("a\u{1B}[B")
      try screen.expectLine("Button [1]:")
      try screen.type("\u{1B}[B\u{1B}[A")
      try screen.waitUntil { $0.last?.hasPrefix("Word:") == true }
      try screen.type("\u{1B}[A")
      try screen.waitUntil { $0.last?.hasPrefix("For:") == true }
    }
  }

  @Test func upAndDownWalkThroughWhatWasEnteredBefore() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\ry\r")
      try screen.expectLine("For:")
      try screen.type("Dan\u{1B}[A")
      try screen.expectLine("For: Carol ✓ ok", cursor: 10)
      try screen.type("\u{1B}[A\u{1B}[A\u{1B}[A")
      try screen.expectLine("For: Bob ✓ ok", cursor: 8)
      // At its end is the original line, and nothing follows.
      try screen.type("\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B")
      try screen.expectLine("For: Dan ✓ ok", cursor: 8)
      try screen.type("\u{1}\u{B}Ca\u{12}")
      try screen.expectLine("For: Carol ✓ ok", cursor: 7)
      try screen.type("\u{12}\u{1B}n")
      try screen.expectLine("For: Ca ✓ ok", cursor: 7)
    }
  }

  /// A line that is longer than libedit's memory for its own history.
  @Test func aLongLineIsThereAfterAWalk() async throws {
    try await onThreadOfItsOwn {
      let long = String(repeating: "0123456789", count: 300)
      let terminal = try Trip().terminal()
      try terminal.type("ann\r\r\r\ry\r")
      try terminal.expect("For: ")
      try terminal.type("\u{1B}[200~\(long)\u{1B}[201~\u{1B}[A\u{1B}[B\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("for \(long.debugDescription)")
    }
  }

  // MARK: Secrets

  @Test func theCursorMovesAmongTheBullets() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("ab cd")
      try screen.expectLine("Word: ••••• ✓ ok", cursor: 11)
      for (key, column) in [
        ("\u{1B}[D", 10), ("\u{1B}OH", 6), ("\u{1B}[C", 7), ("\u{1B}[1;5C", 11), ("\u{1B}b", 6),
        ("\u{1B}f", 11), ("\u{1B}[1;3D", 6), ("\u{1B}[4~", 11), ("\u{1B}[1~", 6), ("\u{5}", 11),
        ("\u{1}", 6), ("\u{5}", 11), ("\u{1B}\u{1B}[D", 6), ("\u{1B}[5~", 6), ("\u{1B}[C", 7),
        ("\u{1B}[C", 8), ("\u{1B}[C", 9),
      ] {
        try screen.type(key)
        try screen.expectLine("Word: ••••• ✓ ok", cursor: column)
      }
      try screen.type("é\u{1B}[3~")
      try screen.expectLine("Word: ••••• ✓ ok", cursor: 10)
      try screen.type("\u{18}v")
      try screen.expectLine("Word: ab éd ✓ ok", cursor: 10)
    }
  }

  // MARK: Settings that libedit cannot handle

  @Test(arguments: [
    "bind \(String(repeating: "a", count: 20_000)) ed-insert",
    "bind -s ^G \(String(repeating: "b", count: 20_000))",
    "bind \(String(repeating: "^A", count: 5000)) ed-insert",
    "bind -r \(String(repeating: "a", count: 1001))",
    "setty \(String(repeating: "a ", count: 10_000))",
    "edit \(String(repeating: "a", count: 20_000))",
    "'\(String(repeating: "\\(", count: 20_000))':bind",
    "'x\\{1,255\\}\\{1,255\\}\\{1,255\\}':bind",
    "bind ^G 'ed-insert", "bind \"^G", "'\"", "bind ^G \\",
    "\u{0}", "bind \u{0}", "settc li 99999999", "formwork: 'set'tc co 99999999",
  ])
  func aSettingThatLibeditDoesNotBearIsLeftOut(line: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(editrc: "# mine\n\(line)\nbind ^T formwork-submit\n")
      defer { withExtendedLifetime(trip) {} }
      let terminal = try trip.terminal()
      if line.hasSuffix("\\") {
        try terminal.expect("A trip")
      } else {
        try terminal.expect("~/.editrc: left out: line 2: ")
      }
      try terminal.expect("Name (required): ")
      try terminal.type("ann\u{14}")
      #expect(try terminal.expectEnd() == .exited(0))
      try terminal.expect("name \"ann\"")
    }
  }

  /// Settings files that are larger than the part that is read.
  ///
  /// The text itself is not an argument, because the name of the test would contain it.
  enum LargeSettings: CaseIterable {
    case shortLines, longLines, keys

    var text: String {
      switch self {
      case .shortLines: String(repeating: "bind\n", count: 1_000_000)
      case .longLines: String(repeating: String(repeating: "a", count: 2000) + "\n", count: 1000)
      case .keys: (0..<40_000).map { "bind ^G\(String($0, radix: 8)) ed-insert\n" }.joined()
      }
    }
  }

  @Test(arguments: LargeSettings.allCases)
  func megabytesOfSettings(_ settings: LargeSettings) async throws {
    try await Trip(editrc: "bind ^T formwork-submit\n" + settings.text).atTerminal { terminal in
      try terminal.expect("65536 bytes\r\n")
      try terminal.expect("Name (required): ")
      try terminal.type("ann\u{14}")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  // MARK: Characters of several code points

  /// The cursor is after an accent, and beside it, where the user sees it.
  @Test(arguments: [
    ("xe\u{301}y\u{1B}[D", 19), ("xe\u{301}y\u{1B}[D\u{1B}[D", 18), ("xe\u{301}", 19),
    ("e\u{301}e\u{301}z\u{1B}[D\u{1B}[D", 18), ("日e\u{301}x\u{1B}[D", 20),
  ])
  func theCursorIsCountedInCharacters(typed: String, column: Int) async throws {
    try await Trip().onScreen { screen in
      try screen.type(typed)
      try screen.waitUntil { $0.last?.contains("e\u{301}") == true }
      let text = typed.prefix { $0 != "\u{1B}" }
      try screen.waitUntil { $0.last?.hasPrefix("Name (required): \(text)") == true }
      try screen.waitUntil { _ in (try? screen.cursor.column) == column }
    }
  }
}
