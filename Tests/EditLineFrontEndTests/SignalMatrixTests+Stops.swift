import Foundation
import Glibc
import TestSupport
import Testing

extension SignalMatrixTests {
  /// A shell with job control, and the command to start it.
  enum Shell: String, CaseIterable {
    case bash, zsh, dash, fish

    var command: [String] {
      switch self {
      case .bash: ["bash", "--norc", "--noprofile", "-i"]
      case .zsh: ["zsh", "-f", "-i"]
      case .dash: ["dash", "-i"]
      case .fish:
        ["fish", "--no-config", "-i", "-C", "function fish_prompt; echo -n 'shell> '; end"]
      }
    }

    var isThere: Bool { (try? Child.run(["which", rawValue]).status) == .exited(0) }
  }

  struct StopCell: Sendable, CustomTestStringConvertible {
    let frontEnd: String
    let isolation: String
    let shell: Shell

    var testDescription: String {
      "\(frontEnd), isolated \(isolation), \(shell)"
    }
  }

  /// The front ends at each shell; `Scripts/test --long` tests them in the process of the host, too.
  static let stopCells: [StopCell] = Shell.allCases.filter(\.isThere).flatMap { shell in
    ["plain", "editline", "screen"].flatMap { frontEnd in
      ["never", "always"].map { StopCell(frontEnd: frontEnd, isolation: $0, shell: shell) }
    }
  }.filter { isLongRun || $0.shell == .bash || $0.isolation == "always" }

  /// At a secret, after SIGSTOP, which cannot be caught, typed text stays hidden after `fg`.
  @Test(arguments: stopCells)
  func afterEachStopTheFrontEndHasItsModes(_ cell: StopCell) async throws {
    try await atSecret(cell) { terminal, process in
      // Input that plain has not read belongs to the shell after the stop.
      if cell.frontEnd != "plain" {
        try terminal.type("hun")
        try terminal.waitUntilRead()
      }
      let modes = try terminal.modes
      kill(process, SIGSTOP)
      try terminal.expect("shell> ")
      try terminal.type("fg\r")
      try waitForModes(modes, at: terminal)
      // The question is asked again.
      try terminal.expect("Word")
      try waitForModes(modes, at: terminal)
      try submit(cell.frontEnd == "plain" ? "hunter2" : "ter2", cell, terminal)
    }
  }

  /// A read in the background may stop the group when `fg` has already given it the terminal.
  @Test(arguments: stopCells.filter { $0.shell == .bash }, [SIGTTIN, SIGTTOU])
  func aLateStopOfTheBackgroundStopsNothing(_ cell: StopCell, signal: Int32) async throws {
    try await atSecret(cell) { terminal, group in
      let modes = try terminal.modes
      kill(-group, signal)
      try terminal.expect("Word")
      try waitForModes(modes, at: terminal)
      try submit("hunter2", cell, terminal)
    }
  }

  struct LeaderCell: Sendable, CustomTestStringConvertible {
    let isKey: Bool
    let frontEnd: String
    let isolation: String

    var testDescription: String {
      "\(isKey ? "^Z" : "SIGCONT"), \(frontEnd), isolated \(isolation)"
    }
  }

  static let leaderCells: [LeaderCell] = [true, false].flatMap { isKey in
    ["plain", "editline", "screen"].flatMap { frontEnd in
      ["never", "always"].map { LeaderCell(isKey: isKey, frontEnd: frontEnd, isolation: $0) }
    }
  }

