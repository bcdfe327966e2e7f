import TestSupport
import Testing

/// After the host was killed, the runner ends and restores the terminal.
@Suite struct OrphanTests {
  @Test(arguments: [
    // It reads the end of the socket, and returns.
    ("nothing", [], "modes raw; runner ended with 0, modes found."),
    // It never reads again.
    ("hang", [], "modes raw; runner ended with 69, modes found."),
    // It blocks timers as well.
    ("blocks", [], "modes raw; runner ended with 69, modes found."),
    // Its standard input is read-only.
    ("hang", ["reading"], "modes raw; runner ended with 69, modes found."),
    // It makes the terminal raw again.
    ("raw again", [], "modes raw; runner ended with 69, modes found."),
    // A shell has taken the terminal back, and set its own modes.
    ("hang", ["taken"], "modes the shell's; runner ended with 69, modes the shell's."),
    // A shell that does not edit lines has taken the terminal back unchanged.
    ("hang", ["left"], "modes raw; runner ended with 69, modes found."),
    // The front end has hidden typed text, as for a secret, since its last message.
    ("hides", ["left"], "modes raw; runner ended with 69, modes found."),
    // The front end reads key by key, as at a prompt, since its last message.
    ("prompts", ["left"], "modes raw; runner ended with 69, modes found."),
    // It was stopped: the kernel continues it.
    ("nothing", ["stopped"], "modes raw; runner ended with 0, modes found."),
    ("hang", ["stopped"], "modes raw; runner ended with 69, modes found."),
    ("raw again", ["stopped"], "modes raw; runner ended with 69, modes found."),
  ])
  func theHostIsKilled(_ command: String, _ more: [String], _ outcome: String) async throws {
    let stage = try await Stage()
    let leader = try await stage.build("orphan.c", [], as: "orphan")
    try await onThreadOfItsOwn {
      let runner = try Program.path(named: "formwork-runner")
      let identity = Runner.identity(of: stage.puppet)
      let terminal = try PseudoTerminal(
        [leader, runner, stage.puppet, identity, command] + more,
        environment: Child.environment.merging(["TERM": "xterm"]) { $1 })
      try terminal.expect(outcome)
      #expect(try terminal.expectEnd() == .exited(0))
      // A runner switches the front end's modes off in its place.
      let isUndone = outcome.hasSuffix("69, modes found.")
      #expect(terminal.output.contains("\u{1B}[?2004l") == isUndone)
    }
  }
}
