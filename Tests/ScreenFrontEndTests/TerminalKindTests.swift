import Glibc
import TestSupport
import Testing

/// The names in `TERM`: a terminal only needs to move its cursor as in ECMA-48.
struct TerminalKindTests {
  static let kinds = ["xterm-256color", "screen", "tmux", "linux", "vt100"]

  @Test(arguments: kinds, ["never", "always"])
  func theFormFillsIt(kind: String, isolation: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try Self.terminal(kind, "--isolate", isolation)
      try terminal.expect("Name *")
      // Keys are read and answered at their place.
      try terminal.type("anna\t")
      try terminal.expect("✓ ok")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(try terminal.modes == terminal.initialModes)
      #expect(terminal.output.hasPrefix("\u{1B}[?1049h"))
    }
  }

  /// Some users want the mouse to select text, as elsewhere.
  @Test(arguments: [("off", false), ("on", true)])
  func theMouseIsTakenUnlessItIsOff(mouse: String, isTaken: Bool) async throws {
    try await onThreadOfItsOwn {
      let terminal = try Self.terminal(
        "xterm", environment: ["FORMWORK_FRONT_END_MOUSE": mouse])
      try terminal.expect("Name *")
      #expect(terminal.output.contains("\u{1B}[?1000h") == isTaken)
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  private static func terminal(
    _ kind: String, _ options: String..., environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [try Program.path(named: "formwork"), "demo", "--front-end", "screen"] + options + ["form"],
      environment: Child.environment.merging(["TERM": kind]) { $1 }
        .merging(environment) { $1 })
  }
}
