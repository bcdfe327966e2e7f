import Accounts
import AccountsSQLite
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct TerminalTests {
  /// A whole registration with mistakes, as a user sees it.
  @Test func aWholeRegistration() async throws {
    let office = try Office()
    let (output, status) = try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines(username: "ann"))
      let terminal = try office.terminal("--front-end", "plain", "register")
      for (prompt, answer) in [
        ("Username (required): ", "ann"), ("[ann]: ", "bob"), ("Given name: ", "Bob"),
        ("Family name: ", ""), ("E-mail: ", "bob"), ("[bob]: ", "bob@example.org"),
        ("Contacts (Enter continues): ", ""),
        ("Password (required, not shown): ", "too short"),
        ("Password (required, not shown) [kept: 9 characters; type to replace]: ", Office.password),
        ("Password again (required, not shown): ", "something else"),
        ("[kept: 14 characters; type to replace]: ", Office.password), ("[1]: ", ""),
      ] {
        try terminal.expect(prompt)
        try terminal.type(answer + "\r")
      }
      let status = try terminal.expectEnd()
      #expect(try terminal.modes == terminal.initialModes)
      return (terminal.output, status)
    }
    #expect(status == .exited(0))
    let lines = output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      Office.withoutWaiting(lines).joined(separator: "\n") == """
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
        E-mail: not an e-mail address: it looks like name@example.org
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
    #expect(try await office.store.account(named: "bob")?.email == "bob@example.org")
  }

  @Test func aRefusedFormGoesToTheFirstFault() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try terminal.expect("Username (required): ")
      try terminal.type(":submit\r")
      try terminal.expect("Username: required")
      try terminal.expect("Username (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(130))
    }
  }

  @Test func aChangedFormIsNotLeftUnasked() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register")
      try terminal.expect("Username (required): ")
      try terminal.type("ann\r")
      try terminal.expect("Given name: ")
      try terminal.type(":quit\r")
      try terminal.expect("Leave? What was entered is lost.")
      try terminal.expect("[1]: ")
      try terminal.type("\r")
      try terminal.expect("Given name: ")
      try terminal.type(":back\r")
      try terminal.expect("Username (required) [ann]: ")
      // End of input asks, and a second one confirms.
      try terminal.type("\u{4}")
      try terminal.expect("Leave? What was entered is lost.")
      try terminal.expect("[1]: ")
      try terminal.type("\u{4}")
      #expect(try terminal.expectEnd() == .exited(130))
    }
    #expect(try await office.store.count() == 0)
  }

  /// Each further try reports the unchanged faults.
  @Test(arguments: ["plain", "editline"])
  func whatIsStillSoIsSaidAgain(_ frontEnd: String) async throws {
    let office = try Office()
    try await office.makeAccounts()
    try await onThreadOfItsOwn {
      try #require(chmod(office.accounts, 0o666) == 0)
      let terminal = try office.terminal("register", frontEnd: frontEnd)
      for _ in 1...3 {
        try terminal.expect("Could not be loaded: others may read")
        try terminal.expect("[1]: ")
        try terminal.type("\r")
      }
      try terminal.expect("Could not be loaded: others may read")
      try terminal.expect("[1]: ")
      try #require(chmod(office.accounts, 0o600) == 0)
      try terminal.type("\r")
      try terminal.expect("Username (required): ")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
    }
  }

  @Test func aLockedFileCanBeTriedAgain() async throws {
    let office = try Office()
    _ = try await office.store.count()
    let holder = try DatabaseQueue(path: office.accounts)
    try await onThreadOfItsOwn {
      let terminal = try holder.inDatabase { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        let terminal = try office.terminal("register")
        try terminal.expect("Could not be loaded")
        try terminal.expect("1 Try again  2 Leave")
        try terminal.expect("[1]: ")
        try database.execute(sql: "ROLLBACK; PRAGMA locking_mode = NORMAL")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM account")
        return terminal
      }
      try holder.close()
      try terminal.type("\r")
      try terminal.expect("Username (required): ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(130))
    }
  }

  /// The screen of a terminal emulator: control characters in answers are not sent to it.
  @Test func theScreenShowsWhatWasEntered() async throws {
    let office = try Office()
    try await office.makeAccounts()
    try await onThreadOfItsOwn {
      let screen = try office.screen("register")
      try screen.expect("Username (required):")
      try screen.type("ann\r")
      try screen.expect("Given name:")
      try screen.type("Ann\u{16}\u{1B}[31m\r")
      try screen.expect("U+001B ESCAPE")
      try screen.expect("Given name [")
      #expect(
        Office.withoutWaiting(try screen.lines).prefix(8) == [
          "Registration", ":help lists what can be typed in place of an answer, :quit leaves",
          "3 to 32 letters a to z of either case, digits, . _ - (1 of 6)",
          "Username (required): ann",
          "Username: ok",
          "2 of 6", "Given name: Ann^[[31m",
          "Given name: has a control character, U+001B ESCAPE: take it out",
        ])
      try screen.type("\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }

  @Test func aDumbTerminalGetsPlain() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register", kind: "dumb", frontEnd: "")
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
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command(["register", "--isolate", isolation]),
        output: .file(office.path(of: "result")), errors: errors)
      for (prompt, answer) in [
        ("Username (required): ", "ann"), ("Given name: ", ""), ("Family name: ", ""),
        ("E-mail: ", ""), ("Contacts (Enter continues): ", ""),
        ("Password (required): ", Office.password),
        ("Password again (required): ", Office.password), ("[1]: ", ""),
      ] {
        try terminal.expect(prompt)
        try terminal.type(answer + "\r")
      }
      #expect(try terminal.expectEnd() == .exited(0))
      let result = try Child.run(["cat", office.path(of: "result")])
      #expect(
        result.outputText == "Welcome, ann. Your username is ann.\nThere is 1 account.\n")
    }
  }
}
