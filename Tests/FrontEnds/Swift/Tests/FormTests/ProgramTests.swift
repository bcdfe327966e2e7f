import FormworkTesting
import Testing

@Suite struct ProgramTests {
  @Test func aUserTypesTheAnswers() async throws {
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal([Child.path(ofProgram: "visitor")])
      for (prompt, answer) in [("Name (required): ", "Ann"), ("Age", "36"), ("Button [1]: ", "")] {
        try terminal.expect(prompt)
        try terminal.type(answer + "\r")
      }
      try terminal.expect("Ann 36\r\n")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func aPipeContainsALineForEachField() async throws {
    try await onThreadOfItsOwn {
      let program = try Child.path(ofProgram: "visitor")
      let accepted = try Child.run([program], input: "Ann\n36\n")
      #expect(accepted == Child.Outcome(.exited(0), output: "Ann 36\n"))
      let refused = try Child.run([program], input: "Ann\n200\n")
      #expect(refused.status == .exited(1))
      #expect(refused.errorText.contains("150 or less"))
    }
  }
}
