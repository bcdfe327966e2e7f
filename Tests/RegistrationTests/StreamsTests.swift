import Accounts
import AccountsSQLite
import FormworkCore
import Glibc
import TestSupport
import Testing

struct StreamsTests {
  /// Runs the program in a shell, with redirections after its arguments.
  private func run(
    _ office: Office, _ arguments: String..., redirecting: String, input: String = ""
  ) async throws -> Child.Outcome {
    try await onThreadOfItsOwn {
      try Child.run(
        ["sh", "-c", "exec \"$@\" \(redirecting)", "sh"] + office.command(arguments), input: input)
    }
  }

  @Test func linesAtATerminalAreBrokenBetweenWords() async throws {
    let office = try Office()
    let (policy, complaint, list) = try await onThreadOfItsOwn {
      _ = try office.run(
        "register", input: Office.lines(familyName: String(repeating: "Lee ", count: 9)))
      func shown(_ arguments: String) throws -> String {
        let terminal = try PseudoTerminal(
          office.command(arguments.split(separator: " ").map(String.init)),
          size: PseudoTerminal.Size(columns: 30, rows: 24))
        _ = try terminal.expectEnd()
        return terminal.output.replacing("\r\n", with: "\n")
      }
      return try (shown("policy"), shown("show nobody"), shown("list"))
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

  /// No file that the program opens may replace a missing stream.
  @Test func aClosedStreamIsNoOtherFile() async throws {
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
    let helps = [
      ["--help"], ["help", "list"], ["--version"], ["--generate-completion-script", "bash"],
    ]
    for arguments in [["policy"], ["front-ends"]] + helps {
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

  /// The result is reported anyway.
  @Test(arguments: [
    (">/dev/full", "standard output: No space left on device"),
    (">&-", "standard output is closed"),
  ])
  func whatWasDoneAndCannotBeToldIsAFailureThatSaysSo(
    _ redirection: String, _ reason: String
  ) async throws {
    let office = try Office()
    _ = try await office.store.register(
      NewAccount(
        account: Account(username: "ann", givenName: "", familyName: "", email: ""),
        password: Secret(Office.password)),
      submission: "1")
    let (file, terms) = (
      try office.passwordFile(), try office.directory.write("Be kind.", to: "terms")
    )
    let next = try office.directory.write("four words, all lower case\n", to: "next")
    try #require(chmod(next, 0o600) == 0)
    for (command, done) in [
      (["policy", "--terms", terms], "the policy was changed"),
      (["policy", "--no-open"], "the policy was changed"),
      (["profile", "--answers", "-"], "the profile was saved"),
      (["password", "--new-password-file", next], "the password was changed"),
      (["delete", "--confirm", "ann"], "the account was deleted"),
    ] {
      let password = command[0] == "delete" ? next : file
      let outcome = try await onThreadOfItsOwn {
        let words = command + ["--as", "ann", "--password-file", password]
        return try Child.run(
          ["sh", "-c", "exec \"$@\" \(redirection)", "sh"] + office.command(words),
          input: #"{"givenName": "Ann"}"#)
      }
      #expect(outcome == Child.Outcome(.exited(1), errors: "registration: \(done); \(reason)\n"))
    }
    #expect(try await office.store.count() == 0)
  }
}
