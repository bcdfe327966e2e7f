import Accounts
import AccountsSQLite
import FormworkCore
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct ShellTests {
  private static let greeting = "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"

  // MARK: From a pipe

  @Test func eachLineOfAPipeIsACommand() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines())
      return try office.run(input: "list\n\nsh ANN\nexit\nlist\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: """
            ann\tAnn Lee
            Username: ann
            Given name: Ann
            Family name: Lee

            """))
  }

  @Test func theEndOfAPipeIsAnEnd() async throws {
    let office = try Office()
    try await office.makeAccounts()
    let outcome = try await onThreadOfItsOwn { try office.run(input: "policy") }
    #expect(outcome.status == .exited(0))
    #expect(outcome.outputText.hasPrefix("Registration: open\nUsername: 3 to 32 characters\n"))
    #expect(outcome.errorText == "")
  }

  /// An unknown command may have been meant for a form: the next lines may contain a password.
  @Test(
    arguments: [
      (Array(repeating: 0x78, count: 70_000), "a line may have 65536 bytes at most"),
      ([0x78, 0], "the line contains a NUL character"), ([0xFF], "the line is not UTF-8"),
      (Array("lits".utf8), "unknown command: did you mean list?"),
      (Array("login ann".utf8), "unknown command: help lists the commands"),
      (Array("signin\u{A0}ann".utf8), "unknown command: help lists the commands"),
      (
        Array("signin \u{1B}[Cann".utf8),
        "the line has a control character, U+001B ESCAPE: take it out"
      ),
    ] as [([UInt8], String)])
  func aLineThatMayMeanAFormEndsTheScript(_ line: [UInt8], _ complaint: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      let lines = try office.directory.write(line + Array("\nhelp exit\n".utf8), to: "lines")
      return try Child.run(
        ["sh", "-c", "file=$1; shift; exec \"$@\" < \"$file\"", "sh", lines] + office.command([]))
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors:
            "line 1: \(complaint) (nothing after it is read: it may be the lines of a form)\n"))
  }

  @Test func whatIsWrongIsToldByLineAndFailsTheScript() async throws {
    let office = try Office()
    try await office.makeAccounts()
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        input: """
          front
          show
          list all
          show nobody
          front-end editline
          help exit

          """)
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          output: "exit: Leave.\nquit, and ^D on an empty line, leave too.\n",
          errors: """
            line 1: ambiguous command: front-ends, front-end
            line 2: NAME is missing: type show NAME
            line 3: too many words: type list
            line 4: no account is called that: 'list' lists them
            line 5: front-end: without a terminal, only plain can be used

            """))
  }

  @Test func aFormInAPipeLeadsBackToTheCommands() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        input: "register\n" + Office.lines() + "front-end plain\nlist\nregister\n"
          + Office.lines(username: "bob") + "show bob\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: Self.greeting + """
            ann\tAnn Lee
            Welcome, Ann Lee. Your username is bob.
            There are 2 accounts.
            Username: bob
            Given name: Ann
            Family name: Lee

            """))
  }

  /// A failed form takes its own lines, and no others.
  @Test func behindAFormThatWasNotAcceptedTheCommandsGoOn() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        input: "register\n" + Office.lines(username: "root", email: "x") + "register\n"
          + Office.lines() + "show eve\nlist\nregister\nbob\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: Self.greeting + "ann\tAnn Lee\n",
          errors: """
            line 2: username: reserved: choose another
            line 5: email: not an e-mail address: it looks like name@example.org
            line 1: No account was made.
            line 15: no account is called that: 'list' lists them
            line 22: password: the input ended before this field
            line 23: passwordAgain: the input ended before this field
            line 17: No account was made.

            """))
  }

  /// The lines of a form that could not be opened are unknown: one may be a password.
  @Test func behindAFormThatWasNotOpenedNothingIsRead() async throws {
    let office = try Office()
    var policy = RegistrationPolicy.standard
    policy.isOpen = false
    try await office.store.setPolicy(policy)
    let outcome = try await onThreadOfItsOwn {
      try office.run(input: "register\n" + Office.lines(username: "list") + "list\n")
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "Registration: Could not be loaded: registration is closed\n" + Office.noAccount))
  }

  // MARK: At a terminal

  private func shell(_ office: Office, _ arguments: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      office.command(arguments), environment: office.homeEnvironment)
    try terminal.expect("registration: ")
    return terminal
  }

  @Test func commandsAndAFormAtATerminal() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try shell(office, "--front-end", "plain")
      try terminal.type("regster\r")
      try terminal.expect("Note: unknown command \"regster\": did you mean register?\r\n")
      try terminal.expect("registration: ")
      try terminal.type("reg\r")
      for (prompt, answer) in [
        ("Username (required): ", "ann"), ("Given name: ", "Ann"), ("Family name: ", "Lee"),
        ("E-mail: ", ""), ("Contacts (Enter continues): ", ""),
        ("Password (required, not shown): ", Office.password),
        ("Password again (required, not shown): ", Office.password), ("[1]: ", ""),
      ] {
        try terminal.expect(prompt)
        try terminal.type(answer + "\r")
      }
      try terminal.expect("Welcome, Ann Lee. Your username is ann.\r\nThere is 1 account.\r\n")
      try terminal.expect("registration: ")
      try terminal.type("list\r")
      try terminal.expect("Username  Name\r\nann       Ann Lee\r\n")
      try terminal.expect("registration: ")
      try terminal.type("\u{4}")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func anInterruptDropsTheLineAndNothingElse() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try shell(office)
      for typed in ["", "lis", "regis"] {
        try terminal.type(typed + "\u{3}")
        try terminal.expect("\r\nregistration: ")
      }
      try terminal.type("exit\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// The store does not answer, because another connection has locked it.
  @Test func anInterruptEndsTheCommandThatRuns() async throws {
    let office = try Office()
    _ = try await office.store.count()
    let holder = try DatabaseQueue(path: office.accounts)
    try await onThreadOfItsOwn {
      let terminal = try shell(office)
      try holder.inDatabase { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        try terminal.type("list\r")
        try terminal.expect("Registration: listing the accounts\r\n")
        try terminal.type("\u{3}")
        try terminal.expect("Note: list: ended before it was done\r\nregistration: ")
        try database.execute(sql: "ROLLBACK; PRAGMA locking_mode = NORMAL")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM account")
      }
      try holder.close()
      try terminal.type("policy\r")
      try terminal.expect("Registration: open\r\n")
      try terminal.expect("registration: ")
      try terminal.type("\u{4}")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: ["\u{3}", ":quit\r"])
  func leavingTheFormLeadsBack(_ keys: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try shell(office)
      try terminal.type("register\r")
      try terminal.expect("Username (required): ")
      try terminal.type(keys)
      try terminal.expect("Note: No account was made.\r\nregistration: ")
      try terminal.type("exit\r")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test func otherSignalsEndIt() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try shell(office)
      terminal.child.send(SIGTERM)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      #expect(!terminal.output.contains("No account was made."))
      let second = try shell(office)
      try second.type("register\r")
      try second.expect("Username (required): ")
      second.child.send(SIGTERM)
      #expect(try second.expectEnd() == .signalled(SIGTERM))
      #expect(second.output.hasSuffix("\r\nNo account was made.\r\n"))
    }
  }

  @Test func anotherFrontEndGoesOnWithTheShell() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try shell(office)
      try terminal.type("front-end fancy\r")
      try terminal.expect("Note: unknown front end \"fancy\": there are editline, plain, screen")
      try terminal.expect("registration: ")
      try terminal.type("front-end plain\r")
      try terminal.expect("Registration\r\nregistration: ")
      try terminal.type("help exit\r")
      try terminal.expect("exit: Leave.\r\n")
      try terminal.expect("registration: ")
      try terminal.type("quit\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// Opens the shell in the line editor, and leaves it at its prompt.
  private func atEditlinesPrompt(
    of office: Office, _ body: @escaping @Sendable (Screen, (String) throws -> Void) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(
        office.command(["--front-end", "editline"]), environment: office.homeEnvironment)
      func expectLast(_ line: String) throws {
        _ = try screen.waitUntil { $0.last { !$0.isEmpty } == line }
      }
      try expectLast("registration:")
      try body(screen, expectLast)
      try expectLast("registration:")
      try screen.type("exit\r")
      #expect(try screen.expectEnd() == .exited(0))
    }
  }

  /// A command that was typed early is in the transcript, even if it leads to another screen.
  @Test(arguments: ["signin\r", "register\r", "help\u{18}f"])
  func aCommandThatWasTypedAtOnceIsShown(keys: String) async throws {
    let office = try Office()
    try await office.makeAccounts()
    try await atEditlinesPrompt(of: office) { screen, expectLast in
      try screen.type(keys)
      let command = "registration: \(keys.prefix { $0.isLetter })"
      if keys.hasSuffix("f") {
        try screen.waitUntil { $0.contains { $0.contains("›") } }
        try screen.type("\u{18}f")
        try expectLast("registration [help]:")
        try screen.type(":front-end editline\r")
        try screen.waitUntil { $0.count { $0 == command } == 2 && $0.last == command }
        try screen.type("\u{15}")
        return
      }
      try screen.waitUntil {
        $0.contains(command) && $0.last != command && $0.last?.hasPrefix("registration") == false
      }
      try screen.type("\u{4}")
    }
  }

  /// The host provides completion and history to each front end that edits lines.
  @Test func editlineCompletesCommandsAndHasThemBack() async throws {
    let office = try Office()
    try await atEditlinesPrompt(of: office) { screen, expectLast in
      try screen.type("\t")
      try screen.expect("register  signin  signout  home  members  details  profile  password")
      try screen.type("help ex\t")
      try expectLast("registration: help exit")
      try screen.type("\r")
      try screen.expect("quit, and ^D on an empty line, leave too.")
      try expectLast("registration:")
      try screen.key("Up")
      try expectLast("registration: help exit")
      try screen.type("\u{3}")
      try expectLast("registration:")
      try screen.type("register\r")
      try screen.expect("Username (required):")
      try screen.type("\u{3}")
      try screen.expect("No account was made.")
    }
  }

  /// The outcome is printed after leaving any field: the form and the shell use equal numbers of
  /// nodes.
  @Test func editlineSaysWhatBecameOfTheForm() async throws {
    let office = try Office()
    try await atEditlinesPrompt(of: office) { screen, expectLast in
      try screen.type("register\r")
      try screen.expect("Username (required):")
      try screen.type("ann\r")
      _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix("Given name:") == true }
      try screen.type("\u{3}")
      try expectLast("registration:")
      let said = try screen.lines.filter { !$0.isEmpty }.suffix(3).dropLast()
      #expect(said.joined(separator: " ") == "Note: \(Office.noAccountButDraft)")
    }
  }

  /// A long-running program may be replaced by a newer one.
  @Test func frontEndsAreFoundBesideAProgramThatWasReplaced() async throws {
    let office = try Office()
    let directory = try TemporaryDirectory()
    let names = ["registration", "formwork-runner", "libformwork-front-end-plain.so"]
    for name in names {
      try FileManager.default.copyItem(
        atPath: Program.path(named: name), toPath: directory.path(of: name))
    }
    try await onThreadOfItsOwn {
      let program = directory.path(of: "registration")
      let terminal = try office.terminal(program: program)
      try terminal.expect("registration: ")
      try FileManager.default.removeItem(atPath: program)
      _ = try directory.write(Array("newer".utf8), to: "registration")
      try terminal.type("front-ends\r")
      try terminal.expect(directory.path(of: "libformwork-front-end-plain.so"))
      try terminal.expect("registration: ")
      try terminal.type("exit\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// A front end given as a file has precedence over an installed one with its name.
  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func aFrontEndOfAFileHasAName() async throws {
    let office = try Office()
    let (given, hidden) = (
      office.path(of: "given.so"), office.path(of: "libformwork-front-end-example-c.so")
    )
    for name in ["registration", "formwork-runner", "libformwork-front-end-plain.so"] {
      try FileManager.default.copyItem(
        atPath: Program.path(named: name), toPath: office.path(of: name))
    }
    for path in [given, hidden] {
      try await CCompiler.build("Tests/FrontEnds/C/example.c", ["-shared", "-fPIC"], to: path)
    }
    try await onThreadOfItsOwn {
      let terminal = try office.terminal(
        program: office.path(of: "registration"), "--front-end-file", given)
      func enter(_ line: String, _ answers: String...) throws {
        try terminal.expect("registration: ")
        try terminal.type(line + "\r")
        for answer in answers { try terminal.expect(answer) }
      }
      try enter(":help", "unknown command")
      try enter("front-end plain")
      try enter(":help", ":front-end NAME")
      try enter("front-ends", "example-c 1.0 \(given)", "example-c - \(hidden): this")
      try enter("front-end example-c")
      try enter(":help", "unknown command")
      try enter("exit")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test func editlineCompletesTheNamesOfAccounts() async throws {
    let office = try Office()
    for name in ["ann_lee", "ann_long", "bob"] {
      let account = Account(
        username: name, givenName: "A", familyName: "B", email: "\(name)@example.org")
      _ = try await office.store.register(
        NewAccount(account: account, password: Secret(Office.password)), submission: name)
    }
    try await atEditlinesPrompt(of: office) { screen, expectLast in
      // The first query takes longest, and completion has a short limit.
      try screen.type("list\r")
      try screen.expect("bob")
      try expectLast("registration:")
      try screen.type("show A\t")
      try expectLast("registration: show ann_l")
      try screen.type("\t")
      try screen.expect("ann_lee  ann_long")
      try expectLast("registration: show ann_l")
      // Enter waits for the lookup.
      try screen.type("o\t\r")
      try screen.expect("Username: ann_long")
    }
  }

  // MARK: History

  /// Unknown commands may be passwords.
  @Test func commandsOfAPersonAreKeptAndAScriptsAreNot() async throws {
    let office = try Office()
    let file = office.path(of: ".local/state/formwork/history/registration")
    let outcomes = try await onThreadOfItsOwn {
      _ = try office.run(input: "policy\n", environment: office.homeEnvironment)
      for line in ["list", "regster", "correct horse"] {
        let terminal = try shell(office)
        try terminal.type(line + "\r")
        try terminal.expect("registration: ")
        try terminal.type("exit\r")
        #expect(try terminal.expectEnd() == .exited(0))
      }
      return try [["cat", file], ["stat", "-c", "%a", file]].map { try Child.run($0).outputText }
    }
    #expect(outcomes == ["list\nexit\n", "600\n"])
  }

  @Test func aHistoryThatIsRefusedIsNamedAndHoldsNothingUp() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let folder = office.path(of: ".local/state/formwork/history")
      _ = try Child.run(["mkdir", "-p", folder])
      _ = try Child.run(["ln", "-s", "/etc/passwd", folder + "/registration"])
      let terminal = try shell(office)
      #expect(
        terminal.output.replacing("\r\n", with: " ").hasPrefix(
          "registration: history \(folder)/registration: is a symbolic link: "
            + "put a file there, or nothing "))
      try terminal.type("exit\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }
}
