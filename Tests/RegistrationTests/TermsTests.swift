import Accounts
import AccountsSQLite
import TestSupport
import Testing

@Suite struct TermsTests {
  private static let text = "Be kind.\n\nDo not share your\taccount.\n"

  /// Returns an office with terms in their second version.
  private func office(asking text: String = Self.text) async throws -> Office {
    let office = try Office()
    try await onThreadOfItsOwn {
      for text in ["Others.", text] {
        let path = try office.directory.write(text, to: "terms.txt")
        let outcome = try office.run("policy", "--terms", path)
        #expect(outcome.status == .exited(0))
      }
    }
    return office
  }

  @Test func theyAreSetReadAndTakenAway() async throws {
    let office = try await office()
    let outcomes = try await onThreadOfItsOwn {
      try [
        office.run("policy"), office.run("terms"), office.run(input: "terms\n"),
        office.run("policy", "--terms", "-", input: "\u{FEFF}By mail.\r\nTwice.\r\n \r\n"),
        office.run("terms"), office.run("policy", "--no-terms"), office.run("terms"),
      ].map {
        ($0.outputText.split(separator: "\n", omittingEmptySubsequences: false).suffix(4), $0)
      }
    }
    #expect(outcomes[0].0.suffix(2) == ["Terms: version 2", ""])
    for shown in outcomes[1...2] {
      #expect(shown.0 == ["Be kind.", "", "Do not share your  account.", ""])
    }
    #expect(outcomes[3].0.suffix(2) == ["Terms: version 3", ""])
    #expect(outcomes[4].1 == Child.Outcome(.exited(0), output: "By mail.\nTwice.\n"))
    #expect(outcomes[5].0.suffix(2) == ["Terms: none", ""])
    #expect(
      outcomes[6].1
        == Child.Outcome(
          .exited(1), errors: "registration: there are no terms: nothing has to be accepted\n"))
  }

  @Test func aPersonIsToldThatTheyAreAwaited() async throws {
    let office = try await office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("policy", "--terms", "-")
      try terminal.expect(line: "Type the terms, and then ^D on a line of its own.")
      try terminal.type("By hand.\r\u{4}")
      try terminal.expect("\r\nTerms: version 3\r\n")
      #expect(try terminal.expectEnd() == .exited(0))

      // ^D twice ends the input within a line: the output starts on the next one.
      let other = try office.terminal("policy", "--terms", "-")
      try other.expect(line: "Type the terms, and then ^D on a line of its own.")
      try other.type("By mail.\u{4}\u{4}")
      try other.expect("By mail.\r\nRegistration: open\r\n")
      #expect(try other.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: [
    ("", "there is nothing in it: --no-terms takes the terms away"),
    (" \n\u{FEFF}\n", "there is nothing in it: --no-terms takes the terms away"),
    ("a\nb\u{1B}[2J", "line 2: has a control character, U+001B ESCAPE: take it out"),
    ("a\u{0}", "line 1: has a control character, U+0000 NULL: take it out"),
    (String(repeating: "ab", count: 32_769), "more than 65536 bytes: shorten it"),
  ])
  func whatIsNoTextIsRefused(_ text: String, _ reason: String) async throws {
    let office = try await office()
    let outcomes = try await onThreadOfItsOwn {
      let path = try office.directory.write(text, to: "other.txt")
      return try [office.run("policy", "--terms", path), office.run("policy")]
    }
    let path = office.path(of: "other.txt")
    #expect(
      outcomes[0]
        == Child.Outcome(.exited(2), errors: "registration: terms file \(path): \(reason)\n"))
    #expect(outcomes[1].outputText.hasSuffix("\nTerms: version 2\n"))
  }

  @Test func wrongUsageIsOneLine() async throws {
    let office = try Office()
    let missing = office.path(of: "missing.txt")
    let outcomes = try await onThreadOfItsOwn {
      let latin = try office.directory.write([0x41, 0xE9, 0x0A], to: "latin.txt")
      return try [
        office.run("policy", "--terms", missing), office.run("policy", "--terms", latin),
        office.run("policy", "--terms", latin, "--no-terms"),
      ]
    }
    #expect(
      outcomes.map(\.errorText) == [
        "registration: terms file \(missing): No such file or directory: name a file that can be "
          + "read\n",
        "registration: terms file \(office.path(of: "latin.txt")): not UTF-8 text\n",
        "--terms cannot be combined with --no-terms\nSee 'registration --help'.\n",
      ])
    #expect(outcomes.allSatisfy { $0.status == .exited(2) })
  }

  @Test func aPipeAnswersThem() async throws {
    let office = try await office()
    let outcomes = try await onThreadOfItsOwn {
      try [
        office.run("register", input: Office.lines()),
        office.run("register", input: Office.lines(acceptTerms: "n")),
        office.run("register", input: Office.lines(acceptTerms: "y") + "more\n"),
        office.run("register", input: Office.lines(acceptTerms: "y")),
      ]
    }
    #expect(
      outcomes == [
        Child.Outcome(
          .exited(1),
          errors: "line 7: acceptTerms: the input ended before this field\nNo account was made.\n"),
        Child.Outcome(
          .exited(1),
          errors: "line 7: acceptTerms: the terms have to be accepted\nNo account was made.\n"),
        Child.Outcome(.exited(1), errors: "line 8: more lines than fields\nNo account was made.\n"),
        Child.Outcome(
          .exited(0),
          output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"),
      ])
    let shown = try await onThreadOfItsOwn { try office.details(of: "ann") }
    #expect(
      shown == """
        Username: ann
        Given name: Ann
        Family name: Lee
        E-mail: ann@example.org
        Administrator
        Terms: version 2 accepted

        """)
  }

  @Test func aFileOfAnswersAcceptsThem() async throws {
    let office = try await office()
    let accepting = AnswersTests.whole
    let outcomes = try await onThreadOfItsOwn {
      try [accepting.replacing("true", with: "false"), accepting].map {
        try office.run("register", "--answers", "-", input: $0)
      }
    }
    #expect(
      outcomes == [
        Child.Outcome(
          .exited(1), errors: "/acceptTerms: the terms have to be accepted\nNo account was made.\n"),
        Child.Outcome(
          .exited(0),
          output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"),
      ])
    #expect(try await office.store.account(named: "ann")?.termsVersion == 2)
  }

  private static let answers = [
    ("Username (required)", "ann"), ("Given name:", ""), ("Family name:", ""), ("E-mail:", ""),
    ("Contacts (", ""),
    ("Password (required", Office.password), ("Password again (required", Office.password),
  ]

  /// Terms appear when the form asks for them, not before, and again with help.
  @Test(arguments: ["plain", "editline"])
  func theyAreShownWhereTheyAreAsked(_ frontEnd: String) async throws {
    let office = try await office()
    try await onThreadOfItsOwn {
      let screen = try office.screen("register", frontEnd: frontEnd)
      for (prompt, answer) in Self.answers {
        _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix(prompt) == true }
        #expect(try !screen.lines.contains("Be kind."))
        try screen.type(answer + "\r")
      }
      let prompt = "Accept the terms (required, y/n) [n]:"
      _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix(prompt) == true }
      let place = frontEnd == "plain" ? ["7 of 7"] : []
      let expected =
        ["Terms, version 2", "Be kind.", "", "Do not share your  account."] + place + [prompt]
      let shown = try screen.lines.suffix(expected.count)
      #expect(
        shown.map { $0.hasPrefix(prompt) ? prompt : $0 } == expected)
      try screen.type("y\r")
      _ = try screen.waitUntil { $0.last { !$0.isEmpty } == "Button [1]:" }
      try screen.type("\r")
      #expect(try screen.expectEnd() == .exited(0))
    }
    #expect(try await office.store.account(named: "ann")?.termsVersion == 2)
  }

  /// Paragraphs stay separate.
  @Test(arguments: ["plain", "editline"]) func theShellShowsThem(_ frontEnd: String) async throws {
    let office = try await office()
    try await onThreadOfItsOwn {
      let screen = try office.screen(frontEnd: frontEnd)
      _ = try screen.waitUntil { $0.last == "registration:" }
      try screen.type("terms\r")
      _ = try screen.waitUntil {
        $0.suffix(5) == [
          "registration: terms", "Be kind.", "", "Do not share your  account.", "registration:",
        ]
      }
    }
  }

  /// An invalid answer holds Enter once, and no other key.
  @Test func anAnswerThatIsAFaultCanBeLeft() async throws {
    let office = try await office()
    try await onThreadOfItsOwn {
      let screen = try office.screen("register", frontEnd: "editline")
      func wait(for prompt: String) throws {
        _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix(prompt) == true }
      }
      for (prompt, answer) in Self.answers {
        try wait(for: prompt)
        try screen.type(answer + "\r")
      }
      let terms = "Accept the terms (required, y/n) [n]:"
      for (keys, prompt) in [
        ("n\r", terms + " n"), ("\r", "Button [1]:"), ("\u{18}p", terms),
        ("n\u{18}p", "Password again (required):"), ("\u{18}n", terms),
        ("n\u{1B}[B", "Button [1]:"), ("\u{1B}[Z", terms),
      ] {
        try screen.type(keys)
        try wait(for: prompt)
      }
      try screen.type("x\u{18}s")
      try screen.expect("Accept the terms: answer y or n")
      try screen.type("y\u{18}s")
      #expect(try screen.expectEnd() == .exited(0))
    }
    #expect(try await office.store.account(named: "ann")?.termsVersion == 2)
  }

  /// Long ones are read page by page where they are asked: Enter alone shows the next page.
  @Test(arguments: ["plain", "editline"]) func longOnesAreReadInPlace(
    _ frontEnd: String
  ) async throws {
    let text = (1...40).map { "Paragraph \($0)." }.joined(separator: "\n")
    let office = try await office(asking: text)
    try await onThreadOfItsOwn {
      let screen = try office.screen("register", frontEnd: frontEnd)
      for (prompt, answer) in Self.answers {
        _ = try screen.waitUntil { $0.last { !$0.isEmpty }?.hasPrefix(prompt) == true }
        try screen.type(answer + "\r")
      }
      for line in ["20 more lines: Enter shows them", "Paragraph 40."] {
        _ = try screen.waitUntil {
          $0.contains(line)
            && $0.last { !$0.isEmpty }?.hasPrefix("Accept the terms (required, y/n) [n]:") == true
        }
        #expect(try screen.lines.contains("Paragraph \(line.hasPrefix("20") ? 20 : 21)."))
        if line.hasPrefix("20") { try screen.type("\r") }
      }
      try screen.type("y\r")
      _ = try screen.waitUntil { $0.last { !$0.isEmpty } == "Button [1]:" }
      try screen.type("\r")
      #expect(try screen.expectEnd() == .exited(0))
    }
    #expect(try await office.store.account(named: "ann")?.termsVersion == 2)
  }

  @Test func theShellCutsLongOnes() async throws {
    let text = (1...300).map { "Paragraph \($0)." }.joined(separator: "\n")
    let office = try await office(asking: text)
    let (whole, cut) = try await onThreadOfItsOwn {
      (try office.run("terms").outputText, try office.run(input: "terms\n").outputText)
    }
    #expect(whole == text + "\n")
    #expect(
      cut.split(separator: "\n").suffix(2) == [
        "Paragraph 200.", "and 100 more lines: 'registration terms' shows them all",
      ])
  }

  /// The accepted terms are the displayed ones.
  @Test func aFormThatWasOpenMeanwhileIsRefused() async throws {
    for (before, complaint) in [
      ("Others.", "Accept the terms: the terms have changed meanwhile: leave, and open the form"),
      (nil, "Note: There are terms to be accepted now: leave, and open the form"),
    ] {
      let office = try Office()
      try await office.store.setTerms(before)
      let terminal = try await onThreadOfItsOwn {
        let terminal = try office.terminal("register")
        for (prompt, answer) in Self.answers + (before == nil ? [] : [("[n]: ", "y")]) {
          try terminal.expect(prompt)
          try terminal.type(answer + "\r")
        }
        try terminal.expect("Button [1]: ")
        return terminal
      }
      try await office.store.setTerms("Be kind.")
      try await onThreadOfItsOwn {
        try terminal.type("\r")
        try terminal.expect(complaint)
        try terminal.type("\u{3}")
        #expect(try terminal.expectEnd() == .signalled(2))
      }
      #expect(try await office.store.count() == 0)
    }
  }

  /// Each form asks for consent again: a draft may be about other terms.
  @Test func aDraftAcceptsNothing() async throws {
    let office = try await office()
    try await onThreadOfItsOwn {
      let first = try PseudoTerminal(
        office.command(["register"]), environment: office.homeEnvironment)
      for (prompt, answer) in Self.answers + [("[n]: ", "y")] {
        try first.expect(prompt)
        try first.type(answer + "\r")
      }
      try first.expect("Button [1]: ")
      try first.type("\u{3}")
      #expect(try first.expectEnd() == .signalled(2))
      // The terms are removed meanwhile, and the answers are still there.
      #expect(try office.run("policy", "--no-terms").status == .exited(0))
      #expect(
        try office.run("policy", "--terms", office.path(of: "terms.txt")).status == .exited(0))
      let second = try PseudoTerminal(
        office.command(["register", "--resume"]), environment: office.homeEnvironment)
      try second.expect("Password (required, not shown): ")
      for prompt in Self.answers.suffix(2) {
        try second.type(prompt.1 + "\r")
        try second.expect(
          prompt.0 == Self.answers[5].0 ? "Password again (required, not shown): " : "[n]: ")
      }
      try second.type("\u{3}")
      #expect(try second.expectEnd() == .signalled(2))
    }
  }
}
