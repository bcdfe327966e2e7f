import Accounts
import AccountsSQLite
import FormworkCore
import Glibc
import TestSupport
import Testing

/// Only `register` creates a missing file of accounts.
@Suite struct MissingAccountsTests {
  private func missing(_ path: String) -> String {
    "no accounts file at \(path): name another, or create it with 'register'"
  }

  @Test(arguments: [
    ["list"], ["show", "ann"], ["policy"], ["policy", "--no-terms"], ["terms"],
  ])
  func aQuestionMakesNone(_ arguments: [String]) async throws {
    let bench = try RegistrationBench()
    let path = bench.path(of: "state/accounts.sqlite")
    let outcome = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "registration"), "--accounts", path] + arguments)
    }
    #expect(outcome == .failure("registration: \(missing(path))\n"))
    #expect(access(bench.path(of: "state"), F_OK) != 0)
  }

  @Test func theShellAsksWithoutMakingOneAndItsFormMakesIt() async throws {
    let bench = try RegistrationBench()
    let outcome = try await bench.run(
      input: "list\npolicy\nshow ann\nregister\n" + RegistrationBench.lines() + "list\n")
    let complaints = (1...3).map { "line \($0): \(missing(bench.accounts))\n" }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: RegistrationBench.welcome + "ann\tAnn Lee\n",
          errors: complaints.joined()))
  }

  /// The path may be misspelled: the user learns about it before filling in the form.
  @Test(arguments: [["register"], ["policy", "--terms", "terms.txt"]])
  func aPersonIsToldThatOneIsMade(_ arguments: [String]) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      try bench.directory.write("Be kind.", to: "terms.txt")
      for isNew in [true, false] {
        let terminal = try PseudoTerminal(
          [Program.path(named: "registration"), "--accounts", "state/a.sqlite"] + arguments,
          directory: bench.directory.path)
        try terminal.expect(
          arguments == ["register"] ? "Username (required): " : "Terms: version 1")
        try terminal.type("\u{3}")
        _ = try terminal.expectEnd()
        #expect(
          terminal.output.hasPrefix(
            "There is no accounts file at state/a.sqlite yet: it will be created.\r\n") == isNew)
      }
    }
  }

  /// Completion in the shell reads the accounts, too.
  @Test func lookingForNamesMakesNone() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "accounts.sqlite")
    let store = SQLiteAccountStore(path: path, isMade: false)
    await #expect(
      throws: AccountStoreError.unavailable(.key("store.missing", ["path": .path(path)]))
    ) {
      try await store.accounts(after: nil, limit: 9)
    }
    #expect(access(path, F_OK) != 0)
  }
}
