import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

extension AuthorTests {
  @Suite struct ExampleTests {
    @Test(arguments: Example.allCases + [.later])
    func theyKeepToTheContract(_ example: Example) async throws {
      let report = try await onThreadOfItsOwn {
        try Child.run(
          [Workshop.current.program("formwork"), "check-front-end", example.rawValue],
          limit: .seconds(240))
      }
      let lines = report.outputText.split(separator: "\n")
      #expect(lines.filter { !$0.hasSuffix(": ok") } == [])
      #expect(lines.count == 35)
      #expect(report.status == .exited(0))
    }

    /// A ten-line program of another package fetches no unnecessary dependencies.
    @Test func tenLinesAreAForm() async throws {
      let examples = try Workshop.current.examples
      if isLongRun {
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: "\(examples)/checkouts")
            == ["swift-log"])
      }
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let terminal = try PseudoTerminal(
          ["\(examples)/release/visitor"],
          environment: Child.environment.merging(["HOME": home.path]) { $1 })
        for (prompt, answer) in [
          ("^X ? helps", ""), ("Name (required): ", "Ann\r"), ("Age (required): ", "200\r"),
          ("150 or less", "\u{15}36\r"), ("Button [1]: ", "\r"), ("Ann 36\r\n", ""),
        ] {
          try terminal.expect(prompt)
          try terminal.type(answer)
        }
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(try terminal.modes == terminal.initialModes)
      }
    }

    /// A whole registration with mistakes, as on the page.
    @Test(arguments: Example.allCases)
    func aWholeRegistration(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      let store = example.accounts(in: home)
      _ = try await store.count()  // creates the file
      let output = try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home)
        for (prompt, answer) in [
          ("Username: ", "ann"), ("Given name: ", "Ann"), ("Family name: ", "Lee"),
          ("E-mail: ", "ann"), ("E-mail [ann]: ", "ann@example.org"),
          ("Add contact? (y, or b to go back) ", ""),
          ("Password: ", Example.password), ("Password again: ", "something else"),
          ("not the same as the password\r\nPassword again: ", Example.password),
          ("Register? (y, or b to go back) ", "y"),
        ] {
          try terminal.expect(prompt)
          #expect(try terminal.modes.isEchoing == !prompt.contains("Password"))
          try terminal.type(answer + "\r")
        }
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(try terminal.modes == terminal.initialModes)
        return terminal.output
      }
      let lines = output.split(separator: "\r\n", omittingEmptySubsequences: false).map {
        // The page has no trailing spaces.
        $0.last == " " ? String($0.dropLast()) : String($0)
      }
      #expect([lines.joined(separator: "\n")] == (try Page.frontEnd.blocks("text")))
      for secret in [Example.password, "something else"] { #expect(!output.contains(secret)) }
      let account = Account(
        username: "ann", givenName: "Ann", familyName: "Lee", email: "ann@example.org")
      #expect(try await store.account(named: "ann") == account)
      #expect(try await store.count() == 1)
    }

    /// Each kind of field, an alert, and the way back.
    @Test(arguments: Example.allCases + [.later])
    func everyKindOfField(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      let output = try await onThreadOfItsOwn {
        let terminal = try example.trip(in: home)
        for (prompt, answer) in [
          ("Name: ", "B"), ("Name: 2 characters at least: 1 more\r\nName [B]: ", "C"),
          ("Name: 2 characters at least: 1 more\r\nName [C]: ", ""),
          ("Story: ", "once upon a time"),
          ("1 Free\r\n2 Gold\r\n3 Gone\r\nPlan: ", "2"),
          ("1 Free\r\n*2 Gold\r\n3 Gone\r\nPlan: ", ""),
          ("1 Hat\r\n2 Bag\r\nExtras: ", "1"), ("*1 Hat\r\n2 Bag\r\nExtras: ", "2"),
          ("*1 Hat\r\n*2 Bag\r\nExtras: ", "1"), ("1 Hat\r\n*2 Bag\r\nExtras: ", ""),
          ("Gift [n]: ", "y"), ("For: ", "Bob"), ("Word: ", "hidden"), ("Submit? ", "b"),
          ("Word: ", ""), ("Submit? ", ""), ("Cancel? ", "y"),
          ("Leave? Your entries will be lost.\r\nStay? ", "y"), ("Cancel? ", "b"),
          ("Submit? ", "y"),
          ("Name [C]: ", "Carol"),
          ("Story [once upon a time]: ", ""), ("Plan: ", "3"), ("*3 Gone\r\nPlan: ", ""),
          ("*2 Bag\r\nExtras: ", ""), ("Gift [y]: ", ""), ("For [Bob]: ", ""), ("Word: ", ""),
          ("Submit? ", "y"),
        ] {
          try terminal.expect(prompt)
          try terminal.type(answer + "\r")
        }
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(try terminal.modes == terminal.initialModes)
        return terminal.output
      }
      #expect(
        output.hasSuffix(
          """
          name "Carol"\r
          story "once upon a time"\r
          plan gone\r
          extras bag\r
          gift true\r
          for "Bob"\r
          word 6\r

          """))
      #expect(!output.contains("hidden"))
    }

    /// Lines wait for their prompts.
    @Test(arguments: Example.allCases)
    func whatIsTypedAheadGoesWhereItBelongs(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      let output = try await onThreadOfItsOwn {
        let terminal = try example.trip(in: home)
        try terminal.expect("Name: ")
        try terminal.type("Bob\ra story\r1\r\r2\r\ry\rCarol\r\ry\r")
        #expect(try terminal.expectEnd() == .exited(0))
        return terminal.output
      }
      #expect(
        output.hasSuffix(
          """
          name "Bob"\r
          story "a story"\r
          plan free\r
          extras bag\r
          gift true\r
          for "Carol"\r
          word 0\r

          """))
    }

    /// The terminal may have truncated the line.
    @Test(arguments: Example.allCases)
    func aLineThatIsTooLong(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let terminal = try example.trip(in: home)
        try terminal.expect("Name: ")
        try terminal.type("Bob\r")
        try terminal.expect("Story: ")
        try terminal.type(String(repeating: "a", count: 4095) + "\r")
        try terminal.expect("Story: ")
        try terminal.type("\u{3}")
        #expect(try terminal.expectEnd() == .signalled(SIGINT))
      }
    }

    /// The shell has one field, which is asked for repeatedly.
    @Test(arguments: Example.allCases)
    func theShell(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      let output = try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home, [])
        try terminal.expect("registration: ")
        try terminal.type("half a line")
        try terminal.expect("half a line")
        // ^C drops the line.
        try terminal.type("\u{3}")
        try terminal.expect("registration: ")
        try terminal.type("list\r")
        try terminal.expect("registration: ")
        try terminal.type("exit\r")
        #expect(try terminal.expectEnd() == .exited(0))
        return terminal.output
      }
      let missing = "no accounts file at \(home.path(of: "accounts.sqlite"))"
      #expect(
        output.split(separator: "\r\n").map(String.init) == [
          "Registration", "help lists the commands, exit leaves", "registration: half a line^C",
          "registration: list", "\(missing): name another, or create it with 'register'",
          "registration: exit",
        ])
    }

    /// ^C may discard input that poll(2) has reported, but must be noticed.
    @Test(arguments: Example.allCases)
    func noReadWaits(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      let library = home.path(of: "false_alarm.so")
      try await CCompiler.build(
        "Tests/AuthorTests/Fixtures/false_alarm.c", ["-shared", "-fPIC"], to: library)
      try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home, [], environment: ["LD_PRELOAD": library])
        try terminal.expect("registration: ")
        try terminal.type("half a line")
        try terminal.expect("half a line")
        try terminal.type("\u{3}")
        try terminal.expect("registration: ")
        try terminal.type("exit\r")
        #expect(try terminal.expectEnd() == .exited(0))
      }
    }

    /// The place of the user when something ends the program.
    enum Moment: CaseIterable, Sendable {
      case prompt, secret

      func reach(_ terminal: PseudoTerminal) throws {
        try terminal.expect("Username: ")
        guard self == .secret else { return }
        try terminal.type("ann\r\r\r\r\r")
        try terminal.expect("Password: ")
      }
    }

    @Test(arguments: Example.allCases, Moment.allCases)
    func theEndOfTheInput(_ example: Example, _ moment: Moment) async throws {
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home)
        try moment.reach(terminal)
        try terminal.type("\u{4}")
        #expect(try terminal.expectEnd() == .exited(1))
        #expect(try terminal.modes == terminal.initialModes)
      }
      #expect(try await example.accounts(in: home).count() == 0)
    }

    @Test(arguments: Example.allCases, Moment.allCases)
    func theKeyThatInterrupts(_ example: Example, _ moment: Moment) async throws {
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home)
        try moment.reach(terminal)
        try terminal.type("half\u{3}")
        #expect(try terminal.expectEnd() == .signalled(SIGINT))
        #expect(try terminal.modes == terminal.initialModes)
      }
      #expect(try await example.accounts(in: home).count() == 0)
    }

    @Test(arguments: Example.allCases, Moment.allCases)
    func aTerminalThatIsGone(_ example: Example, _ moment: Moment) async throws {
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let terminal = try example.registration(in: home)
        try moment.reach(terminal)
        try terminal.hangUp()
        #expect(try terminal.expectEnd() == .signalled(SIGHUP))
      }
    }

    /// After a stop the prompt appears again, and earlier input is dropped.
    @Test(arguments: Example.allCases)
    func aStoppedPromptIsAskedAgain(_ example: Example) async throws {
      let home = try TemporaryDirectory()
      try await onThreadOfItsOwn {
        let program = try Workshop.current.program("FormFixture")
        let environment = ["HOME": home.path, "PS1": "shell> "]
        let screen = try Screen(
          ["bash", "--norc", "--noprofile", "-i"],
          environment: Child.environment.merging(environment) { $1 })
        try screen.expectLine("shell>")
        try screen.type("'\(program)' \(example.rawValue)\r")
        try screen.expectLine("Name:")
        try screen.type("half\u{1A}")
        try screen.expectLine("shell>")
        // The shell's line displays typed text: the modes are as before.
        try screen.type("fg\r")
        try screen.expectLine("Name:")
        for (answer, prompt) in [
          ("Bob", "Story:"), ("", "Plan:"), ("", "Extras:"), ("", "Gift [n]:"), ("", "Word:"),
        ] {
          try screen.type(answer + "\r")
          try screen.expectLine(prompt)
        }
        try screen.type("hid\u{1A}")
        try screen.expectLine("shell>")
        try screen.type("echo typed\r")
        try screen.waitUntil { $0.contains("typed") }
        try screen.type("fg\r")
        try screen.expectLine("Word:")
        try screen.type("den\r")
        try screen.expectLine("Submit? (y, or b to go back)")
        try screen.type("y\r")
        try screen.waitUntil { $0.contains("word 3") && $0.contains("name \"Bob\"") }
        #expect(!(try screen.lines.joined().contains("hid")))
      }
    }
  }
}

extension Screen {
  /// Waits until this is the line of the cursor.
  fileprivate func expectLine(_ text: String) throws {
    let cursor = { try self.cursor }
    try waitUntil { lines in
      guard let row = try? cursor().row, row < lines.count else { return false }
      return lines[row].trimmingCharacters(in: .whitespaces) == text
    }
  }
}
