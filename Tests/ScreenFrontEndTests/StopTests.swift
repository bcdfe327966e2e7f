import Glibc
import TestSupport
import Testing

/// Stops, and the state of the terminal for the shell.
struct StopTests {
  /// The modes of a pane that tmux knows.
  ///
  /// - SeeAlso: tmux(1), "Formats".
  private static let modes =
    "alternate #{alternate_on} mouse #{mouse_any_flag}#{mouse_standard_flag}#{mouse_sgr_flag} "
    + "keypad #{keypad_flag}#{keypad_cursor_flag} cursor #{cursor_flag} "
    + "region #{scroll_region_upper}-#{e|-|:#{pane_height},#{scroll_region_lower}}"

  /// Starts a shell whose lines do not contain the path of the program.
  ///
  /// Line breaks, and so the screen after a resize, would depend on the path of the package.
  private static func shell() throws -> Screen {
    let screen = try Screen(bash, environment: environment)
    try screen.waitUntil { $0.last == "shell>" }
    return screen
  }

  private static let bash = ["bash", "--norc", "--noprofile", "-i"]

  private static var environment: [String: String] {
    get throws {
      try Child.environment.merging([
        "PROGRAM": Program.path(named: "formwork"), "PS1": "shell> ",
      ]) { $1 }
    }
  }

  /// The alternate screen is left, and everything is redrawn after the stop, also in another size.
  @Test(arguments: ["never", "always"], [false, true])
  func aStoppedFormGoesOn(isolation: String, isResized: Bool) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.shell()
      let found = try screen.format(Self.modes)
      try screen.type(
        "clear; echo before; \"$PROGRAM\" demo --front-end screen --isolate \(isolation) form\r")
      try screen.expect("› Name *")
      try screen.type("anna\t\thalf\u{1B}[D")
      // Input unread at the stop is lost, as in all programs; the status of a text comes after the text.
      let cursor = Screen.Place(row: 6, column: 26)
      let form = try screen.waitUntil { lines in
        (try? screen.cursor) == cursor
          && lines.contains { $0.contains("[anna ") && $0.contains("✓ ok") }
          && lines.contains { $0.contains("[half ") && $0.contains("] must be a date") }
      }
      try screen.type("\u{1A}")
      let shell = try screen.waitUntil { $0.last == "shell>" }
      // The earlier content is visible again.
      #expect(shell.first == "before")
      #expect(!shell.contains { $0.contains("Name") })
      #expect(try screen.format(Self.modes) == found)
      // The echo of the shell works.
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
      // A signal of the keyboard ends the program, and the shell continues.
      try screen.type("\u{3}")
      try screen.waitUntil { $0.last == "shell>" && $0.first == "before" }
      #expect(try screen.format(Self.modes) == found)
    }
  }

  /// The first line on help stays until the first command, even after a stop.
  ///
  /// Other front ends show it once.
  @Test(arguments: ["never", "always"])
  func theGreetingOfAShellIsThereAgain(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Self.shell()
      try screen.type("clear; \"$PROGRAM\" demo --front-end screen --isolate \(isolation)\r")
      let greeted = try screen.waitUntil { lines in
        lines.contains { $0.hasPrefix(" › demo ") }
          && lines.contains { $0.contains("help lists the commands, exit leaves") }
          && lines.last?.contains("F1 keys") == true
      }
      for _ in 1...2 {
        try screen.type("\u{1A}")
        try screen.waitUntil { $0.last == "shell>" }
        try screen.type("fg\r")
        try screen.waitUntil { $0 == greeted }
      }
      try screen.type("nonsense\r")
      try screen.waitUntil { lines in
        lines.contains { $0.contains("unknown command") }
          && !lines.contains { $0.contains("exit leaves") }
      }
      try screen.type("exit\r")
      try screen.waitUntil { $0.last == "shell>" }
    }
  }

  /// The secret is masked before the screen is left, because some terminals do not hide the old screen.
  ///
  /// It stays masked: from the stop on no byte of the secret is written.
  @Test(arguments: ["never", "always"])
  func aShownSecretIsHiddenByAStop(isolation: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(Self.bash, environment: Self.environment)
      try terminal.expect("shell> ")
      try terminal.type("\"$PROGRAM\" demo --front-end screen --isolate \(isolation) form\r")
      try terminal.expect("Esc leave")
      try terminal.type("\thunter2\u{18}v")
      try terminal.expect("hunter2")
      try terminal.type("\u{1A}")
      // The status may be drawn before the stop, and the secret with it.
      let stop = try terminal.expect("\u{1B}[?1049l")
      let masks = try #require(stop.ranges(of: "•••••••").last)
      var written = stop[masks.upperBound...] + (try terminal.expect("shell> "))
      try terminal.type("fg\r")
      written += try terminal.expect("•••••••")
      try terminal.type("\u{3}")
      written += try terminal.expect("shell> ")
      #expect(!written.contains("hunter2"))
    }
  }

  /// No visible secret stays on a terminal without an alternate screen.
  ///
  /// The signal comes from outside, and may interrupt drawing.
  @Test(arguments: ["TSTP", "SEGV"], ["never", "always"])
  func aShownSecretDoesNotStay(signal: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let folder = try TemporaryDirectory()
      let screen = try Self.shell()
      let file = folder.path(of: "process")
      try screen.type(
        "clear; tmux set -wg alternate-screen off; sh -c 'echo $$ > \(file); exec \"$PROGRAM\" "
          + "demo --front-end screen --isolate \(isolation) form'\r")
      try screen.expect("› Name *")
      try screen.type("\thunter2\u{18}v")
      try screen.expect("[hunter2 ")
      let process = try Child.run(["cat", file]).outputText.prefix(while: \.isNumber)
      _ = try Child.run(["kill", "-\(signal)", String(process)])
      let shell = try screen.waitUntil { $0.last == "shell>" }
      #expect(!shell.contains { $0.contains("hunter2") })
      #expect(try screen.format("#{alternate_on}") == "0")
    }
  }
}
