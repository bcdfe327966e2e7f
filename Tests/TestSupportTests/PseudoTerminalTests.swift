import Glibc
import TestSupport
import Testing

@Suite struct PseudoTerminalTests {
  @Test func catEchoes() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["cat"])
      try terminal.type("hé\r")
      #expect(try terminal.expect("\r\n") == "hé\r\n")
      #expect(try terminal.expect("\n") == "hé\r\n")
      try terminal.type("\u{4}")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(terminal.output == "hé\r\nhé\r\n")
    }
  }

  @Test func programLeadsTheSessionOfTheTerminal() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        ["sh", "-c", "tty <&2; echo to the terminal > /dev/tty; ps -o sid= -p $$"],
        input: .nothing, output: .pipe)
      let outcome = try terminal.child.wait()
      let lines = outcome.outputText.split(separator: "\n")
      #expect(outcome.status == .exited(0))
      #expect(lines.first?.hasPrefix("/dev/pts/") == true)
      #expect(lines.last.flatMap { Int32($0.filter(\.isNumber)) } == terminal.child.process)
      #expect(terminal.output == "to the terminal\r\n")
    }
  }

  @Test func modesAreSeen() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        ["sh", "-c", "stty -echo; echo off; read line; stty echo; echo on; read line"])
      #expect(terminal.initialModes.isEchoing)
      try terminal.expect("off")
      let modes = try terminal.modes
      #expect(!modes.isEchoing)
      #expect(modes.isCanonical)
      #expect(modes != terminal.initialModes)
      try terminal.type("secret\r")
      try terminal.expect("on\r\n")
      #expect(try terminal.modes == terminal.initialModes)
      #expect(terminal.output == "off\r\non\r\n")
      try terminal.type("\r")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func modesThatAProgramLeavesAreSeenAfterItsEnd() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["stty", "raw", "-echo"])
      #expect(try terminal.expectEnd() == .exited(0))
      let modes = try terminal.modes
      #expect(!modes.isEchoing)
      #expect(!modes.isCanonical)
    }
  }

  @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
  func keysSendSignals(_ key: String, _ signal: Int32) async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["sh", "-c", "echo begun; exec cat"])
      try terminal.expect("begun")
      try terminal.type(key)
      #expect(try terminal.expectEnd() == .signalled(signal))
    }
  }

  @Test func resizeIsSeen() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        ["bash", "-c", "trap 'stty size' WINCH; stty size; while true; do read; done"],
        size: PseudoTerminal.Size(columns: 40, rows: 10))
      try terminal.expect("10 40\r\n")
      try terminal.resize(to: PseudoTerminal.Size(columns: 132, rows: 50))
      try terminal.type("\r")
      try terminal.expect("50 132\r\n")
    }
  }

  @Test func hangingUpEndsTheProgram() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["sh", "-c", "echo begun; exec cat"])
      try terminal.expect("begun")
      try terminal.hangUp()
      #expect(try terminal.expectEnd() == .signalled(SIGHUP))
    }
  }

  @Test(arguments: [
    ("exec cat", Duration.milliseconds(50), "within 0.05 seconds"),
    ("exit 4", defaultLimit, "before the program's end (exited(4))"),
  ])
  func limitAndEndTellAllThatCame(_ script: String, limit: Duration, reason: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["sh", "-c", "printf begun; \(script)"])
      try terminal.expect("begun")
      let error = #expect(throws: SupportError.self) { try terminal.expect("never", limit: limit) }
      #expect(
        error?.description
          == #""never" did not come \#(reason); there was: terminal "begun""#)
    }
  }

  @Test func allOutputIsThereAtTheEnd() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(["seq", "20000"])
      #expect(try terminal.expectEnd() == .exited(0))
      let numbers = terminal.output.split(whereSeparator: \.isNewline).map { Int($0) }
      #expect(numbers == Array(1...20000))
    }
  }
}
