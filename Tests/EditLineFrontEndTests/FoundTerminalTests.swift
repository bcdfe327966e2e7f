import Glibc
import TestSupport
import Testing

/// Terminals as other programs leave them, and terminals that do not know their size.
struct FoundTerminalTests {
  /// Backspace erases a whole letter, Enter ends the line, ^C is a signal, and all modes are restored.
  @Test(
    arguments: [
      "ixon", "-iutf8", "-icrnl", "igncr", "inlcr", "istrip", "iuclc", "-isig", "raw -echo",
    ],
    ["plain", "editline", "screen"])
  func modesThatReadingNeedsAreSet(found: String, frontEnd: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(frontEnd: frontEnd)
      let script = "stty \(found); stty -g; echo there; \"$@\"; stty -g; exec cat"
      let terminal = try trip.terminal(behind: ["sh", "-c", script, "sh"])
      let before = try terminal.expect("there").split { $0.isWhitespace }.first
      try terminal.expect(frontEnd == "screen" ? "Name *" : "Name (required): ")
      try terminal.type("Zo\u{E9}\u{7F}e\u{E9}")
      // ^S is a key, and stops nothing.
      try terminal.type(frontEnd == "plain" ? "\r\u{13}\r" : "\u{13}")
      try terminal.expect("name \"Zoe\u{E9}\"")
      let modes = try #require(before)
      try terminal.expect(String(modes))
    }
  }

  /// Without a UTF-8 locale a letter may be a single byte.
  @Test func bytesAreErasedWithoutALocaleOfUTF8() async throws {
    try await onThreadOfItsOwn {
      let script = "stty -iutf8; exec \"$@\""
      let terminal = try Trip(frontEnd: "plain").terminal(
        behind: ["sh", "-c", script, "sh"], environment: ["LC_ALL": "C"])
      try terminal.expect("Name (required): ")
      try terminal.type("an\u{E9}\u{7F}\u{7F}n\r:submit\r")
      try terminal.expect("name \"ann\"")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: ["editline", "screen", "plain"], ["never", "always"])
  func aTerminalWithoutASizeHasThatOfTheEnvironment(frontEnd: String, isolation: String)
    async throws
  {
    try await onThreadOfItsOwn {
      let trip = try Trip(frontEnd: frontEnd, isolation: isolation)
      let terminal = try trip.terminal(
        size: PseudoTerminal.Size(columns: 0, rows: 0),
        environment: ["COLUMNS": "40", "LINES": "12"])
      try terminal.expect("Name")
      try terminal.type(frontEnd == "plain" ? ":help\r" : "ann")
      try terminal.expect(frontEnd == "plain" ? "shows this" : "ok")
      terminal.child.send(SIGTERM)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      let output = terminal.output
      for match in output.matches(of: #/\u{1B}\[(\d+);(\d+)H/#) {
        #expect((Int(match.1) ?? 0) <= 12 && (Int(match.2) ?? 0) <= 40)
      }
      let lines = output.replacing(#/\u{1B}[^a-zA-Z]*[a-zA-Z78]/#, with: "").split { $0.isNewline }
      if frontEnd != "screen" { #expect(lines.allSatisfy { $0.count <= 40 }, "\(lines)") }
    }
  }
}
