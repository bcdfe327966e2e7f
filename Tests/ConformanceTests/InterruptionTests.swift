import TestSupport
import Testing

/// Calls of the system that a signal interrupts are repeated.
struct InterruptionTests {
  @Test(arguments: ["plain", "editline", "screen"], ["1+2", "2+3"])
  func interruptedCallsAreMadeAgain(name: String, calls: String) async throws {
    let program = try Program.path(named: "formwork")
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        Interruptions.command(calls) + [program, "check-front-end", name, "--check", "runner"],
        limit: .seconds(120))
    }
    let names = ["file", "note", "symbols", "table", "run", "posts", "borrowed", "runner"]
    #expect(outcome == Child.Outcome(.exited(0), output: names.map { "\($0): ok\n" }.joined()))
  }
}
