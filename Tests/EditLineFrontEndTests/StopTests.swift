import Glibc
import TestSupport
import Testing

/// Stops, and terminals that disappear.
struct StopTests {
  /// In the background the program stays stopped, and writes nothing.
  @Test(arguments: [false, true], ["never", "always"])
  func aStoppedLineGoesOn(isSentToTheBackground: Bool, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip(isolation: isolation).shell()
      try screen.type("\"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("anna\u{1B}[D")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 20)
      try screen.type("\u{1A}")
      try screen.expectLine("shell>")
      // The echo of the shell works: its modes are restored.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
      if isSentToTheBackground {
        try screen.type("clear; bg; until jobs -s | grep -q .; do sleep 0.1; done; echo again\r")
        try screen.waitUntil { $0.contains("again") && $0.last == "shell>" }
      }
      try screen.resize(to: PseudoTerminal.Size(columns: 70, rows: 24))
      try screen.type("fg\r")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 20)
      // The stopped form may have been cleared.
      let drawn = try screen.lines.count { $0.hasPrefix("Name (required):") }
      #expect(drawn == (isSentToTheBackground ? 1 : 2))
      try screen.type("x\u{18}s")
      try screen.waitUntil { $0.contains("name \"annxa\"") }
    }
  }

  /// Leaving the alternate screen may move the cursor to a position that an earlier program saved.
  ///
  /// For example, vim saves a position. The cursor moves even if the alternate screen is not active.
  @Test(arguments: ["\u{1A}", "\u{1C}"], ["never", "always"])
  func whatWasNotSwitchedOnIsNotSwitchedOff(_ key: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip(isolation: isolation).shell()
      try screen.type("printf '\\033[?1049h\\033[?1049l'; seq 12; \"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("anna")
      try screen.expectLine("Name (required): anna ✓ ok")
      try screen.type(key)
      try screen.waitUntil { $0.last == "shell>" }
      let lines = try screen.lines
      #expect(lines.firstIndex(of: "1") == 1)
      #expect(lines.firstIndex(of: "12") == 12)
      #expect(try screen.cursor.row == lines.count - 1)
    }
  }

  /// A new picture sends the history again: the earlier one is forgotten.
  @Test func whatWasEnteredBeforeIsTheSameAfterAStop() async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip().shell()
      try screen.type("\"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann\r\r\r\ry\r")
      try screen.expectLine("For:")
      try screen.type("\u{1A}")
      try screen.expectLine("shell>")
      try screen.type("fg\r")
      try screen.expectLine("For:")
      try screen.type("\u{1B}[A\u{1B}[A\u{1B}[A")
      try screen.expectLine("For: Bob ✓ ok", cursor: 8)
    }
  }

  @Test(arguments: ["never", "always"])
  func plainGoesOnAfterAStop(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Trip(isolation: isolation).shell()
      try screen.type("\"$PROGRAM\" plain\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann\r")
      try screen.expectLine("Story (several lines, the last a single .):")
      try screen.type("half a line\u{1A}")
      try screen.expectLine("shell>")
      try screen.type("fg\r")
      try screen.expectLine("Story (several lines, the last a single .):")
      // ^Z drops all unread input, even whole lines.
      let device = open(try screen.format("#{pane_tty}"), O_RDONLY | O_NOCTTY | O_NONBLOCK)
      defer { close(device) }
      func enter(_ line: String) throws {
        try screen.type("\(line)\r")
        try screen.waitUntil { $0.contains { $0.hasSuffix(line) } }
        try PseudoTerminal.waitUntilRead(device)
      }
      try enter("one")
      try screen.type("half\u{1A}")
      try screen.expectLine("shell>")
      try screen.type("fg\r")
      try screen.expectLine("Story (1 line so far; finish with a line containing only .):")
      try enter("two")
      try screen.type("half\u{1A}")
      try screen.expectLine("shell>")
      try screen.type("fg\r")
      try screen.expectLine("Story (2 lines so far; finish with a line containing only .):")
      try screen.type(":next\r")
      try screen.expectLine("Plan:")
      try screen.type(":back\r")
      try screen.expectLine("Story (2 lines so far; finish with a line containing only .):")
      try screen.type("three\r.\r")
      try screen.expectLine("Plan:")
      try screen.type(":submit\r")
      try screen.waitUntil {
        $0.contains("name \"ann\"") && $0.contains("story \"one\\ntwo\\nthree\"")
      }
    }
  }

  /// Otherwise the shell would display the text, and keep it in its history.
  @Test(arguments: ["TERM", "SEGV", "TSTP"], ["never", "always"])
  func aHalfTypedSecretIsNotLeftToTheShell(_ signal: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(isolation: isolation)
      let screen = try trip.shell()
      let file = trip.folder.path(of: "process")
      try screen.type("clear; sh -c 'echo $$ > \(file); exec \"$PROGRAM\" plain'\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann\r.\r")
      for prompt in ["Plan", "Extras", "Gift"] {
        try screen.waitUntil { $0.last?.hasPrefix(prompt) == true }
        try screen.type("\r")
      }
      try screen.expectLine("Word (not shown):")
      try screen.type("hush")
      // Input after the signal would be typed at the shell.
      let device = open(try screen.format("#{pane_tty}"), O_RDONLY | O_NOCTTY | O_NONBLOCK)
      try PseudoTerminal.waitUntilRead(device)
      close(device)
      let process = try Child.run(["cat", file]).outputText.trimmingPrefix { $0.isWhitespace }
      _ = try Child.run(["kill", "-\(signal)", String(process.prefix(while: \.isNumber))])
      try screen.waitUntil { $0.last?.hasPrefix("shell>") == true }
      try screen.type("\recho done\r")
      let lines = try screen.waitUntil { $0.last == "shell>" && $0.contains("done") }
      #expect(!lines.contains { $0.contains("hush") })
    }
  }

  @Test func aTerminalThatIsGoneEndsTheProgram() async throws {
    try await Trip().atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("ann")
      try terminal.expect("✓ ok")
      try terminal.hangUp()
      #expect(try terminal.expectEnd() == .signalled(1))
    }
  }
}
