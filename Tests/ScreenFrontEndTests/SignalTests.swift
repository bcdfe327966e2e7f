import FormworkSession
import Glibc
import TestSupport
import Testing

/// A signal at any time restores the terminal, and ends the program with the signal as its status.
struct SignalTests {
  static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT]

  /// The place of the user, by the typed text and the visible text.
  enum Moment: String, CaseIterable, Sendable {
    case form, text, secret, chord, keys, question

    var typed: (keys: String, shown: String) {
      switch self {
      case .form: ("", "Esc leave")
      case .text: ("a", "at least")
      case .secret: ("\thunter2\u{18}v", "hunter2")
      case .chord: ("\u{18}", "c reset")
      case .keys: ("\u{1B}OP", "any key: close")
      case .question: ("ann\u{1B}", "Leave?")
      }
    }
  }

  /// Each signal and each place once; `Scripts/test --long` tests all of them.
  static let cells: [(CInt, Moment)] =
    isLongRun
    ? signals.flatMap { signal in Moment.allCases.map { (signal, $0) } }
    : Array(zip(signals, Moment.allCases))

  @Test(arguments: cells)
  func leavesTheTerminalAsItWas(_ signal: CInt, _ moment: Moment) async throws {
    try await onThreadOfItsOwn {
      for isolation in ["never", "always"] {
        let terminal = try PseudoTerminal([
          try Program.path(named: "formwork"), "demo", "--front-end", "screen", "--isolate",
          isolation, "form",
        ])
        try terminal.expect("Esc leave")
        try terminal.type(moment.typed.keys)
        if moment != .form { try terminal.expect(moment.typed.shown) }
        terminal.child.send(signal)
        #expect(try terminal.expectEnd() == .signalled(signal))
        #expect(try terminal.modes == terminal.initialModes)
        let modes = ScreenModes(after: TerminalOutput(terminal.output.utf8))
        #expect(modes.differences == [])
        #expect(!modes.used.isEmpty)
      }
    }
  }
}
