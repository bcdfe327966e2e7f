import Accounts
import AccountsSQLite
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct SignalTests {
  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The places of the user, given by the input and the last output.
  enum Moment: String, CaseIterable, Sendable {
    case prompt, midLine, secret, secretMidLine

    func reach(_ terminal: PseudoTerminal) throws {
      try terminal.expect("Username (required): ")
      switch self {
      case .prompt: return
      case .midLine: try terminal.type("an")
      case .secret, .secretMidLine:
        try terminal.type("ann\r\r\r\r\r")
        try terminal.expect("Password (required, not shown): ")
        if self == .secretMidLine { try terminal.type("correct") }
      }
    }
  }

  @Test(arguments: signals, Moment.allCases)
  func leavesTheTerminalAsItWas(_ signal: CInt, _ moment: Moment) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register")
      try moment.reach(terminal)
      terminal.child.send(signal)
      try terminal.expect(end: .signalled(signal))
      #expect(terminal.output.hasSuffix("\r\nNo account was made.\r\n"))
    }
    #expect(try await bench.store.count() == 0)
  }

  @Test func theKeyForItIsASignalToo() async throws {
    try await RegistrationBench().converse(
      "register",
      steps: [
        ("Username (required): ", "ann\r\r\r\r\r"),
        ("Password (required, not shown): ", "correct\u{3}"),
      ], end: .signalled(SIGINT))
  }

  /// The store is deciding: the program waits for the decision, and prints it.
  @Test(arguments: signals)
  func whileSubmittingTheOutcomeIsWaitedFor(_ signal: CInt) async throws {
    let bench = try RegistrationBench()
    _ = try await bench.store.count()
    let holder = try DatabaseQueue(path: bench.accounts)
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register")
      try holder.inDatabase { database in
        try terminal.answer(RegistrationBench.answers + [("[1]: ", "")])
        // Readers continue, but writers have to wait.
        try database.execute(sql: "BEGIN IMMEDIATE")
        try terminal.type("\r")
        try terminal.expect("Submitting")
        terminal.child.send(signal)
        try database.execute(sql: "COMMIT")
      }
      try terminal.expect(end: .signalled(signal))
      #expect(terminal.output.contains("Welcome, ann. Your username is ann.\r\n"))
      #expect(!terminal.output.contains("No account was made."))
    }
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }

  /// A form stopped by ^Z ends at once, without changing the shell's terminal, and can be resumed.
  @Test(arguments: ["never", "always"])
  func aStoppedFormEndsAtOnce(_ isolation: String) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let screen = try bench.shell(isolation: isolation)
      let form = "form --front-end editline register\r"
      try screen.answer([
        ("shell>", form), ("Username (required):", "ann_lee\r"), ("Given name:", "An\u{1A}"),
      ])
      try screen.waitUntil { $0.last == "shell>" }
      try screen.type("job=$(jobs -p); kill %1; while kill -0 $job; do :; done 2>/dev/null\r")
      try screen.waitUntil { lines in
        lines.last == "shell>" && lines.contains { $0.contains("Terminated") }
      }
      // The shell's line displays typed text.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
      try screen.type("clear; \(form)")
      try screen.expect("Resume it?")
      try screen.answer([
        ("", "\r"), ("Given name:", "\u{18}p"), ("Username (required): ann_lee", ""),
      ])
    }
  }

  @Test func aClosedWindowEndsIt() async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register")
      try Moment.midLine.reach(terminal)
      try terminal.hangUp()
      #expect(try terminal.expectEnd() == .signalled(SIGHUP))
    }
    #expect(try await bench.store.count() == 0)
  }

  /// A terminal that was stopped with ^S receives no last message.
  @Test(arguments: ["plain", "editline"], [SIGTERM, SIGHUP])
  func aStoppedTerminalHoldsNoProgram(_ frontEnd: String, _ signal: Int32) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register", frontEnd: frontEnd)
      try terminal.expect("Username (required): ")
      try terminal.type("an\u{13}")
      // It is stopped when it echoes nothing.
      try terminal.type("x")
      terminal.child.send(signal)
      try terminal.expect(end: .signalled(signal))
    }
  }

  /// No file with the program's memory is ever written, as it may contain secrets.
  @Test(arguments: [["register"], []])
  func coreFilesAreSwitchedOff(_ arguments: [String]) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        bench.command(arguments), environment: bench.homeEnvironment)
      try terminal.expect(arguments.isEmpty ? "registration: " : "Username (required): ")
      let limits = try String(
        contentsOfFile: "/proc/\(terminal.child.process)/limits", encoding: .utf8)
      let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      #expect(line?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
      try terminal.type("\u{4}")
      _ = try terminal.expectEnd()
    }
  }
}
