import Accounts
import AccountsSQLite
import FormworkCore
import Foundation
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct ShellTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  // MARK: From a pipe

  @Test func eachLineOfAPipeIsACommand() async throws {
    try await bench.register("ann", "Ann")
    #expect(
      try await bench.run(input: "list\n\nsh ANN\nexit\nlist\n")
        == .success(
          """
          ann\tAnn Lee
          Username: ann
          Given name: Ann
          Family name: Lee

          """))
  }

  @Test func theEndOfAPipeIsAnEnd() async throws {
    try await bench.makeAccounts()
    let outcome = try await bench.run(input: "policy")
    #expect(outcome.outputText.hasPrefix("Registration: open\nUsername: 3 to 32 characters\n"))
    #expect(outcome == .success(outcome.outputText))
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
        "the line contains a control character, U+001B ESCAPE: remove it"
      ),
    ] as [([UInt8], String)])
  func aLineThatMayMeanAFormEndsTheScript(_ line: [UInt8], _ complaint: String) async throws {
    let lines = try bench.directory.write(line + Array("\nhelp exit\n".utf8), to: "lines")
    let lost = "(nothing after it is read: it may be the lines of a form)"
    #expect(
      try await bench.run([], redirecting: "<'\(lines)'")
        == .failure("line 1: \(complaint) \(lost)\n"))
  }

  @Test func whatIsWrongIsToldByLineAndFailsTheScript() async throws {
    try await bench.makeAccounts()
    let outcome = try await bench.run(
      input: "front\nshow\nlist all\nshow nobody\nfront-end editline\nhelp exit\n")
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
    let outcome = try await bench.run(
      input: "register\n" + RegistrationBench.lines() + "front-end plain\nlist\nregister\n"
        + RegistrationBench.lines(username: "bob") + "show bob\n")
    #expect(
      outcome
        == .success(
          RegistrationBench.welcome + """
            ann\tAnn Lee
            Welcome, Ann Lee. Your username is bob.
            There are 2 accounts.
            Username: bob
            Given name: Ann
            Family name: Lee

            """))
  }

  /// A failed form takes its own lines, and no others.
  @Test func theCommandsContinueAfterAFormThatWasNotAccepted() async throws {
    let outcome = try await bench.run(
      input: "register\n" + RegistrationBench.lines(username: "root", email: "x") + "register\n"
        + RegistrationBench.lines() + "show eve\nlist\nregister\nbob\n")
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: RegistrationBench.welcome + "ann\tAnn Lee\n",
          errors: """
            line 2: username: reserved: choose another
            line 5: email: not an e-mail address: write one such as name@example.org
            line 1: No account was made.
            line 15: no account is called that: 'list' lists them
            line 22: password: the input ended before this field
            line 23: passwordAgain: the input ended before this field
            line 17: No account was made.

            """))
  }

  /// The lines of a form that could not be opened are unknown: one may be a password.
  @Test func behindAFormThatWasNotOpenedNothingIsRead() async throws {
    try await bench.close()
    let outcome = try await bench.run(
      input: "register\n" + RegistrationBench.lines(username: "list") + "list\n")
    let closed = "Registration: Could not be loaded: registration is closed\n"
    #expect(outcome == .failure(closed + RegistrationBench.noAccount))
  }

  // MARK: At a terminal

  /// Answers the prompts of the shell in plain, until it ends.
  @discardableResult
  private func converse(
    _ steps: [(String, String)], end: Child.Status = .exited(0)
  ) async throws -> String {
    try await onThreadOfItsOwn { [bench] in
      let terminal = try bench.terminal(atHome: "--front-end", "plain")
      try terminal.answer(steps)
      try terminal.expect(end: end)
      return terminal.output
    }
  }

  private static let prompt = "registration: "

  @Test func commandsAndAFormAtATerminal() async throws {
    let form = RegistrationBench.answers.map { $0.0 == "Given name: " ? ($0.0, "Ann\r") : $0 }
    try await converse(
      [
        (Self.prompt, "regster\r"),
        ("Note: unknown command \"regster\": did you mean register?\r\n", ""),
        (Self.prompt, "reg\r"),
      ] + form + [
        RegistrationBench.button,
        ("Welcome, Ann. Your username is ann.\r\nThere is 1 account.\r\n", ""),
        (Self.prompt, "list\r"), ("Username  Name\r\nann       Ann\r\n", ""),
        (Self.prompt, "\u{4}"),
      ])
  }

  @Test func anInterruptDropsTheLineAndNothingElse() async throws {
    try await converse([
      (Self.prompt, "\u{3}"), ("\r\nregistration: ", "lis\u{3}"),
      ("\r\nregistration: ", "regis\u{3}"), ("\r\nregistration: ", "exit\r"),
    ])
  }

  /// The store does not answer, because another connection has locked it.
  @Test func anInterruptEndsTheCommandThatRuns() async throws {
    try await bench.makeAccounts()
    let holder = try DatabaseQueue(path: bench.accounts)
    try await onThreadOfItsOwn { [bench] in
      let terminal = try bench.terminal(atHome: "--front-end", "plain")
      try terminal.expect(Self.prompt)
      try holder.inDatabase { database in
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        try terminal.answer([
          ("", "list\r"), ("Registration: listing the accounts\r\n", "\u{3}"),
          ("Note: list: interrupted before it finished\r\nregistration: ", ""),
        ])
        try database.execute(sql: "ROLLBACK; PRAGMA locking_mode = NORMAL")
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM account")
      }
      try holder.close()
      try terminal.answer([
        ("", "policy\r"), ("Registration: open\r\n", ""), (Self.prompt, "\u{4}"),
      ])
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: ["\u{3}", ":quit\r"])
  func leavingTheFormLeadsBack(_ keys: String) async throws {
    try await converse([
      (Self.prompt, "register\r"), ("Username (required): ", keys),
      ("Note: No account was made.\r\nregistration: ", "exit\r"),
    ])
  }

  @Test(arguments: [false, true]) func otherSignalsEndIt(inForm: Bool) async throws {
    try await onThreadOfItsOwn { [bench] in
      let terminal = try bench.terminal(atHome: "--front-end", "plain")
      try terminal.expect(Self.prompt)
      if inForm { try terminal.answer([("", "register\r"), ("Username (required): ", "")]) }
      terminal.child.send(SIGTERM)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      #expect(terminal.output.hasSuffix("\r\nNo account was made.\r\n") == inForm)
    }
  }

  @Test func anotherFrontEndGoesOnWithTheShell() async throws {
    try await converse([
      (Self.prompt, "front-end fancy\r"),
      ("Note: unknown front end \"fancy\": there are editline, lines, plain, screen, web", ""),
      (Self.prompt, "front-end plain\r"), ("Registration\r\nregistration: ", "help exit\r"),
      ("exit: Leave.\r\n", ""), (Self.prompt, "quit\r"),
    ])
  }

  /// Opens the shell in the line editor, and leaves it at its prompt.
  private func atEditlinesPrompt(
    _ body: @escaping @Sendable (Screen, (String) throws -> Void) throws -> Void
  ) async throws {
    try await onThreadOfItsOwn { [bench] in
      let screen = try Screen(
        bench.command(["--front-end", "editline"]), environment: bench.homeEnvironment)
      func expectLast(_ line: String) throws { try screen.waitUntil { $0.last == line } }
      try expectLast("registration:")
      try body(screen, expectLast)
      try expectLast("registration:")
      try screen.type("exit\r")
      #expect(try screen.expectEnd() == .exited(0))
    }
  }

  /// The host provides completion and history to each front end that edits lines.
  @Test func editlineCompletesCommandsAndHasThemBack() async throws {
    try await atEditlinesPrompt { screen, expectLast in
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
    try await atEditlinesPrompt { screen, expectLast in
      try screen.type("register\r")
      try screen.expect("Username (required):")
      try screen.type("ann\r")
      _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix("Given name:") == true }
      try screen.type("\u{3}")
      try expectLast("registration:")
      let said = try screen.lines.filter { !$0.isEmpty }.suffix(3).dropLast()
      #expect(said.joined(separator: " ") == "Note: \(RegistrationBench.noAccountButDraft)")
    }
  }

  /// A long-running program may be replaced by a newer one.
  @Test func frontEndsAreFoundBesideAProgramThatWasReplaced() async throws {
    try await onThreadOfItsOwn { [bench] in
      let program = try bench.copies(
        "registration", "formwork-runner", "libformwork-front-end-plain.so")
      let terminal = try bench.terminal(program: program)
      try terminal.expect(Self.prompt)
      try FileManager.default.removeItem(atPath: program)
      _ = try bench.directory.write(Array("newer".utf8), to: "registration")
      try terminal.answer([
        ("", "front-ends\r"), (bench.path(of: "libformwork-front-end-plain.so"), ""),
        (Self.prompt, "exit\r"),
      ])
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// A front end given as a file has precedence over an installed one with its name.
  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func aFrontEndOfAFileHasAName() async throws {
    let (given, hidden) = (
      bench.path(of: "given.so"), bench.path(of: "libformwork-front-end-example-c.so")
    )
    let program = try bench.copies(
      "registration", "formwork-runner", "libformwork-front-end-plain.so")
    for path in [given, hidden] {
      try await CCompiler.build("Tests/FrontEnds/C/example.c", ["-shared", "-fPIC"], to: path)
    }
    try await onThreadOfItsOwn { [bench] in
      let terminal = try bench.terminal(program: program, "--front-end-file", given)
      try terminal.answer([
        (Self.prompt, ":help\r"), ("unknown command", ""), (Self.prompt, "front-end plain\r"),
        (Self.prompt, ":help\r"), (":front-end NAME", ""), (Self.prompt, "front-ends\r"),
        ("example-c 1.0 \(given)", ""), ("example-c - \(hidden): this", ""),
        (Self.prompt, "front-end example-c\r"), (Self.prompt, ":help\r"), ("unknown command", ""),
        (Self.prompt, "exit\r"),
      ])
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test func editlineCompletesTheNamesOfAccounts() async throws {
    for name in ["ann_lee", "ann_long", "bob"] { try await bench.register(name) }
    try await atEditlinesPrompt { screen, expectLast in
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
    let file = bench.path(of: ".local/state/formwork/history/registration")
    _ = try await bench.run(input: "policy\n", environment: bench.homeEnvironment)
    for line in ["list", "regster", "correct horse"] {
      try await converse([(Self.prompt, line + "\r"), (Self.prompt, "exit\r")])
    }
    let outcomes = try await onThreadOfItsOwn {
      try [["cat", file], ["stat", "-c", "%a", file]].map { try Child.run($0).outputText }
    }
    #expect(outcomes == ["list\nexit\n", "600\n"])
  }

  @Test func aHistoryThatIsRefusedIsNamedAndHoldsNothingUp() async throws {
    let folder = bench.path(of: ".local/state/formwork/history")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(symlink("/etc/passwd", folder + "/registration") == 0)
    let output = try await converse([(Self.prompt, ""), ("nothing", ""), (Self.prompt, "exit\r")])
    #expect(
      output.replacing("\r\n", with: " ").hasPrefix(
        "registration: history \(folder)/registration: is a symbolic link: "
          + "put a file there, or nothing "))
  }
}
