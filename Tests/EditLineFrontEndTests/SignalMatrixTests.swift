import Foundation
import Glibc
import TestSupport
import Testing

/// All signals that can be caught restore the terminal, and are the status of the program.
///
/// The tests cover each front end, in the process of the host and in a separate one, at all kinds of times.
struct SignalMatrixTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let signal: Int32
    let frontEnd: String
    let isolation: String
    let moment: Moment

    var testDescription: String {
      "\(String(cString: strsignal(signal))), \(frontEnd), isolated \(isolation), \(moment)"
    }
  }

  /// The place of the user.
  enum Moment: CaseIterable {
    case prompt, midLine, secret, submitting
  }

  /// The signals that ask to leave, and those of the processor at a crash.
  static let usual = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL,
  ]

  /// The other signals that end a process, with some real-time signals, or all with `--long`.
  static let others =
    [
      SIGALRM, SIGTRAP, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO, SIGPWR,
      SIGSYS, 16,
    ] + (isLongRun ? Array(34...64) : [34, 35, 49, 63, 64])

  /// Each signal at some places, and each place with some signals; `--long` tests all of them.
  static let cells =
    isLongRun
    ? cells(of: usual + others)
    : cells(of: usual).enumerated().filter { $0.offset.isMultiple(of: 11) }.map(\.element)
      + others.indices.map { index in cells(of: [others[index]])[index % 24] }

  static func cells(of signals: [Int32]) -> [Cell] {
    signals.flatMap { signal in
      ["plain", "editline", "screen"].flatMap { frontEnd in
        ["never", "always"].flatMap { isolation in
          Moment.allCases.map {
            Cell(signal: signal, frontEnd: frontEnd, isolation: isolation, moment: $0)
          }
        }
      }
    }
  }

  @Test(arguments: cells)
  func aSignalLeavesTheTerminalAsItWas(_ cell: Cell) async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip(frontEnd: cell.frontEnd, isolation: cell.isolation)
      try trip.holdCheck(of: "submit")
      let terminal = try trip.terminal(answersByHand: true)
      if cell.frontEnd == "screen" {
        try reachOnScreen(cell.moment, terminal, trip)
      } else {
        try reach(cell.moment, terminal, trip, isEditor: cell.frontEnd == "editline")
      }
      let runner = try runner(of: terminal.child.process)
      #expect((runner != nil) == (cell.isolation == "always"))
      terminal.child.send(cell.signal)
      // A request to leave waits for the submission in progress; a crash does not.
      if cell.moment == .submitting, [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(cell.signal) {
        try trip.answer("stored", to: "submit")
      }
      #expect(try terminal.expectEnd() == .signalled(cell.signal))
      try waitUntilGone(runner)
      #expect(try terminal.modes == terminal.initialModes)
      let output = terminal.output
      for mode in [2004, 1049, 1000, 1006] {
        guard let on = output.ranges(of: "\u{1B}[?\(mode)h").last else { continue }
        #expect(output[on.upperBound...].contains("\u{1B}[?\(mode)l"), "mode \(mode)")
      }
      #expect(!output.contains("hunter"))
    }
  }

  /// Signals that end no program, and a closed pipe.
  @Test(arguments: [SIGPIPE, SIGCHLD, SIGURG])
  func aSignalThatEndsNothing(_ signal: Int32) async throws {
    try await Trip().atTerminal { terminal in
      try terminal.expect("Name (required): ")
      terminal.child.send(signal)
      try terminal.type("ann\u{18}s")
      try terminal.expect("name \"ann\"")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// Types up to a place.
  private func reach(
    _ moment: Moment, _ terminal: PseudoTerminal, _ trip: Trip, isEditor: Bool
  ) throws {
    try terminal.expect("Name (required): ")
    switch moment {
    case .prompt: return
    case .midLine: try terminal.type("x")
    case .secret, .submitting:
      try trip.holdCheck(of: "bo")
      try terminal.type("bo\r")
      try trip.answer("free", to: "bo")
      for prompt in ["Story", "Plan", "Extras", "Gift"] {
        try terminal.expect("\(prompt)")
        try terminal.expect(": ")
        // A text of several lines ends with a line of its own.
        try terminal.type(prompt == "Story" && !isEditor ? ".\r" : "\r")
      }
      try terminal.expect(isEditor ? "Word: " : "Word (not shown): ")
      try terminal.type("hunter2")
      if moment == .secret { return }
      try terminal.type("\r")
      try terminal.expect("[1]: ")
      try terminal.type("\r")
      try terminal.expect("Submitting")
    }
  }

  /// Types up to a place in the front end that shows the whole form.
  private func reachOnScreen(_ moment: Moment, _ terminal: PseudoTerminal, _ trip: Trip) throws {
    try terminal.expect("Name *")
    switch moment {
    case .prompt: return
    case .midLine: try terminal.type("x")
    case .secret, .submitting:
      try trip.holdCheck(of: "bo")
      try terminal.type("bo")
      try trip.answer("free", to: "bo")
      try terminal.expect("✓ ok")
      try terminal.type("\t\t\t\t\thunter2")
      try terminal.expect("•")
      if moment == .secret { return }
      try terminal.type("\u{13}")
      try terminal.expect("Submitting")
    }
  }

  /// Returns the separate process of the front end, if any.
  private func runner(of host: pid_t) throws -> pid_t? {
    let children = try Child.run(["pgrep", "-P", "\(host)"]).outputText
    return children.split(separator: "\n").first.flatMap { pid_t($0) }
  }

  /// Waits for the end of a runner, which has the terminal too, before the modes are checked.
  private func waitUntilGone(_ process: pid_t?) throws {
    guard let process else { return }
    _ = try Child.run(["tail", "--pid=\(process)", "-s", "0.01", "-f", "/dev/null"])
  }
}
