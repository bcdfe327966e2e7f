import Glibc
import TestSupport
import Testing

/// An isolated front end that hangs after drawing is ended with one line, and the next one
/// continues.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct WatchdogTests {
  /// A front end with a certain behaviour, and a form on a terminal.
  private struct Place {
    let directory: TemporaryDirectory
    let file: String

    // The milliseconds for reading pending messages. A flooding front end is ended earlier.
    let limit: Int

    init(_ behaviour: String) async throws {
      directory = try TemporaryDirectory()
      limit = ["edits", "logs", "completes"].contains(behaviour) ? 600_000 : 500
      file = directory.path(of: "stuck.so")
      try await CCompiler.build(
        "Tests/RegistrationTests/Isolation/Fixtures/stuck.c",
        ["-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-DBEHAVIOUR=\"\(behaviour)\""]
          + ["-DMARKER=\"\(directory.path(of: "marker"))\""], to: file)
    }

    /// Runs the form on a terminal.
    func terminal(isolation: String = "foreign") throws -> PseudoTerminal {
      try PseudoTerminal(
        [Program.path(named: "FormFixture"), file],
        environment: Child.environment.merging([
          "TERM": "dumb", "FORM_FIXTURE_LIMIT": "\(limit)", "FORM_FIXTURE_ISOLATION": isolation,
          "VISUAL": "false",
        ]) { $1 })
    }

    /// Returns the processes that have written their numbers to a file.
    func processes(in file: String) throws -> [pid_t] {
      try Child.run(["cat", directory.path(of: file)]).outputText.split(separator: "\n")
        .compactMap { pid_t($0) }
    }

    static func expectTheFormGoesOn(_ terminal: PseudoTerminal, _ told: String) throws {
      try terminal.expect(line: "front end \"stuck\" \(told): using plain instead")
      try terminal.answer([("Name (required)", "\u{3}")])
      try terminal.expect(end: .signalled(SIGINT))
    }
  }

  @Test(arguments: [
    ("spins", "read no message for 10 seconds"),
    ("sleeps", "read no message for 10 seconds"),
    ("shuts-its-ear", "read no message for 10 seconds"),
    ("gags-the-terminal", "read no message for 10 seconds"),
    ("takes-the-terminal", "read no message for 10 seconds"),
    ("edits", "broke the contract (it sends messages, but reads none)"),
    ("logs", "broke the contract (it sends messages, but reads none)"),
    // It reads messages, but fewer and fewer.
    ("completes", "broke the contract (it sends messages, but reads none)"),
    ("switches", "asked to be replaced again and again"),
    ("goes-outside", "asked to be replaced again and again"),
    ("stops", "was stopped, and did not continue"),
    ("no-size", "broke the contract (a message of size 0)"),
    ("asks-early", "drew nothing for 5 seconds"),
  ])
  func whatWaitsTooLongEndsIt(_ behaviour: String, _ told: String) async throws {
    let place = try await Place(behaviour)
    try await onThreadOfItsOwn {
      try Place.expectTheFormGoesOn(place.terminal(), told)
    }
  }

  /// Processes that it has started are ended, too, and read no keys of the form.
  @Test(arguments: [
    ("forks", "crashed (Aborted)"), ("forks-and-exits", "exited early, with status 0"),
    ("forks-in-front", "crashed (Aborted)"), ("forks-in-background", "crashed (Aborted)"),
    ("forks-apart", "crashed (Aborted)"), ("forks-below", "crashed (Aborted)"),
  ])
  func whatItHasStartedGoesWithIt(_ behaviour: String, _ told: String) async throws {
    let place = try await Place(behaviour)
    try await onThreadOfItsOwn {
      let terminal = try place.terminal()
      try terminal.expect("front end \"stuck\" \(told): using plain instead\r\n")
      let processes = try place.processes(in: "marker")
      // A process that cannot read the keys may stay.
      for process in try place.processes(in: "marker.below") { kill(process, SIGKILL) }
      #expect(processes.count == 2)
      // A process whose parent does not wait for it is a zombie.
      let states = try Child.run(["sh", "-c", "cat /proc/[0-9]*/stat"]).outputText
        .split(separator: "\n").filter { !$0.contains(") Z ") }
        .compactMap { pid_t($0.prefix { $0 != " " }) }
      #expect(Set(processes).isDisjoint(with: states))
      try terminal.answer([("Name (required)", "\u{3}")])
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// ^C is for the form, but ends a front end that does not pass it on.
  @Test func anInterruptEndsOneThatDoesNotListen() async throws {
    let place = try await Place("deaf")
    try await onThreadOfItsOwn {
      let terminal = try place.terminal()
      try terminal.expect("drawn\r\n")
      try terminal.type("\u{3}")
      try Place.expectTheFormGoesOn(terminal, "did not answer ^C within a second")
    }
  }

  /// In the program itself every post is answered, and a hang there ends the program.
  @Test func anInterruptEndsTheProgramOfOneInside() async throws {
    let place = try await Place("no-size")
    try await onThreadOfItsOwn {
      let terminal = try place.terminal(isolation: "never")
      try terminal.answer([
        ("answered\r\n", "\u{3}"),
        ("front end \"stuck\" did not answer ^C: the program ends\r\n", ""),
      ])
      try terminal.expect(end: .signalled(SIGINT))
    }
  }

  @Test func anInterruptAsksTheFormWhereSomethingWasEntered() async throws {
    let place = try await Place("deaf-later")
    try await onThreadOfItsOwn {
      let terminal = try place.terminal()
      try terminal.answer([
        ("told\r\n", "\u{3}"),
        ("front end \"stuck\" did not answer ^C within a second: using plain instead\r\n", ""),
        ("1 Stay  2 Leave", "1\r"), ("Name (required) [a]: ", "\u{3}"),
      ])
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// ^C leaves as usual if the front end listens.
  @Test(arguments: ["idle", "idles"])
  func anInterruptLeavesOneThatListens(_ behaviour: String) async throws {
    let place = try await Place(behaviour)
    try await onThreadOfItsOwn {
      let terminal = try place.terminal()
      // Without messages for several times the limit, it still runs.
      try terminal.expect("still there\r\n")
      #expect(!terminal.output.contains("using plain"))
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(!terminal.output.contains("using plain"))
    }
  }

  /// A stopped terminal prevents drawing, and a stopped process cannot read.
  @Test(arguments: [true, false])
  func whatItCannotDoDoesNotCount(_ isTerminalStopped: Bool) async throws {
    let place = try await Place("waits")
    try await onThreadOfItsOwn {
      let terminal = try place.terminal()
      try terminal.expect("drawn\r\n")
      if isTerminalStopped { try terminal.type("\u{13}") }
      try terminal.type("go\r")
      if !isTerminalStopped {
        try Place.expectTheFormGoesOn(terminal, "read no message for 10 seconds")
        return
      }
      _ = try Child.run([
        "sh", "-c", "until [ -e \"$0\" ]; do sleep 0.01; done", place.directory.path(of: "marker"),
      ])
      try terminal.type("\u{11}")
      try terminal.expect("still there\r\n")
      #expect(!terminal.output.contains("using plain"))
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }
}
