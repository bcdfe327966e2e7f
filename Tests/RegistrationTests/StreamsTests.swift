import Accounts
import Glibc
import TestSupport
import Testing

/// The program with standard streams that are closed, full, or no streams at all.
struct StreamsTests {
  /// Runs the program in a shell, with redirections behind its arguments.
  private func run(
    _ office: Office, _ arguments: String..., redirecting: String, input: String = ""
  ) async throws -> Child.Outcome {
    try await onThreadOfItsOwn {
      try Child.run(
        ["sh", "-c", "exec \"$@\" \(redirecting)", "sh"] + office.command(arguments), input: input)
    }
  }

  @Test(arguments: [("<&-", " is closed"), ("</", ": Is a directory")])
  func inputThatCannotBeReadIsAFailure(_ redirection: String, _ reason: String) async throws {
    let office = try Office()
    let expected = Child.Outcome(
      .exited(1), errors: "registration: standard input\(reason)\n")
    #expect(try await run(office, redirecting: redirection) == expected)
    #expect(try await run(office, "register", redirecting: redirection) == expected)
    #expect(
      try await run(office, "register", "--answers", "-", redirecting: redirection) == expected)
    #expect(try await run(office, "policy", "--terms", "-", redirecting: redirection) == expected)
    #expect(access(office.accounts, F_OK) != 0)
  }

  @Test func answersOfTheShellThatCannotBeWrittenAreAFailure() async throws {
    let office = try Office()
    try await office.makeAccounts()
    let outcome = try await run(
      office, redirecting: ">/dev/full", input: "policy\npolicy\nexit\n")
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), errors: "registration: standard output: No space left on device\n"))
  }

  /// Nothing that the program opens may take the place of a stream that it was not given.
  @Test func aClosedStreamIsNobodyElses() async throws {
    let office = try Office()
    let outcome = try await run(
      office, "register", redirecting: ">&- 2>&-", input: Office.lines())
    #expect(outcome == Child.Outcome(.exited(1)))
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }

  @Test(arguments: [
    (">/dev/full", "registration: standard output: No space left on device\n"),
    (">&-", "registration: standard output is closed\n"),
    ("| true", ""),
  ])
  func whatCannotBeWrittenIsAFailure(_ redirection: String, _ complaint: String) async throws {
    let office = try Office()
    try await office.makeAccounts()
    let isPipe = redirection.hasPrefix("|")
    for arguments in [["policy"], ["front-ends"]] {
      let outcome = try await onThreadOfItsOwn {
        try Child.run(
          ["sh", "-c", "\"$@\" \(redirection)", "sh"] + office.command(arguments))
      }
      #expect(outcome == Child.Outcome(.exited(isPipe ? 0 : 1), errors: complaint))
    }
    let outcome = try await run(
      office, "register", redirecting: redirection, input: Office.lines())
    let made = complaint.replacing("registration: ", with: "registration: the account was made; ")
    #expect(outcome == Child.Outcome(.exited(isPipe ? 0 : 1), errors: made))
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }
}
