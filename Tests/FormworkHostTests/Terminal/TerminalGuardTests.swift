import CFormworkSystem
import FormworkHost
import FormworkSession
import Glibc
import TestSupport
import Testing

@Suite struct TerminalGuardTests {
  /// The cells run in C: Swift's runtime reserves signals, and cannot fork.
  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func whateverHappensTheTerminalIsAsFound() async throws {
    let directory = try TemporaryDirectory()
    let program = directory.path(of: "cells")
    try await CCompiler.build("guard_cells.c", CCompiler.guardSources, to: program)
    let outcome = try await onThreadOfItsOwn { try Child.run([program]) }
    #expect(outcome.outputText.split(separator: "\n") == Self.cells)
    #expect(Child.Outcome(outcome.status, errors: outcome.errorText) == Child.Outcome(.exited(0)))
  }

  private static let reset =
    "wrote ESC[?2026lESC[<uESC[>4mESC[?1lESC>"
    + "ESC[?9lESC[?1000lESC[?1002lESC[?1003lESC[?1004lESC[?1005lESC[?1006lESC[?1015lESC[?1016l"
    + "ESC[?2004lESC7ESC[?1049lESC[<uESC7ESC[?69lESC[rESC8ESC[?7hESC[4lESC[20lSIESC(BESC)B"
    + "ESC[0mESC[?25h"

  private static let leaves: [Substring] =
    ["INT", "TERM", "HUP", "QUIT"].flatMap { signal -> [Substring] in
      [
        "\(signal) once: killed by \(signal), modes found",
        "\(signal) once on a screen: killed by \(signal), modes found",
        "\(signal) and TERM: killed by \(signal), modes found",
        "\(signal) and TERM on a screen: killed by \(signal), modes found, \(reset)",
        "\(signal) twice, ignored at the start: exit 0, modes found",
      ]
    }

  private static let crashes: [Substring] =
    ["SEGV", "ABRT", "BUS", "FPE", "ILL", "TRAP"].flatMap { signal -> [Substring] in
      [
        "\(signal) sent: killed by \(signal), modes found",
        "\(signal) sent on a screen: killed by \(signal), modes found, \(reset)",
        "\(signal) sent, ignored at the start: killed by \(signal), modes found",
      ]
    }

  /// All other signals that end a process.
  ///
  /// Those without a name are the real-time signals. The C library reserves the first two: a
  /// program can neither ignore nor handle them.
  private static let others: [Substring] =
    (["USR1", "USR2", "ALRM", "STKFLT", "XCPU", "XFSZ", "VTALRM", "PROF", "POLL", "PWR", "SYS"]
    + (32...64).map { "\($0)" })
    .flatMap { signal -> [Substring] in
      ["\(signal) sent: killed by \(signal), modes found"]
        + (["32", "33"].contains(signal)
          ? []
          : [
            "\(signal) sent, ignored at the start: exit 0, modes found",
            "\(signal) sent, handled by the program: exit 0, modes found",
          ])
    }

  private static let cells: [Substring] =
    leaves + crashes + others + [
      "SEGV on another thread: killed by SEGV, modes found",
      "SEGV on another thread, while modes are set: killed by SEGV, modes found",
      "TERM while the main thread does not listen: killed by TERM, modes found",
      "TSTP while the main thread does not listen: exit 0, modes found",
      "SEGV on a screen, with modes named: killed by SEGV, modes found, "
        + "wrote ESC[?2026lESC[?2004lESC[0mESC[?25h",
      "SEGV by a null pointer: killed by SEGV, modes found",
      "SEGV by endless recursion: killed by SEGV, modes found",
      "ABRT by abort: killed by ABRT, modes found",
      "TERM once in the background: killed by TERM, modes found",
      "SEGV in the background: killed by SEGV, modes found",
      "SEGV on a screen in the background: killed by SEGV, modes found, \(reset)",
      "SEGV on a screen that it has stopped: killed by SEGV, modes found, \(reset)",
      "SEGV on a screen stopped by ^S: killed by SEGV, modes found",
      "SEGV on a screen that can only be read: killed by SEGV, modes found, \(reset)",
      "SEGV without a terminal: killed by SEGV, modes raw",
      "TERM after uninstalling: killed by TERM, modes raw",
      "PIPE with no reader: exit 0, modes found",
      "TSTP ignored at the start: exit 0, modes found",
      "TSTP where nothing would continue it: exit 0, modes found",
      "TSTP on a terminal of no session: exit 0, modes found",
      "CHLD of a child, ignored at the start: exit 0, modes found",
      "INT dismissed as TERM comes: killed by TERM, modes found",
      "TERM installed twice: exit 0, modes found",
    ]
    + ["INT", "TERM", "HUP", "QUIT"].map {
      "\($0) once, blocked at the start: killed by \($0), modes found"
    } + [
      "CONT blocked at the start: exit 0, modes found",
      "USR1 blocked at the start: exit 0, modes found",
      "TSTP where nothing stops it, noted: exit 0, modes found",
      "CONT where nothing has stopped it: exit 0, modes found",
      "TTIN that comes late: exit 0, modes found",
      "TTOU that comes late: exit 0, modes found",
      "stopped by TTIN, continued: stopped by TTIN, modes raw; exit 0, modes found",
      "stopped by TTOU, continued: stopped by TTOU, modes raw; exit 0, modes found",
      "stopped by STOP, continued: stopped by STOP, modes raw; exit 0, modes found",
      "stopped by STOP, continued in the background: stopped by STOP, modes raw; "
        + "stopped by TSTP, modes the shell's; exit 0, modes found",
      "stopped, continued: stopped by TSTP, modes found; exit 0, modes found",
      "continued in the background: stopped by TSTP, modes found; modes the shell's; "
        + "exit 0, modes found",
      "keys dropped in the foreground: exit 0, modes found",
      "keys dropped in the background: exit 3, modes found",
      "killed while stopped: stopped by TSTP, modes found; killed by TERM, modes the shell's, "
        + "\(reset)",
      "crashed while stopped, with other threads: modes found 20 times of 20",
      "flags, a signal: killed by TERM, modes found, flags found",
      "flags, a crash: killed by SEGV, modes found, flags found",
      "flags, a stop: stopped by TSTP, modes found, flags found; exit 0, modes found, flags found",
      "flags, an end: exit 0, modes found, flags found",
    ]

  @Test func theFirstSignalIsTheStatus() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      // Threads of the pool block their signals, but this one has to serve the guard.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let wakeUp = try WakeUp()
      let guardian = try #require(TerminalGuard(terminal: -1, wakeUp: wakeUp))
      try #require(guardian.pendingSignal == nil)
      kill(getpid(), SIGTERM)
      try #require(wakeUp.wait(limit: .seconds(10)))
      try #require(guardian.pendingSignal == SIGTERM)
      guardian.end(with: SIGTERM)
    }
  }

  @Test func thereIsOneAtATime() async {
    await #expect(processExitsWith: .success) {
      let wakeUp = try WakeUp()
      var guardian = TerminalGuard(terminal: -1, wakeUp: wakeUp)
      try #require(guardian != nil)
      try #require(TerminalGuard(terminal: -1, wakeUp: wakeUp) == nil)
      guardian = nil
      guardian = TerminalGuard(terminal: -1, wakeUp: wakeUp)
      try #require(guardian != nil)
      exit(0)
    }
  }
}
