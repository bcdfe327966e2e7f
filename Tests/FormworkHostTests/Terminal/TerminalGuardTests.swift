import CFormworkSystem
import FormworkHost
import FormworkSession
import Glibc
import TestSupport
import Testing

@Suite struct TerminalGuardTests {
  /// The cells run in C: Swift's runtime takes signals of its own, and cannot fork.
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
    "wrote ESC[?1000lESC[?1002lESC[?1003lESC[?1006lESC[?2004lESC[0mESC[?25hESC7ESC[?1049l"

  private static let cells: [Substring] =
    ["INT", "TERM", "HUP", "QUIT"].flatMap { signal -> [Substring] in
      [
        "\(signal) once: killed by \(signal), modes found",
        "\(signal) once on a screen: killed by \(signal), modes found",
        "\(signal) and TERM: killed by \(signal), modes found",
        "\(signal) and TERM on a screen: killed by \(signal), modes found, \(reset)",
        "\(signal) twice, ignored at the start: exit 0, modes found",
      ]
    }
    + ["SEGV", "ABRT", "BUS", "FPE", "ILL", "TRAP"].flatMap { signal -> [Substring] in
      [
        "\(signal) sent: killed by \(signal), modes found",
        "\(signal) sent on a screen: killed by \(signal), modes found, \(reset)",
        "\(signal) sent, ignored at the start: killed by \(signal), modes found",
      ]
    }
    + [
      "SEGV on another thread: killed by SEGV, modes found",
      "SEGV by a null pointer: killed by SEGV, modes found",
      "SEGV by endless recursion: killed by SEGV, modes found",
      "ABRT by abort: killed by ABRT, modes found",
      "TERM once in the background: killed by TERM, modes found",
      "SEGV in the background: killed by SEGV, modes found",
      "SEGV on a screen in the background: killed by SEGV, modes found, \(reset)",
      "SEGV on a screen stopped by ^S: killed by SEGV, modes found",
      "SEGV without a terminal: killed by SEGV, modes raw",
      "TERM after uninstalling: killed by TERM, modes raw",
      "PIPE with no reader: exit 0, modes found",
      "TSTP ignored at the start: exit 0, modes found",
      "TSTP where nobody would continue it: exit 0, modes found",
      "TSTP on a terminal of no session: exit 0, modes found",
      "TERM installed twice: exit 0, modes found",
      "stopped, continued: stopped by TSTP, modes found; exit 0, modes found",
      "continued in the background: stopped by TSTP, modes found; modes the shell's; "
        + "exit 0, modes found",
      "killed while stopped: stopped by TSTP, modes found; killed by TERM, modes the shell's, "
        + "\(reset)",
    ]

  @Test func theFirstSignalIsTheStatus() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let wakeUp = try WakeUp()
      let guardian = try #require(TerminalGuard(terminal: -1, wakeUp: wakeUp))
      try #require(guardian.pendingSignal == nil)
      // Threads of the pool have their signals blocked: another one takes this.
      kill(getpid(), SIGTERM)
      var readable = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&readable, 1, 10_000) == 1)
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
