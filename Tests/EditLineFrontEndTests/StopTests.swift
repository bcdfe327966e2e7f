import TestSupport
import Testing

/// Stops, and terminals that go away.
struct StopTests {
  @Test func aStoppedLineGoesOn() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: trip.environment(["PS1": "shell> ", "PROGRAM": try trip.command()[0]]))
      try screen.expectLine("shell>")
      try screen.type("\"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("anna\u{1B}[D")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 20)
      try screen.type("\u{1A}")
      try screen.expectLine("shell>")
      // The shell's line shows what is typed: the modes are as it had them.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
      try screen.type("fg\r")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 20)
      try screen.type("x\u{18}s")
      try screen.waitUntil { $0.contains("name \"annxa\"") }
    }
  }

  /// Programs that were there before, such as vim, leave a place behind to which a terminal goes when
  /// the alternate screen is left, even where it is not on.
  @Test(arguments: ["\u{1A}", "\u{1C}"], ["never", "always"])
  func whatWasNotSwitchedOnIsNotSwitchedOff(_ key: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(isolation: isolation)
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: trip.environment(["PS1": "shell> ", "PROGRAM": try trip.command()[0]]))
      try screen.expectLine("shell>")
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

  /// A new picture brings what was entered before once more: what the last one brought is forgotten.
  @Test func whatWasEnteredBeforeIsTheSameAfterAStop() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: trip.environment(["PS1": "shell> ", "PROGRAM": try trip.command()[0]]))
      try screen.expectLine("shell>")
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

  @Test func plainAsksAgainAfterAStop() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: trip.environment(["PS1": "shell> ", "PROGRAM": try trip.command()[0]]))
      try screen.expectLine("shell>")
      try screen.type("\"$PROGRAM\" plain\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann\r")
      try screen.expectLine("Story (several lines, the last a single .):")
      try screen.type("half a line\u{1A}")
      try screen.expectLine("shell>")
      try screen.type("fg\r")
      try screen.expectLine("Story (several lines, the last a single .):")
      try screen.type(".\r")
      try screen.expectLine("Plan:")
      try screen.type(":submit\r")
      try screen.waitUntil { $0.contains("name \"ann\"") && $0.contains("story \"\"") }
    }
  }

  @Test func aTerminalThatIsGoneEndsTheProgram() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal()
      try terminal.expect("Name (required): ")
      try terminal.type("ann")
      try terminal.expect("✓ ok")
      try terminal.hangUp()
      #expect(try terminal.expectEnd() == .signalled(1))
    }
  }

  @Test(arguments: [Int32(15), 1, 3, 2])
  func aSignalLeavesTheTerminalAsItWas(signal: Int32) async throws {
    try await onThreadOfItsOwn {
      for keys in ["ann", "ann\r\r\r\r\rsecret"] {
        let terminal = try Trip().terminal()
        try terminal.expect("Name (required): ")
        try terminal.type(keys)
        try terminal.expect(keys == "ann" ? "✓ ok" : "•")
        terminal.child.send(signal)
        #expect(try terminal.expectEnd() == .signalled(signal))
        #expect(try terminal.modes == terminal.initialModes)
      }
    }
  }
}
