import Accounts
import AccountsSQLite
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
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try moment.reach(terminal)
      terminal.child.send(signal)
      #expect(try terminal.expectEnd() == .signalled(signal))
      #expect(try terminal.modes == terminal.initialModes)
      #expect(terminal.output.hasSuffix("\r\nNo account was made.\r\n"))
    }
    #expect(try await office.store.count() == 0)
  }

  @Test func theKeyForItIsASignalToo() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try Moment.secretMidLine.reach(terminal)
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// The store is deciding: the program waits for the decision, and prints it.
  @Test(arguments: signals)
  func whileSubmittingTheOutcomeIsWaitedFor(_ signal: CInt) async throws {
    let office = try Office()
    _ = try await office.store.count()
    let holder = try DatabaseQueue(path: office.accounts)
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try holder.inDatabase { database in
        for (prompt, answer) in [
          ("Username (required): ", "ann"), ("Given name: ", ""), ("Family name: ", ""),
          ("E-mail: ", ""), ("Contacts (Enter continues): ", ""),
          ("Password (required, not shown): ", Office.password),
          ("Password again (required, not shown): ", Office.password),
        ] {
          try terminal.expect(prompt)
          try terminal.type(answer + "\r")
        }
        try terminal.expect("[1]: ")
        // Readers continue, but writers have to wait.
        try database.execute(sql: "BEGIN IMMEDIATE")
        try terminal.type("\r")
        try terminal.expect("Submitting")
        terminal.child.send(signal)
        try database.execute(sql: "COMMIT")
      }
      #expect(try terminal.expectEnd() == .signalled(signal))
      #expect(try terminal.modes == terminal.initialModes)
      #expect(terminal.output.contains("Welcome, ann. Your username is ann.\r\n"))
      #expect(!terminal.output.contains("No account was made."))
    }
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }

  /// A form stopped by ^Z ends at once, without changing the shell's terminal, and can be resumed.
  @Test(arguments: ["never", "always"])
  func aStoppedFormEndsAtOnce(_ isolation: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let screen = try Screen(
        ["bash", "--norc", "--noprofile", "-i"],
        environment: office.homeEnvironment.merging(["PS1": "shell> "]) { $1 })
      try screen.waitUntil { $0.last == "shell>" }
      let program = try Program.path(named: "registration")
      try screen.type(
        "form() { '\(program)' --accounts '\(office.accounts)' --isolate \(isolation) "
          + "--front-end editline register; }; form\r")
      try screen.waitUntil { $0.last?.hasPrefix("Username (required):") == true }
      try screen.type("ann_lee\r")
      try screen.waitUntil { $0.last?.hasPrefix("Given name:") == true }
      try screen.type("An\u{1A}")
      try screen.waitUntil { $0.last == "shell>" }
      try screen.type("job=$(jobs -p); kill %1; while kill -0 $job; do :; done 2>/dev/null\r")
      try screen.waitUntil { lines in
        lines.last == "shell>" && lines.contains { $0.contains("Terminated") }
      }
      // The shell's line displays typed text.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
      try screen.type("clear; form\r")
      try screen.expect("Resume it?")
      try screen.type("\r")
      try screen.waitUntil { $0.last?.hasPrefix("Given name:") == true }
      try screen.type("\u{18}p")
      try screen.waitUntil { $0.last?.hasPrefix("Username (required): ann_lee") == true }
    }
  }

  @Test func aClosedWindowEndsIt() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try Moment.midLine.reach(terminal)
      try terminal.hangUp()
      #expect(try terminal.expectEnd() == .signalled(SIGHUP))
    }
    #expect(try await office.store.count() == 0)
  }

  /// A terminal that was stopped with ^S receives no last message.
  @Test(arguments: ["plain", "editline"], [SIGTERM, SIGHUP])
  func aStoppedTerminalHoldsNoProgram(_ frontEnd: String, _ signal: Int32) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register", frontEnd: frontEnd)
      try terminal.expect("Username (required): ")
      try terminal.type("an\u{13}")
      // It is stopped when it echoes nothing.
      try terminal.type("x")
      terminal.child.send(signal)
      #expect(try terminal.expectEnd() == .signalled(signal))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }
}
