import Accounts
import AccountsSQLite
import FormworkCore
import TestSupport
import Testing

/// A refused answer can be submitted unchanged after the user has committed it again.
@Suite struct SameAnswerTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// Opens a form whose profile was changed elsewhere, submits it, and types at each prompt.
  private func type(_ frontEnd: String, _ steps: [(String, String)]) async throws {
    try await bench.register("bob", "Bob")
    try await onThreadOfItsOwn {
      let arguments = ["profile", "--as", "bob", "--password-file", try bench.passwordFile()]
      let terminal = try PseudoTerminal(bench.command(["--front-end", frontEnd] + arguments))
      try terminal.answer([("Given name", "\r"), ("Family name", "")])
      _ = try Child.run(
        bench.command(arguments + ["--answers", "-"]),
        input: #"{"givenName": "Rob", "familyName": "Leigh"}"#)
      try terminal.answer(steps + [("The profile is saved.", "")])
      #expect(try terminal.expectEnd() == .exited(0))
    }
    let bob = try await bench.store.account(named: "bob")
    #expect(bob.map { [$0.givenName, $0.familyName] } == ["Bob", "Lee"])
  }

  /// Enter alone moves on, and the field stays refused.
  @Test func atLines() async throws {
    let refusal = "changed elsewhere to \"Leigh\""
    try await type(
      "plain",
      [
        ("", ":submit\r"), (refusal, ""), ("Given name [Bob]: ", "\r"),
        ("Family name [Lee]: ", ":submit\r"), ("2 answers need correction", ""),
        ("Given name [Bob]: ", "Bob\r"), ("Given name: ok", ""), ("Family name [Lee]: ", "Lee\r"),
        ("Family name: ok", ""), ("[1]: ", ":submit\r"),
      ])
  }

  /// Tab moves on, and the field stays refused, but Enter commits the line.
  @Test func atTheLineEditor() async throws {
    try await type(
      "editline",
      [
        ("", "\u{18}s"), ("✗", "\t"), ("Family name: ✗", "\u{18}s"),
        ("2 answers need correction", ""), ("✗", "\r"), ("Family name: ✗", "\r"),
        ("[1]: ", "\u{18}s"),
      ])
  }
}
