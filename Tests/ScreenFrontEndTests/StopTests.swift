import TestSupport
import Testing

/// Stops, and what a shell finds then.
struct StopTests {
  /// What tmux knows of a pane.
  ///
  /// - SeeAlso: tmux(1), "Formats".
  private static let modes =
    "alternate #{alternate_on} mouse #{mouse_any_flag}#{mouse_standard_flag}#{mouse_sgr_flag} "
    + "keypad #{keypad_flag}#{keypad_cursor_flag} cursor #{cursor_flag} "
    + "region #{scroll_region_upper}-#{e|-|:#{pane_height},#{scroll_region_lower}}"

  /// The path of the program is not in its lines: where they are broken, and so what a resized terminal still shows
  /// of them, would depend on where the package is.
  private static func shell() throws -> Screen {
    let screen = try Screen(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: Child.environment.merging([
        "PROGRAM": Program.path(named: "formwork"), "PS1": "shell> ",
      ]) { $1 })
    try screen.waitUntil { $0.last == "shell>" }
    return screen
  }

  /// The alternate screen is left, and all is drawn anew once the form goes on: on a terminal of another size, too.
  @Test(arguments: ["never", "always"], [false, true])
  func aStoppedFormGoesOn(isolation: String, isResized: Bool) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.shell()
      let found = try screen.format(Self.modes)
      try screen.type(
        "clear; echo before; \"$PROGRAM\" demo --front-end screen --isolate \(isolation) form\r")
      try screen.expect("› Name *")
      try screen.type("anna\t\thalf\u{1B}[D")
      // What was not read by the stop is lost, as of all programs; and what is said of a text comes after it.
      let cursor = Screen.Place(row: 6, column: 26)
      let form = try screen.waitUntil { lines in
        (try? screen.cursor) == cursor
          && lines.contains { $0.contains("[anna ") && $0.contains("✓ ok") }
          && lines.contains { $0.contains("[half ") && $0.contains("] has to be a date") }
      }
      try screen.type("\u{1A}")
      let shell = try screen.waitUntil { $0.last == "shell>" }
      // What stood there before stands there again.
      #expect(shell.first == "before")
      #expect(!shell.contains { $0.contains("Name") })
      #expect(try screen.format(Self.modes) == found)
      // The shell's line shows what is typed.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") && $0.last == "shell>" }
      if isResized { try screen.resize(to: PseudoTerminal.Size(columns: 70, rows: 20)) }
      try screen.type("fg\r")
      if isResized {
        try screen.waitUntil { lines in
          lines.contains { $0.hasPrefix(" › ") && $0.contains("[half ") }
        }
      } else {
        try screen.waitUntil { $0 == form }
        #expect(try screen.cursor == cursor)
      }
      try screen.type("x")
      try screen.expect("[halxf ")
      // It ends by a signal of the keyboard, and the shell goes on.
      try screen.type("\u{3}")
      try screen.waitUntil { $0.last == "shell>" && $0.first == "before" }
      #expect(try screen.format(Self.modes) == found)
    }
  }

  /// What covers the form is not what was typed: nothing of a secret that was shown is left to the shell.
  @Test(arguments: ["never", "always"])
  func aShownSecretIsHiddenByAStop(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.shell()
      try screen.type("clear; \"$PROGRAM\" demo --front-end screen --isolate \(isolation) form\r")
      try screen.expect("› Name *")
      try screen.type("\thunter2\u{18}v")
      try screen.expect("[hunter2 ")
      try screen.type("\u{1A}")
      let shell = try screen.waitUntil { $0.last == "shell>" }
      #expect(!shell.contains { $0.contains("hunter2") })
      try screen.type("fg\r")
      let form = try screen.expect("[•••••••")
      #expect(!form.contains { $0.contains("hunter2") })
    }
  }
}
