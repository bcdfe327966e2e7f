import TestSupport
import Testing

/// The effects of a user's `.editrc` and of the name of the terminal on the line editor.
struct SettingsTests {
  /// Fills in the form with keys that must work with all settings.
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
    "\u{0}\u{1}\u{FF}\n", "bind -a q\n",
  ])
  func ourKeysStayWhateverIsBound(editrc: String) async throws {
    try await Trip(editrc: editrc).onScreen { try fillIn($0) }
  }

  static let leftOut = [
    ("bogus line\n", "line 1: no such command"),
    ("bind ^A no-such-function\nhistory size 9\n", "line 1: libedit does not take it"),
    ("bind \"^A\n\nbind '^A\n", "line 1 and 1 more: a quote has no end"),
    ("bind ^A \(String(repeating: "x", count: 1_000))\n", "line 1: more than 1000 bytes"),
    (
      "settc co 80\n\u{0}\na{:bind\n",
      "line 1: settc is of no use here; line 2: no text in UTF-8; line 3: a program's name with {"
    ),
    (
      "bogus\nsettc co 80\n", "line 1: no such command; line 2: settc is of no use here"
    ),
    // Macros that lead to themselves, directly, through others, or through the text after them.
    ("bind -s a a\n", "line 1: keys that lead back to themselves"),
    ("bind -s ^G ^O\nbind -s ^O x^G\n", "line 2: keys that lead back to themselves"),
    ("bind -v\nbind -s ab a\n", "line 2: keys that lead back to themselves"),
    (
      String(repeating: "bind -s ^G x\n", count: 102),
      "line 101 and 1 more: more than 100 lines with bind -s"
    ),
  ]

  /// A message gives each reason, and the form works with the other settings.
  @Test(arguments: leftOut) func whatIsLeftOutIsSaid(_ editrc: String, _ reason: String)
    async throws
  {
    let size = PseudoTerminal.Size(columns: 200, rows: 24)
    try await Trip(editrc: editrc).onScreen(size: size) { screen in
      try screen.expect("~/.editrc: left out: \(reason)")
      try fillIn(screen)
      #expect(try screen.lines.first == "~/.editrc: left out: \(reason)")
    }
  }

  @Test func whatIsNoFileIsSaid() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      try trip.holdCheck(of: ".editrc")
      try withExtendedLifetime(trip) {
        let screen = try trip.screen()
        try screen.expect("~/.editrc: left out: it is no regular file")
        try fillIn(screen)
        let without = try trip.screen(environment: ["EDITRC": "/dev/null"])
        try fillIn(without)
        #expect(try without.lines.first == "A trip")
      }
    }
  }

  /// A macro whose key others use, but without a way back to itself, is kept.
  @Test func macrosThatEndStay() async throws {
    let trip = try Trip(editrc: "bind -s ^G nn\nbind -s ^O a^G\n")
    try await trip.onScreen { try fillIn($0, typing: "\u{F}") }
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
    try await Trip(editrc: "bind -v\n").onScreen { screen in
      try screen.expectLine("Name (required):")
      // The first letter is deleted; then text is added at the end.
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
    try await Trip(editrc: "edit off\n").atTerminal { terminal in
      try terminal.expect("~/.editrc says 'edit off': continuing with plain")
      try terminal.expect("Name (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(1))
    }
  }

  /// For terminals with other cursor sequences or none, the reason is not a setting of libedit.
  @Test(arguments: ["dumb", "", "vt52", "emacs", "unknown"], ["editline", "screen"])
  func aTerminalOfOtherSequencesGetsPlain(kind: String, frontEnd: String) async throws {
    try await Trip(frontEnd: frontEnd).atTerminal(environment: ["TERM": kind]) { terminal in
      try terminal.expect(
        line: "front end \"\(frontEnd)\" needs a terminal, and TERM to name one that can move its "
          + "cursor: using plain instead")
      try terminal.expect("Name (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(1))
      #expect(!terminal.output.contains("\u{1B}"))
    }
  }

  @Test(arguments: ["editline", "screen"]) func anUnknownTerminalGetsPlain(frontEnd: String)
    async throws
  {
    try await onThreadOfItsOwn {
      let terminal = try Trip(frontEnd: frontEnd).terminal(environment: ["TERM": "no-such-terminal"]
      )
      try terminal.expect(
        line: "terminfo does not know the terminal \"no-such-terminal\" (install its entry, or set "
          + "TERM to a similar one, such as xterm-256color): using plain instead")
      try terminal.expect("Name (required): ")
      try terminal.type("ann\r:front-end \(frontEnd)\r")
      try terminal.expect("such as xterm-256color): keeping this one")
      try terminal.type(":submit\r")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(!terminal.output.contains("\u{1B}"))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func withoutUTF8ThereAreNoMarks() async throws {
    try await Trip().atTerminal(environment: ["LC_ALL": "C"]) { terminal in
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
