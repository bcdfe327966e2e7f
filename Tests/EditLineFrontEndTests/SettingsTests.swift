import TestSupport
import Testing

/// What a person's `.editrc` and the terminal's name do to the line editor.
struct SettingsTests {
  /// Fills in the form, by keys that have to be there whatever was bound.
  private func fillIn(_ screen: Screen, typing name: String = "ann") throws {
    try screen.expectLine("Name (required):")
    try screen.type(name)
    try screen.expectLine("Name (required): ann ✓ ok")
    try screen.type("\r")
    try screen.expectLine("Story (^X e: several lines):")
    try screen.type("\u{18}p")
    try screen.expectLine("Name (required): ann ✓ ok")
    try screen.type("\u{18}s")
    #expect(try screen.expectEnd() == .exited(0))
  }

  @Test(arguments: [
    "", "bind -v\n", "bind -e\n", "bind -r ^M\nbind -r ^Xs\n",
    "nonsense\nbind\nbind ^A\nbind \"\\e\n",
    "bind ^Xp\nbind -k up\nbind -s ^G hello\nsetty -a\ntelltc\nedit on\nhistory size 9\n",
    String(repeating: "bind ^G ed-insert\n", count: 50_000), "\u{0}\u{1}\u{FF}\n", "bind -a q\n",
  ])
  func ourKeysStayWhateverIsBound(editrc: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(editrc: editrc)
      try withExtendedLifetime(trip) { try fillIn(try trip.screen()) }
    }
  }

  @Test func whatIsBoundToSomethingElseStays() async throws {
    try await onThreadOfItsOwn {
      let editrc = "bind ^G formwork-submit\nbind ^A ed-delete-prev-char\nbind ^Xn ed-move-to-beg\n"
      let trip = try Trip(editrc: editrc)
      defer { withExtendedLifetime(trip) {} }
      let screen = try trip.screen()
      try screen.expectLine("Name (required):")
      try screen.type("annx\u{1}")
      try screen.expectLine("Name (required): ann ✓ ok", cursor: 20)
      try screen.type("\u{18}n")
      try screen.expectLine("Name (required): ann ✓ ok", cursor: 17)
      try screen.type("\u{7}")
      #expect(try screen.expectEnd() == .exited(0))
    }
  }

  @Test func viHasItsModes() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(editrc: "bind -v\n")
      defer { withExtendedLifetime(trip) {} }
      let screen = try trip.screen()
      try screen.expectLine("Name (required):")
      // Away with the first letter; then on, at the end.
      try screen.type("xann\u{1B}0x")
      try screen.expectLine("Name (required): ann ✓ ok", cursor: 17)
      try screen.type("Aa\r")
      try screen.expectLine("Story (^X e: several lines):")
      // Shift-Tab, which begins with Escape.
      try screen.type("\u{1B}[Z")
      try screen.expectLine("Name (required): anna ✓ ok")
      try screen.type("\u{1B}dd")
      try screen.expectLine("Name (required): required")
      try screen.type("iann\u{1B}\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("name \"ann\""))
    }
  }

  @Test func withoutEditingThereIsPlain() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(editrc: "edit off\n")
      defer { withExtendedLifetime(trip) {} }
      let terminal = try trip.terminal()
      try terminal.expect("~/.editrc says 'edit off': going on with plain")
      try terminal.expect("Name (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(1))
    }
  }

  @Test(arguments: ["dumb", ""])
  func aTerminalThatCannotMoveItsCursorGetsPlain(kind: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal(environment: ["TERM": kind])
      try terminal.expect("front end \"editline\" needs a terminal: using plain instead")
      try terminal.expect("Name (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(1))
      #expect(!terminal.output.contains("\u{1B}"))
    }
  }

  @Test func anUnknownTerminalIsTakenForOneOfOurDays() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal(environment: ["TERM": "no-such-terminal"])
      try terminal.expect("Name (required): ")
      try terminal.type("ann\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func withoutUTF8ThereAreNoMarks() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Trip().terminal(environment: ["LC_ALL": "C"])
      try terminal.type("änn\r")
      try terminal.expect("ok")
      try terminal.type("\r\r\r\r\u{18}n")
      try terminal.type("\u{18}p\u{18}s")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(!terminal.output.contains("✓"))
      try terminal.expect("name \"änn\"")
    }
  }
}
