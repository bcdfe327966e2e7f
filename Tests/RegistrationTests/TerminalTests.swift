import Accounts
import AccountsSQLite
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct TerminalTests {
  /// A whole registration with mistakes, as a user sees it.
  @Test func aWholeRegistration() async throws {
    let bench = try RegistrationBench()
    try await bench.register("ann")
    let output = try await bench.converse(
      "--front-end", "plain", "register",
      steps: [
        ("Username (required): ", "ann\r"), ("[ann]: ", "bob\r"), ("Given name: ", "Bob\r"),
        ("Family name: ", "\r"), ("E-mail: ", "bob\r"), ("[bob]: ", "bob@example.org\r"),
        ("Contacts (Enter continues): ", "\r"),
        ("Password (required, not shown): ", "too short\r"),
        (
          "Password (required, not shown) [kept: 9 characters; type to replace]: ",
          RegistrationBench.password + "\r"
        ),
        ("Password again (required, not shown): ", "something else\r"),
        ("[kept: 14 characters; type to replace]: ", RegistrationBench.password + "\r"),
        ("[1]: ", "\r"),
      ])
    let lines = output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      RegistrationBench.withoutWaiting(lines).joined(separator: "\n") == """
        Registration
        :help lists what can be typed in place of an answer, :quit leaves
        3 to 32 letters a to z of either case, digits, . _ - (1 of 6)
        Username (required): ann
        Username: taken: choose another
        Username (required) [ann]: bob
        Username: ok
        2 of 6
        Given name: Bob
        Given name: ok
        3 of 6
        Family name:\u{20}
        4 of 6
        E-mail: bob
        E-mail: not an e-mail address: write one such as name@example.org
        E-mail [bob]: bob@example.org
        E-mail: ok
        1 Add contact
        Contacts (Enter continues):\u{20}
        15 characters or more; several words are easy to remember (5 of 6)
        ^X p and Enter goes back, ^X n and Enter continues, ^X ? and Enter helps
        Password (required, not shown):\u{20}
        Password: 15 characters at least: 6 more
        Password (required, not shown) [kept: 9 characters; type to replace]:\u{20}
        Password: ok
        6 of 6
        Password again (required, not shown):\u{20}
        Password again: not the same as the password
        Password again (required, not shown) [kept: 14 characters; type to replace]:\u{20}
        Password again: ok
        1 Register  2 Leave
        Button [1]:\u{20}
        Registered
        Welcome, Bob. Your username is bob.
        There are 2 accounts.

        """)
    #expect(try await bench.store.account(named: "bob")?.email == "bob@example.org")
  }

  @Test func aChangedFormIsNotLeftUnasked() async throws {
    let bench = try RegistrationBench()
    try await bench.converse(
      "register",
      steps: [
        ("Username (required): ", "ann\r"), ("Given name: ", ":quit\r"),
        ("Leave? Your entries will be lost.", ""), ("[1]: ", "\r"), ("Given name: ", ":back\r"),
        // End of input asks, and a second one confirms.
        ("Username (required) [ann]: ", "\u{4}"), ("Leave? Your entries will be lost.", ""),
        ("[1]: ", "\u{4}"),
      ], end: .exited(130))
    #expect(try await bench.store.count() == 0)
  }

  /// Each further try reports the unchanged faults.
  @Test(arguments: ["plain", "editline"])
  func whatIsStillSoIsSaidAgain(_ frontEnd: String) async throws {
    let bench = try RegistrationBench()
    try await bench.makeAccounts()
    try await onThreadOfItsOwn {
      try #require(chmod(bench.accounts, 0o666) == 0)
      let terminal = try bench.terminal("register", frontEnd: frontEnd)
      let refused = "Could not be loaded: others may read"
      for _ in 1...3 { try terminal.answer([(refused, ""), ("[1]: ", "\r")]) }
      try terminal.answer([(refused, ""), ("[1]: ", "")])
      try #require(chmod(bench.accounts, 0o600) == 0)
      try terminal.answer([("", "\r"), ("Username (required): ", "\u{3}")])
      #expect(try terminal.expectEnd() == .signalled(2))
    }
  }

  @Test func aLockedFileCanBeTriedAgain() async throws {
    let bench = try RegistrationBench()
    _ = try await bench.store.count()
    let holder = try DatabaseQueue(path: bench.accounts)
    try await onThreadOfItsOwn {
      let terminal = try holder.inDatabase { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        let terminal = try bench.terminal("register")
        try terminal.answer([
          ("Could not be loaded", ""), ("1 Try again  2 Leave", ""), ("[1]: ", ""),
        ])
        try database.execute(sql: "ROLLBACK; PRAGMA locking_mode = NORMAL")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM account")
        return terminal
      }
      try holder.close()
      try terminal.answer([("", "\r"), ("Username (required): ", ":quit\r")])
      #expect(try terminal.expectEnd() == .exited(130))
    }
  }

  @Test func aDumbTerminalGetsPlain() async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register", kind: "dumb", frontEnd: "")
      try terminal.expect("Username (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(130))
      #expect(!terminal.output.contains("\u{1B}"))
    }
  }

  /// If standard error is no terminal either, the form appears on the terminal of the keyboard.
  @Test(arguments: [Child.Stream.terminal, .nothing], ["never", "always"])
  func resultsAloneAreOnStandardOutput(
    _ errors: Child.Stream, _ isolation: String
  ) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        bench.command(["register", "--isolate", isolation]),
        output: .file(bench.path(of: "result")), errors: errors)
      try terminal.answer(RegistrationBench.answers + [RegistrationBench.button])
      #expect(try terminal.expectEnd() == .exited(0))
      let result = try Child.run(["cat", bench.path(of: "result")])
      #expect(result.outputText == "Welcome, ann. Your username is ann.\nThere is 1 account.\n")
    }
  }

  @Test(arguments: ["never", "always"])
  func aWholeRegistrationOnTheScreen(isolation: String) async throws {
    let bench = try RegistrationBench()
    let output = try await onThreadOfItsOwn {
      let terminal = try bench.terminal("register", "--isolate", isolation, frontEnd: "screen")
      try terminal.answer([
        ("Username *", "ann\tAnn\tLee\tann@\t"), ("not an e-mail address", "\r"),
        // A contact of the second of three kinds. Skip its button and that of the list.
        ("Address *", "\u{1B}[C\u{1B}[C\u{1B}[D\thttps://example.org\t "),
        ("", "\t\t\(RegistrationBench.password)\t\(RegistrationBench.password)\u{13}"),
        // The focus moves to the first fault.
        ("write one such as name@example.org", "\u{15}ann@example.org\u{13}"),
      ])
      try terminal.expect(end: .exited(0))
      return terminal.output
    }
    let left = try #require(output.ranges(of: "\u{1B}[?1049l").last)
    #expect(
      output[left.upperBound...]
        == "Registered\r\nWelcome, Ann Lee. Your username is ann.\r\nThere is 1 account.\r\n")
    for (on, off) in [("?1049h", "?1049l"), ("?2004h", "?2004l"), ("?1000h", "?1000l")] {
      #expect(output.ranges(of: "\u{1B}[\(on)").count == output.ranges(of: "\u{1B}[\(off)").count)
    }
    #expect(!RegistrationBench.password.split(separator: " ").contains { output.contains($0) })
    let account = try #require(try await bench.store.accounts().first)
    #expect(account.email == "ann@example.org")
    let details = try bench.details(of: "ann")
    #expect(details.contains("Contact: Web, https://example.org, public\n"))
  }
}