  /// The program leads its session, as with `ssh -t`: the kernel does not stop it, and it continues.
  @Test(arguments: leaderCells)
  func aLeaderOfItsSessionGoesOn(_ cell: LeaderCell) async throws {
    try await Trip(frontEnd: cell.frontEnd, isolation: cell.isolation).atTerminal { terminal in
      let prompt = cell.frontEnd == "screen" ? "Name *" : "Name (required): "
      try terminal.expect(prompt)
      try terminal.type("an")
      try terminal.waitUntilRead()
      let modes = try terminal.modes
      let expected = ["editline": [2004], "screen": [1049, 1000, 1006, 2004]][cell.frontEnd] ?? []
      if cell.isKey { try terminal.type("\u{1A}") } else { terminal.child.send(SIGCONT) }
      // The pause comes first: the front end leaves its modes.
      if cell.isKey, let mode = expected.last { try terminal.expect("\u{1B}[?\(mode)l") }
      try terminal.expect(prompt)
      try waitForModes(modes, at: terminal)
      for mode in expected {
        let output = terminal.output
        let on = try #require(output.ranges(of: "\u{1B}[?\(mode)h").last)
        #expect(!output[on.upperBound...].contains("\u{1B}[?\(mode)l"), "mode \(mode)")
      }
      // ^Z makes the terminal drop an unread line.
      try terminal.type(cell.frontEnd == "plain" && cell.isKey ? "ann" : "n")
      try terminal.type(["plain": "\r:submit\r", "screen": "\u{13}"][cell.frontEnd] ?? "\u{18}s")
      try terminal.expect("name \"ann\"")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// `timeout` sends SIGTERM and then SIGCONT: the last output is one line, without the title again.
  @Test(arguments: ["plain", "editline", "screen"], ["never", "always"])
  func aSignalToLeaveWithAContinuationIsAnsweredByTheLastLine(frontEnd: String, isolation: String)
    async throws
  {
    try await Trip(frontEnd: frontEnd, isolation: isolation).atTerminal { terminal in
      let prompt = frontEnd == "screen" ? "Name *" : "Name (required): "
      try terminal.expect(prompt)
      let titleCount = terminal.output.ranges(of: "A trip").count
      terminal.child.send(SIGTERM)
      terminal.child.send(SIGCONT)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      #expect(terminal.output.ranges(of: "A trip").count == titleCount)
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// In a script, `timeout` starts the program in the background, where setting the modes stops it.
  @Test(arguments: ["plain", "editline", "screen"], ["never", "always"])
  func aProgramStoppedInTheBackgroundLeaves(frontEnd: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(frontEnd: frontEnd, isolation: isolation)
      let script = "timeout 1 \"$@\"; echo status $?"
      let terminal = try trip.terminal(behind: ["sh", "-c", script, "sh"])
      try terminal.expect("status 124")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// Calls a body with the program at the secret, started by a shell as the leader of its group.
  private func atSecret(
    _ cell: StopCell, _ body: @Sendable @escaping (PseudoTerminal, pid_t) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(frontEnd: cell.frontEnd, isolation: cell.isolation)
      let file = trip.folder.path(of: "process")
      let terminal = try PseudoTerminal(
        cell.shell.command, environment: trip.environment(["PS1": "shell> "]))
      try terminal.expect("shell> ")
      let command = try trip.command().joined(separator: " ")
      try terminal.type("sh -c 'echo $$ >\(file); exec \(command)'\r")
      try reachSecret(of: cell.frontEnd, terminal)
      let process = try Child.run(["cat", file]).outputText.prefix(while: \.isNumber)
      try body(terminal, #require(pid_t(String(process))))
    }
  }

  /// Types the rest of the secret, and submits the form: the secret was never visible.
  private func submit(_ rest: String, _ cell: StopCell, _ terminal: PseudoTerminal) throws {
    try terminal.type(rest + (cell.frontEnd == "screen" ? "\u{13}" : "\r"))
    if cell.frontEnd != "screen" {
      try terminal.expect("[1]: ")
      try terminal.type("\r")
    }
    try terminal.expect("word 7")
    try terminal.expect("shell> ")
    #expect(!terminal.output.contains(rest))
  }

  private func reachSecret(of frontEnd: String, _ terminal: PseudoTerminal) throws {
    switch frontEnd {
    case "screen":
      try terminal.expect("Name *")
      try terminal.type("ann")
      try terminal.expect("✓ ok")
      try terminal.type("\t\t\t\t\t")
      try terminal.waitUntilRead()
    case "editline":
      try terminal.expect("Name (required): ")
      try terminal.type("ann\r\r\r\r\r")
      try terminal.expect("Word: ")
    default:
      try terminal.expect("Name (required): ")
      try terminal.type("ann\r.\r\r\r\r")
      try terminal.expect("Word (not shown): ")
    }
  }

  private func waitForModes(_ modes: PseudoTerminal.Modes, at terminal: PseudoTerminal) throws {
    let end = ContinuousClock.now + defaultLimit
    while try terminal.modes != modes {
      guard ContinuousClock.now < end else {
        Issue.record("modes \(try terminal.modes), not \(modes)")
        return
      }
      poll(nil, 0, 5)
    }
  }
}
