import Accounts
import AccountsSQLite
import FormworkCore
import Glibc
import TestSupport
import Testing

struct StreamsTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  @Test func linesAtATerminalAreBrokenBetweenWords() async throws {
    try await bench.register("ann", "Ann", String(repeating: "Lee ", count: 9))
    let (policy, complaint, list) = try await onThreadOfItsOwn { [bench] in
      func shown(_ arguments: String...) throws -> String {
        let terminal = try PseudoTerminal(
          bench.command(arguments), size: PseudoTerminal.Size(columns: 30, rows: 24))
        _ = try terminal.expectEnd()
        return terminal.output.replacing("\r\n", with: "\n")
      }
      return try (shown("policy"), shown("show", "nobody"), shown("list"))
    }
    #expect(
      policy == """
        Registration: open
        Username: 3 to 32 characters
        Password: 15 to 128 characters
        Reserved: abuse, admin,
        administrator, ftp,
        hostmaster, mailer-daemon,
        news, noc, nobody, noreply,
        operator, postmaster,
        registration, root, security,
        superuser, support, system,
        usenet, uucp, webmaster, www
        Terms: none

        """)
    #expect(
      complaint == """
        registration: no account is
        called "nobody": 'list' lists
        them

        """)
    #expect(list == "Username  Name\nann       Ann \(String(repeating: "Lee ", count: 9))\n")
  }

  @Test(
    arguments: [("<&-", " is closed"), ("</", ": Is a directory")],
    sampled([[], ["register"], ["register", "--answers", "-"], ["policy", "--terms", "-"]]))
  func inputThatCannotBeReadIsAFailure(
    _ stream: (redirection: String, reason: String), _ arguments: [String]
  ) async throws {
    let outcome = try await bench.run(arguments, redirecting: stream.redirection)
    #expect(outcome == .failure("registration: standard input\(stream.reason)\n"))
    #expect(access(bench.accounts, F_OK) != 0)
  }

  @Test func answersOfTheShellThatCannotBeWrittenAreAFailure() async throws {
    try await bench.makeAccounts()
    #expect(
      try await bench.run([], redirecting: ">/dev/full", input: "policy\npolicy\nexit\n")
        == .failure("registration: standard output: No space left on device\n"))
  }

  /// No file that the program opens may replace a missing stream.
  @Test func aClosedStreamIsNoOtherFile() async throws {
    let outcome = try await bench.run(
      ["register"], redirecting: ">&- 2>&-", input: RegistrationBench.lines())
    #expect(outcome == .failure(""))
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }

  @Test(arguments: [
    (">/dev/full", "registration: standard output: No space left on device\n"),
    (">&-", "registration: standard output is closed\n"), ("| true", ""),
  ])
  func whatCannotBeWrittenIsAFailure(_ redirection: String, _ complaint: String) async throws {
    try await bench.makeAccounts()
    let status: Int32 = complaint.isEmpty ? 0 : 1
    for arguments in sampled([
      ["policy"], ["--version"], ["front-ends"], ["--help"], ["help", "list"],
      ["--generate-completion-script", "bash"],
    ]) {
      let outcome = try await bench.run(arguments, redirecting: redirection)
      #expect(outcome == .failure(complaint, status: status))
    }
    let outcome = try await bench.run(
      ["register"], redirecting: redirection, input: RegistrationBench.lines())
    let made = complaint.replacing("registration: ", with: "registration: the account was made; ")
    #expect(outcome == .failure(made, status: status))
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }

  /// The result is reported anyway.
  @Test(arguments: [
    (">/dev/full", "standard output: No space left on device"),
    (">&-", "standard output is closed"),
  ])
  func whatWasDoneAndCannotBeToldIsAFailureThatSaysSo(
    _ redirection: String, _ reason: String
  ) async throws {
    try await bench.register("ann")
    let (file, terms) = (
      try bench.passwordFile(), try bench.directory.write("Be kind.", to: "terms")
    )
    let next = try bench.directory.write("four words, all lower case\n", to: "next")
    try #require(chmod(next, 0o600) == 0)
    for (command, done) in sampled([
      (["policy", "--terms", terms], "the policy was changed"),
      (["policy", "--no-open"], "the policy was changed"),
      (["profile", "--answers", "-"], "the profile was saved"),
      (["password", "--new-password-file", next], "the password was changed"),
      (["delete", "--confirm", "ann"], "the account was deleted"),
    ]) {
      let password = command[0] == "delete" ? next : file
      let outcome = try await bench.run(
        command + ["--as", "ann", "--password-file", password], redirecting: redirection,
        input: #"{"givenName": "Ann"}"#)
      #expect(outcome == .failure("registration: \(done); \(reason)\n"))
    }
  }
}
