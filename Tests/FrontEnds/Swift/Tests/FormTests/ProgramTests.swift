import FormworkTesting
import Foundation
import Testing
import VisitKit

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

  @Test func aRepairHasADevice() throws {
    let store = FormStore(try VisitForm.definition())
    store.step(.choose("purpose/repair", true))
    #expect(store.property(.label, of: "device") == #""Device""#)
  }

  @Test func aDraftIsResumed() async throws {
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: home) }
    let environment = Child.environment.merging(["HOME": home.path()]) { $1 }
    try await onThreadOfItsOwn {
      func visit(_ answers: [(prompt: String, typed: String)]) throws -> Child.Status {
        let terminal = try PseudoTerminal(
          [Child.path(ofProgram: "visit")], environment: environment, directory: home.path())
        for (prompt, typed) in answers {
          try terminal.expect(prompt)
          try terminal.type(typed)
        }
        return try terminal.expectEnd()
      }
      let left = try visit([
        ("Name ", "Ann\r"), ("Purpose ", "\u{4}"), ("Leave? ", ""), ("[1]: ", "leave\r"),
      ])
      #expect(left == .exited(130))
      let resumed = try visit([
        ("Resume it?", ""), ("[1]: ", "resume\r"), ("Purpose ", "meeting\r"),
        ("From ", "2026-12-01\r"), ("Until ", "2026-12-02\r"), ("[1]: ", "announce\r"),
        ("Are these answers right?", ""), ("[1]: ", "announce\r"), ("Ann comes from", ""),
      ])
      #expect(resumed == .exited(0))
    }
  }
}
