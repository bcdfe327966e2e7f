import TestSupport
import Testing

/// A slow check while the user types, moves and submits.
struct CheckTests {
  @Test func typingGoesOnWhileACheckRuns() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      for name in ["ann", "anna"] { try trip.holdCheck(of: name) }
      let screen = try trip.screen(answersByHand: true)
      try screen.type("ann")
      try screen.expectLine("Name (required): ann checking…", cursor: 20)
      // The result belongs to an earlier text: the user does not see it.
      try trip.answer("taken", to: "ann") {
        try screen.type("a")
        try screen.expectLine("Name (required): anna checking…", cursor: 21)
      }
      try trip.answer("free", to: "anna")
      try screen.expectLine("Name (required): anna ✓ ok", cursor: 21)
      #expect(try screen.lines.count == 3)
    }
  }

  @Test func whatIsFoundOutLaterIsSaidAboveTheLine() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      try trip.holdCheck(of: "ann")
      let screen = try trip.screen(answersByHand: true)
      try screen.expectLine("Name (required):")
      try screen.type("ann\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("Once upon")
      try screen.expectLine("Story (^X e: several lines): Once upon ✓ ok", cursor: 38)
      try trip.answer("taken", to: "ann")
      try screen.expect("Name: cannot be used")
      try screen.expectLine("Story (^X e: several lines): Once upon ✓ ok", cursor: 38)
      #expect(
        try screen.lines.map { $0.split(separator: " ").joined(separator: " ") } == [
          "A trip", Trip.hint, "Name (required): ann checking…", "Name: cannot be used",
          "Story (^X e: several lines): Once upon ✓ ok",
        ])
    }
  }

  @Test func aSubmissionWaitsForACheckAndGoesOnByItself() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      try trip.holdCheck(of: "ann")
      let screen = try trip.screen(answersByHand: true)
      try screen.type("ann\u{18}s")
      try screen.expect("A trip: Will be submitted after these checks: Name")
      try trip.answer("free", to: "ann")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("name \"ann\""))
    }
  }

  @Test func aCheckThatNeverAnswersHoldsNoPerson() async throws {
    try await Trip().onScreen(answersByHand: true) { screen in
      try screen.type("ann")
      try screen.expectLine("Name (required): ann checking…")
      try screen.type("\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("\u{1B}[Z")
      try screen.expectLine("Name (required): ann checking…", cursor: 20)
      try screen.type("\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }

  @Test func statusesAreToldOnLeavingWhereThatIsWanted() async throws {
    try await Trip().onScreen(environment: ["FORMWORK_STATUS": "leaving"]) { screen in
      try screen.expectLine("Name (required):")
      try screen.type("a")
      try screen.expectLine("Name (required): a")
      try screen.type("\r")
      try screen.expectLine("Name (required): a ✗ 2 characters at least: 1 more")
      try screen.type("n\r")
      try screen.expectLine("Story (^X e: several lines):")
    }
  }

  @Test func aStatusThatDoesNotFitIsSaidAbove() async throws {
    try await Trip().onScreen(size: PseudoTerminal.Size(columns: 30, rows: 12)) { screen in
      try screen.type("taken")
      try screen.expect("Name: ✗ cannot be used")
      try screen.expectLine("Name (required): taken", cursor: 22)
      try screen.type("\u{7F}")
      try screen.expectLine("Name (required): take ✓ ok")
      // Outdated messages are gone.
      #expect(try screen.lines.count == 4)
    }
  }

  /// Only typed text and changed statuses are written, byte for byte.
  ///
  /// In a separate process, typed text may be drawn before its status is known.
  @Test func nothingIsWrittenButWhatDiffers() async throws {
    try await Trip(isolation: "never").atTerminal(answersByHand: true) { terminal in
      for (key, last) in [
        ("", "1 of 6\u{1B}8"), ("a", "2 characters at least: 1 more\u{1B}8"),
        ("n", "checking…\u{1B}8"), ("\u{1}", "\u{8}\u{8}"), ("\u{5}", "\u{1B}[20G"),
      ] {
        try terminal.type(key)
        try terminal.expect(last)
      }
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
      #expect(
        terminal.output == """
          \u{1B}[?2004h\u{1B}[1mA trip\u{1B}[m\r
          \u{1B}[2m\(Trip.hint)\u{1B}[m\r
          Name (required): \u{1B}7\u{1B}[60G\u{1B}[2m1 of 6\u{1B}8\
          a\u{1B}7\u{1B}[51G\u{1B}[2m2 characters at least: 1 more\u{1B}8\
          n\u{1B}7\u{1B}[51G\u{1B}[K\u{1B}[60G\u{1B}[2mchecking…\u{1B}8\
          \u{8}\u{8}\u{1B}[20G\
          \r\r
          \u{1B}[?2004l
          """)
    }
  }
}
