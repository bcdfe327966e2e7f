import TestSupport
import Testing

/// The keys of the line editor, as a user sees them.
struct KeyTests {
  @Test(arguments: ["\u{1B}[Z", "\u{18}p", "\u{18}\u{10}"])
  func backGoesBackAndKeepsTextAndCursor(key: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann")
      try screen.expectLine("Name (required): ann ✓ ok")
      // Two characters to the left.
      try screen.type("\u{1B}[D\u{1B}[D\u{18}n")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("abc" + key)
      try screen.expectLine("Name (required): ann ✓ ok", cursor: 18)
      try screen.type("x")
      try screen.expectLine("Name (required): axnn ✓ ok", cursor: 19)
      try screen.type("\u{18}\u{E}")
      try screen.expectLine("Story (^X e: several lines): abc ✓ ok", cursor: 32)
    }
  }

  /// The second Enter says what is left open.
  @Test(arguments: [("a", "a ✗ 2 characters at least: 1 more"), ("", "✗ required")])
  func enterStaysAtAFaultOnce(_ typed: String, _ shown: String) async throws {
    try await Trip().onScreen { screen in
      try screen.expectLine("Name (required):")
      try screen.type(typed + "\r")
      try screen.expectLine("Name (required): \(shown)", cursor: 17 + typed.count)
      try screen.type("\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.expect("Name: left open: \(shown.drop { $0 != "✗" }.dropFirst(2))")
    }
  }

  @Test func theEndOfInputAsksBeforeItLeaves() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r")
      try screen.expectLine("Story (^X e: several lines):")
      // On a line that is not empty it deletes the character after the cursor.
      try screen.type("xy\u{1}\u{4}")
      try screen.expectLine("Story (^X e: several lines): y ✓ ok", cursor: 29)
      try screen.type("\u{4}\u{4}")
      try screen.expect("Leave? Your entries will be lost.")
      try screen.type("\u{4}")
      #expect(try screen.expectEnd() == .exited(1))
    }
  }

  /// Tab completes an answer; a field of a form without completions is left.
  @Test func tabCompletesOrGoesOn() async throws {
    try await Trip().onScreen { screen in
      try screen.type("\t\t")
      try screen.expectLine("Plan:")
      try screen.type("g\t")
      try screen.expectLine("Plan: Go")
      try screen.type("\u{7F}\u{7F}gO\t")
      try screen.expect("Gold  Gone")
      try screen.type("n\t\t")
      try screen.expectLine("Extras (several with commas, - for none):")
      #expect(try screen.lines.contains { $0.hasPrefix("Plan: Gone") })
      try screen.type("\r\r")
      try screen.expectLine("Word:")
      try screen.type("\t")
      try screen.expect("Button [1]:")
    }
  }

  /// The possible completions are shown once; then Tab leaves the field, as it does without completions.
  @Test func tabIsTheWayOnFromAFieldWithCompletions() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let screen = try Screen(
        [try Program.path(named: "formwork"), "demo", "--front-end", "editline", "kinds"],
        environment: trip.environment())
      try screen.expectLine("text (required):")
      try screen.type("z\t")
      try screen.expectLine("begun: half a line")
      try screen.type("\u{1B}[Z\u{15}ap\t")
      try screen.expect("apple  apricot")
      try screen.expectLine("text (required): ap")
      try screen.type("\t")
      try screen.expectLine("begun: half a line")
      try screen.type("\u{1B}[Z\u{15}\t")
      try screen.expect("apple  apricot  banana  cherry")
      try screen.expectLine("text (required):")
      try screen.type("\t")
      try screen.expectLine("begun: half a line")
    }
  }

  /// A line says that the text is not an answer, and the user stays.
  @Test(arguments: [
    "\r": "Extras (several with commas, - for none):",
    "\u{18}n": "Extras (several with commas, - for none):",
    "\u{18}p": "Story (^X e: several lines):",
    "\u{1B}[Z": "Story (^X e: several lines):",
    "\u{18}s": nil, "\u{13}": nil, "\u{1B}[21~": nil,
  ])
  func eachKeyThatLeavesAnAnswerTakesIt(_ key: String, _ next: String?) async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r")
      try screen.expectLine("Plan:")
      try screen.type("x" + key)
      try screen.expect("Plan: no such answer. Type a number from 1 to 3, or the first letters")
      try screen.expectLine("Plan:", cursor: 6)
      try screen.type("2" + key)
      if let next {
        try screen.expectLine(next)
        try screen.type("\u{18}s")
      }
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("plan gold"))
    }
  }

  /// At the buttons of a form, and at a question that must be answered first.
  @Test(arguments: [
    "\r", "\u{18}n", "\u{1B}[B", "\u{18}p", "\u{1B}[Z", "\u{1B}[A", "\u{18}s", "\u{13}",
    "\u{1B}[21~",
  ])
  func eachKeyTakesTheAnswerAtTheButtons(key: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\r\r\r")
      for (index, buttons) in ["1 Submit  2 Cancel", "1 Stay  2 Leave"].enumerated() {
        try screen.waitUntil { $0.last == "Button [1]:" && $0.contains(buttons) }
        try screen.type("2x" + key)
        let complaint = "Button: no such answer. Type 1 or 2, or the first letters"
        try screen.waitUntil { lines in
          lines.last == "Button [1]:" && lines.count { $0 == complaint } == index + 1
        }
        try screen.type("2" + key)
      }
      #expect(try screen.expectEnd() == .exited(1))
    }
  }

  /// At a question that must be answered first, it is the same as Enter, and loses nothing.
  @Test func submitAloneAtTheButtonsSubmitsTheForm() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\r\r\r")
      try screen.expectLine("Button [1]:")
      try screen.type("2\r")
      try screen.expect("1 Stay  2 Leave")
      try screen.expectLine("Button [1]:")
      try screen.type("\u{18}s")
      try screen.waitUntil {
        $0.last == "Button [1]:" && $0.dropLast().last?.contains("Stay") == false
      }
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("name \"ann\""))
    }
  }

  @Test(arguments: [
    ("hat,Bog", "no such answer: Bog. "), ("hat,", "no such answer. "),
  ])
  func ofSeveralAnswersTheWrongOneIsNamed(answer: String, complaint: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r")
      try screen.expectLine("Extras (several with commas, - for none):")
      try screen.type(answer + "\r")
      try screen.expect("Extras: \(complaint)Type")
      try screen.expectLine("Extras (several with commas, - for none): \(answer)")
      try screen.type("\u{15}hat,bag\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("extras hat+bag"))
    }
  }

  @Test(arguments: ["\u{18}?", "\u{18}h", "\u{1B}OP", "\u{1B}[11~"])
  func helpIsSaidAbove(key: String) async throws {
    try await Trip().onScreen { screen in
      try screen.type("an\(key)")
      try screen.expect("Enter: accept and continue")
      try screen.expectLine("Name (required): an ✓ ok", cursor: 19)
    }
  }

  @Test(arguments: [
    ("", "Name", [arrows, submit, "^X e: edit with $VISUAL", reset]),
    (
      "ann\r\r", "Plan",
      [chords, submit, "Up, Down: mark an option   Esc: no mark", reset]
    ),
    (
      "ann\r\r\r", "Extras",
      [chords, submit, "Up, Down: mark an option   Space: choose it   Esc: no mark", reset]
    ),
    ("ann\r\r\r\r", "Gift", [arrows, submit, reset]),
    ("ann\r\r\r\r\r", "Word", [arrows, submit, "^X v: show or hide the secret", reset]),
    ("ann\r\r\r\r\r\r", "Button", [arrows, submit]),
    (
      "ann\r\r\r\ry\r", "For",
      [
        chords, submit, "^X e: edit with $VISUAL", reset,
        "Up, Down: what was entered before   ^R: the same, by its beginning",
      ]
    ),
  ])
  func helpIsAboutTheQuestion(_ keys: String, _ prompt: String, _ lines: [String]) async throws {
    let lines =
      lines + [
        "^X r: reload the form; what was entered stays",
        "Tab: continue, or complete   ^X f: next front end   ^X ?, F1: this help",
        "^D on an empty line: leave",
      ]
    try await Trip().onScreen { screen in
      try screen.type(keys)
      try screen.waitUntil { $0.last?.hasPrefix(prompt) == true }
      try screen.type("\u{18}?")
      try screen.expect("this help")
      let shown = try screen.waitUntil { $0.last?.hasPrefix(prompt) == true }
      // The check of the name may end after the help was written.
      let help = shown.drop { !$0.hasPrefix("Enter:") }.dropLast().filter { $0 != "Name: ok" }
      #expect(help.sorted() == lines.sorted())
    }
  }

  private static let arrows =
    "Enter: accept and continue   ^X n, Down: continue   Shift-Tab, ^X p, Up: go back"
  private static let chords =
    "Enter: accept and continue   ^X n: continue   Shift-Tab, ^X p: go back"
  private static let submit = "^X s, ^S, F10: submit"
  private static let reset = "^X c: reset the field"

  @Test func clearingLeavesTheLine() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann")
      try screen.expectLine("Name (required): ann ✓ ok")
      try screen.type("\u{C}")
      try screen.waitUntil { $0.count == 1 }
      try screen.expectLine("Name (required): ann ✓ ok", cursor: 20)
    }
  }

  @Test func aTextIsEditedOutside() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let editor = try trip.folder.write(
        "#!/bin/sh\nprintf 'two\\nli\\tnes\\n' >\"$1\"\n", to: "editor")
      _ = try Child.run(["chmod", "+x", editor])
      let screen = try trip.screen(environment: ["VISUAL": editor])
      // In a field of one line, blanks separate the lines of the text.
      try screen.type("ann\u{18}e")
      try screen.expectLine("Name (required): two li nes ✓ ok", cursor: 27)
      try screen.type("\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("one\u{18}e")
      try screen.expectLine("Story (^X e: several lines) [2 lines]: ✓ ok")
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(
        try screen.lines.suffix(7).prefix(2) == [
          "name \"two li nes\"", "story \"two\\nli\\tnes\"",
        ])
    }
  }

  /// Its fault disappears too, and the line stays at its place.
  @Test func aLineIsEmptied() async throws {
    try await Trip().onScreen { screen in
      try screen.type("a\r")
      try screen.expectLine("Name (required): a ✗ 2 characters at least: 1 more")
      try screen.type("\u{18}c")
      try screen.expectLine("Name (required):", cursor: 17)
      #expect(try screen.lines.count { $0.hasPrefix("Name (required):") } == 1)
      try screen.type("ann\r\r\r\ry\u{18}p")
      try screen.expectLine("Extras (several with commas, - for none):")
      try screen.type("hat\r\u{18}pb\u{18}c")
      try screen.expectLine("Extras (several with commas, - for none):", cursor: 42)
      try screen.type("\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.contains("extras"))
    }
  }

  /// The end of the last line does not belong to the text, which may have any length up to the limit.
  @Test(arguments: [
    (65_537, "Story (^X e: several lines) [65537 lines]:"),
    (65_538, "the text has more than 65536 bytes"),
  ])
  func aTextFromOutsideHasALimit(byteCount: Int, shown: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let editor = try trip.folder.write(
        "#!/bin/sh\nyes '' | head -c \(byteCount) >\"$1\"\n", to: "editor")
      _ = try Child.run(["chmod", "+x", editor])
      let terminal = try trip.terminal(environment: ["VISUAL": editor])
      try terminal.type("ann\r")
      try terminal.expect("several lines): ")
      try terminal.type("\u{18}e")
      try terminal.expect(shown)
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
    }
  }

  // MARK: Secrets

  @Test func aSecretIsMaskedUntilItIsShown() async throws {
    try await Trip().onScreen { screen in
      try screen.type("ann\r\r\r\r\r")
      try screen.expectLine("Word:")
      try screen.type("café")
      try screen.expectLine("Word: •••• ✓ ok", cursor: 10)
      try screen.type("\u{18}v")
      try screen.expectLine("Word: café ✓ ok")
      try screen.type("\u{18}v\u{7F}")
      try screen.expectLine("Word: ••• ✓ ok")
      try screen.type("\u{17}")
      try screen.expectLine("Word:", cursor: 6)
      try screen.type("abc\r")
      try screen.expectLine("Button [1]:")
      #expect(!(try screen.lines.contains { $0.contains("café") || $0.contains("abc") }))
      try screen.type("\r")
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines.last == "word 3")
    }
  }
}
