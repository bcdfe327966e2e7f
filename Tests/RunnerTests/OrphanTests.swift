import TestSupport
import Testing

/// The host has been killed: the runner ends all the same, and the terminal is whole.
@Suite struct OrphanTests {
  @Test(arguments: [
    // It reads the end of the socket, and returns.
    ("nothing", [], "modes raw; runner ended with 0, modes found."),
    // It never reads anything again.
    ("hang", [], "modes raw; runner ended with 69, modes found."),
    // Nor does it let a timer through.
    ("blocks", [], "modes raw; runner ended with 69, modes found."),
    // Its standard input can only be read.
    ("hang", ["reading"], "modes raw; runner ended with 69, modes found."),
    // And makes the terminal raw once more.
    ("raw again", [], "modes raw; runner ended with 69, modes found."),
    // A shell has taken the terminal back, and set what it likes.
    ("hang", ["taken"], "modes the shell's; runner ended with 69, modes the shell's."),
    // A shell has taken it back as it was, which does not edit lines itself.
    ("hang", ["left"], "modes raw; runner ended with 69, modes found."),
    // And the front end has hidden what is typed, as at a secret, since it said something.
    ("hides", ["left"], "modes raw; runner ended with 69, modes found."),
    // Or reads key by key, as at a prompt, since then.
    ("prompts", ["left"], "modes raw; runner ended with 69, modes found."),
    // It was stopped: the kernel has it go on.
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
      // What the front end names is switched off by a runner that does so in its place.
      let isUndone = outcome.hasSuffix("69, modes found.")
      #expect(terminal.output.contains("\u{1B}[?2004l") == isUndone)
    }
  }
}
