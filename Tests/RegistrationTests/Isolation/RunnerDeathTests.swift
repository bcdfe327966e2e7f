import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

/// The form continues after the process of its front end was killed.
struct RunnerDeathTests {
  /// The registrations, each with two killed front ends.
  ///
  /// `Scripts/test --long` runs all of them.
  static let seeds: Range<UInt64> =
    0..<(isLongRun ? 250 : 5)

  @Test(.serialized, arguments: seeds)
  func nothingButTheLineIsLost(seed: UInt64) async throws {
    let bench = try RegistrationBench()
    let kills = try await onThreadOfItsOwn {
      let terminal = try bench.terminal("--isolate", "always", "register", frontEnd: "editline")
      var recorder = Recorder(terminal, seed: seed)
      try recorder.fillIn()
      try terminal.expect(end: .exited(0))
      return recorder.kills
    }
    #expect(kills == 2)
    let account = try #require(try await bench.store.accounts().first)
    #expect(
      [account.username, account.givenName, account.familyName, account.email]
        == ["ann_lee", "Ann", "Lee", "ann@example.org"])
    #expect(try await bench.store.count() == 1)
  }

  /// After any end of the process the user gets a message, and continues with the next front end.
  @Test(arguments: [SIGKILL, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTERM])
  func theNextOneGoesOnWhereItWas(_ signal: Int32) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("--isolate", "always", "register", frontEnd: "editline")
      try terminal.answer([("Username (required): ", "an"), ("1 more", "")])
      let runner = try #require(try runner(of: terminal.child.process))
      if signal == SIGKILL {
        // Text that is typed meanwhile is neither displayed nor used.
        kill(runner, SIGSTOP)
        let isRunning = "while ! grep -q '^State:.T' /proc/$0/status; do sleep 0.01; done"
        _ = try Child.run(["sh", "-c", isRunning, "\(runner)"])
        try terminal.type("xyz")
      }
      kill(runner, signal)
      let crash = "front end \"editline\" crashed (\(String(cString: strsignal(signal))))"
      try terminal.answer([
        (crash + ": using plain instead\r\n", ""), ("Username (required) [an]: ", ":quit\r"),
        ("1 Stay  2 Leave", "2\r"),
      ])
      try terminal.expect(end: .exited(130))
    }
  }

  /// Part of a password, which is not displayed, does not count as the whole.
  @Test func aPasswordThatWasBeingTypedIsTypedAgain() async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("--isolate", "always", "register", frontEnd: "editline")
      try terminal.answer(RegistrationBench.answers.prefix(5).map { ($0.0, "\u{18}n") })
      try terminal.answer([("Password (required): ", RegistrationBench.password), ("ok", "")])
      kill(try #require(try runner(of: terminal.child.process)), SIGKILL)
      try terminal.expect("crashed (Killed): using plain instead\r\n")
      try terminal.expect("Password (required, not shown): ")
      #expect(!terminal.output.contains("kept:"))
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// A killed host cannot restore the terminal: its runner does, even if it was stopped.
  @Test(arguments: [false, true])
  func aKilledHostLeavesTheTerminalWhole(isStopped: Bool) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("--isolate", "always", "register", frontEnd: "editline")
      try terminal.expect("Username (required): ")
      let runner = try #require(try runner(of: terminal.child.process))
      #expect(try terminal.modes != terminal.initialModes)
      if isStopped { kill(runner, SIGSTOP) }
      terminal.child.send(SIGKILL)
      #expect(try terminal.expectEnd() == .signalled(SIGKILL))
      _ = try Child.run(["tail", "--pid=\(runner)", "-s", "0.01", "-f", "/dev/null"])
      #expect(try terminal.modes == terminal.initialModes)
    }
  }
}

/// Returns the process of the isolated front end of a program, if there is one.
private func runner(of host: pid_t) throws -> pid_t? {
  let children = try String(contentsOfFile: "/proc/\(host)/task/\(host)/children", encoding: .utf8)
  return children.split(separator: " ").first.flatMap { pid_t($0) }
}

/// Fills in the form key by key, and kills two front ends.
private struct Recorder {
  private let terminal: PseudoTerminal
  private var generator: SeededGenerator

  private var keysLeft: Int
  private var isEditor = true
  private(set) var kills = 0

  /// The fields, the first words of their prompts, and the texts to enter.
  private static let fields = [
    ("Username", "ann_lee"), ("Given name", "Ann"), ("Family name", "Lee"),
    ("E-mail", "ann@example.org"), ("Contacts (Enter", ""),
    ("Password (required", RegistrationBench.password),
    ("Password again", RegistrationBench.password), ("Button", ""),
  ]

  /// The number of keys, including Enter.
  private static let keyCount = fields.reduce(0) { $0 + $1.1.count + 1 }

  init(_ terminal: PseudoTerminal, seed: UInt64) {
    self.terminal = terminal
    generator = SeededGenerator(seed: seed)
    keysLeft = .random(in: 0..<Self.keyCount / 2, using: &generator)
  }

  mutating func fillIn() throws {
    try terminal.expect("Username (required): ")
    var index = 0
    while index < Self.fields.count {
      let (_, value) = Self.fields[index]
      if try enter(value) {
        index += 1
        if index < Self.fields.count { try terminal.expect(Self.fields[index].0) }
        if index < Self.fields.count { try terminal.expect(": ") }
      } else {
        index = try whereItGoesOn()
        // Text typed in the last line is void, or still in the terminal.
        try terminal.type("\u{15}")
      }
    }
  }

  /// Types a value and Enter, and returns whether the front end has survived that.
  private mutating func enter(_ value: String) throws -> Bool {
    for key in value.map(String.init) + ["\r"] {
      if keysLeft == 0 {
        try killIt()
        return false
      }
      keysLeft -= 1
      try terminal.type(key)
      // The next front end reads keys that this one has not read, which is not tested here.
      if isEditor { try terminal.waitUntilRead() }
    }
    return true
  }

  private mutating func killIt() throws {
    usleep(.random(in: 0..<3000, using: &generator))
    kill(try #require(try runner(of: terminal.child.process)), SIGKILL)
    try terminal.expect("crashed (Killed): using plain instead\r\n")
    kills += 1
    isEditor = false
    keysLeft = kills == 1 ? .random(in: 0..<4, using: &generator) : .max
  }

  /// Returns the first field that the next front end asks for.
  private func whereItGoesOn() throws -> Int {
    var seen = ""
    while true {
      seen += try terminal.expect(": ")
      let line = seen.split(whereSeparator: \.isNewline).last ?? ""
      if let index = Self.fields.firstIndex(where: { line.hasPrefix($0.0) }) { return index }
    }
  }
}
