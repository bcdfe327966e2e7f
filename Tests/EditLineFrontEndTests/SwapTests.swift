import TestSupport
import Testing

/// Switching to another front end in the middle of a form, in this process or separate ones.
struct SwapTests {
  static let isolations = ["never", "always"]

  /// Half a word, which each of the three front ends continues: by a key, its command, and a name.
  @Test(arguments: isolations)
  func halfAWordGoesRoundAllThree(isolation: String) async throws {
    try await Trip(isolation: isolation).onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type("anna\u{1B}[D\u{1B}[D")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 19)
      for (typed, way) in [("b", ":front-end\r"), ("d", ":front-end editline\r")] {
        try screen.type("\u{18}f")
        try screen.waitUntil { $0.contains { $0.contains("› Name *") && $0.contains("[an") } }
        try screen.type(typed)
        try screen.waitUntil { $0.contains { $0.contains("\(typed)na ") } }
        try screen.type("\u{18}f")
        try screen.waitUntil { $0.last?.hasSuffix("\(typed)na]:") == true }
        try screen.type(way)
        try screen.waitUntil { $0.last?.hasPrefix("Name (required): an") == true }
      }
      try screen.expectLine("Name (required): anbdna ✓ ok", cursor: 21)
      try screen.type(Trip.toPlain)
      try screen.expectLine("Name (required) [anbdna]:")
      try screen.type(":front-end screen\r")
      try screen.waitUntil { $0.contains { $0.contains("[anbdna ") } }
      try screen.type("e\u{18}f")
      try screen.expectLine("Name (required) [anbdena]:")
    }
  }

  /// At a secret, a line with a colon would be the secret.
  @Test func linesContinueAfterASecret() async throws {
    try await Trip(frontEnd: "plain").onScreen { screen in
      try screen.type("ann\r:next\r:next\r:next\r:next\r")
      try screen.waitUntil { $0.last?.hasPrefix("Word (not shown):") == true }
      try screen.type("\u{18}f\r")
      try screen.expectLine("Word:", cursor: 6)
    }
  }

  @Test(arguments: isolations)
  func aSecretsTextDoesNot(isolation: String) async throws {
    try await Trip(isolation: isolation).atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("ann\r\r\r\r\r")
      try terminal.expect("Word: ")
      try terminal.type("hunter")
      try terminal.expect("✓ ok")
      // Text typed meanwhile is dropped: it may belong to the secret.
      try terminal.type("\u{18}f")
      try terminal.expect("[ Submit ]")
      try terminal.type("\u{18}f")
      try terminal.expect("Word (not shown) [kept: 6 characters; type to replace]: ")
      try terminal.type("\r")
      try terminal.expect("Button [1]: ")
      try terminal.type("\r")
      try terminal.expect("word 6")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(!terminal.output.contains("hunt"))
    }
  }

  /// Keys typed before the other front end runs.
  @Test(arguments: isolations)
  func whatIsTypedAheadIsRead(isolation: String) async throws {
    try await Trip(isolation: isolation).atTerminal { terminal in
      try terminal.expect("Name (required): ")
      try terminal.type("ann\(Trip.toPlain):front-end editline\nX\r")
      try terminal.expect("Story")
      try terminal.type("\u{18}s")
      try terminal.expect("name \"annX\"")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// The result of a check while no front end is attached.
  @Test(arguments: isolations)
  func anAnswerInBetweenIsShown(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(isolation: isolation)
      try trip.holdCheck(of: "anna")
      let terminal = try trip.terminal(answersByHand: true)
      try terminal.expect("Name (required): ")
      try terminal.type("anna")
      try terminal.expect("checking")
      try terminal.type(Trip.toPlain)
      try trip.answer("taken", to: "anna")
      try terminal.expect("Name (required) [anna]: ")
      try terminal.type("\r")
      try terminal.expect("Name: ")
      try terminal.expect("cannot be used")
      try terminal.type(":quit\r")
      try terminal.expect("1 Stay  2 Leave")
      try terminal.type("2\r")
      #expect(try terminal.expectEnd() == .exited(1))
    }
  }
}
