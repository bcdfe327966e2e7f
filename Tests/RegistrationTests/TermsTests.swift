import Accounts
import AccountsSQLite
import TestSupport
import Testing

@Suite struct TermsTests {
  private static let text = "Be kind.\n\nDo not share your\taccount."

  /// Returns a bench with terms in their second version.
  private func bench(asking text: String = Self.text) async throws -> RegistrationBench {
    let bench = try RegistrationBench()
    for text in ["Others.", text] { try await bench.store.setTerms(text) }
    return bench
  }

  @Test func theyAreSetReadAndTakenAway() async throws {
    let bench = try await bench()
    /// Returns the last line of the output.
    func policy(_ arguments: String..., input: String = "") async throws -> Substring? {
      let outcome = try await bench.run(
        ["policy"] + arguments, redirecting: "", input: input)
      return outcome.outputText.split(separator: "\n").last
    }
    #expect(try await policy() == "Terms: version 2")
    let text = Child.Outcome.success("Be kind.\n\nDo not share your  account.\n")
    #expect(try await bench.run("terms") == text)
    #expect(try await bench.run(input: "terms\n") == text)
    let path = try bench.directory.write(Self.text + "\n", to: "terms.txt")
    #expect(try await policy("--terms", path) == "Terms: version 2")
    let mail = "\u{FEFF}By mail.\r\nTwice.\r\n \r\n"
    #expect(try await policy("--terms", "-", input: mail) == "Terms: version 3")
    #expect(try await bench.run("terms") == .success("By mail.\nTwice.\n"))
    #expect(try await policy("--no-terms") == "Terms: none")
    let none = "there are no terms: nothing has to be accepted\n"
    #expect(try await bench.run("terms") == .failure("registration: " + none))
  }

  @Test func aPersonIsToldThatTheyAreAwaited() async throws {
    let bench = try await bench()
    let line = "Type the terms, and then ^D on a line of its own.\r\n"
    // ^D twice ends the input within a line: the output starts on the next one.
    for (keys, shown) in [
      ("By hand.\r\u{4}", "\r\nTerms: version 3\r\n"),
      ("By mail.\u{4}\u{4}", "By mail.\r\nRegistration: open\r\n"),
    ] {
      try await bench.converse("policy", "--terms", "-", steps: [(line, keys), (shown, "")])
    }
  }

  @Test(arguments: [
    ("", "the file is empty: use --no-terms to remove the terms"),
    (" \n\u{FEFF}\n", "the file is empty: use --no-terms to remove the terms"),
    ("a\nb\u{1B}[2J", "line 2: contains a control character, U+001B ESCAPE: remove it"),
    ("a\u{0}", "line 1: contains a control character, U+0000 NULL: remove it"),
    (String(repeating: "ab", count: 32_769), "more than 65536 bytes: shorten it"),
  ])
  func whatIsNoTextIsRefused(_ text: String, _ reason: String) async throws {
    let bench = try await bench()
    let path = try bench.directory.write(text, to: "other.txt")
    #expect(
      try await bench.run("policy", "--terms", path)
        == .failure("registration: terms file \(path): \(reason)\n", status: 2))
    #expect(try await bench.store.policy().terms?.version == 2)
  }

  @Test func wrongUsageIsOneLine() async throws {
    let bench = try RegistrationBench()
    let latin = try bench.directory.write([0x41, 0xE9, 0x0A], to: "latin.txt")
    #expect(
      try await bench.run("policy", "--terms", latin)
        == .failure("registration: terms file \(latin): not UTF-8 text\n", status: 2))
    #expect(
      try await bench.run("policy", "--terms", latin, "--no-terms")
        == .misuse("--terms cannot be combined with --no-terms"))
  }

  @Test func aPipeAnswersThem() async throws {
    let bench = try await bench()
    for (lines, complaint) in [
      (RegistrationBench.lines(), "line 7: acceptTerms: the input ended before this field\n"),
      (
        RegistrationBench.lines(acceptTerms: "n"),
        "line 7: acceptTerms: the terms have to be accepted\n"
      ),
      (
        RegistrationBench.lines(acceptTerms: "y") + "more\n",
        "line 8: more lines than fields; lines cannot fill in Contacts: use --answers FILE\n"
      ),
    ] {
      #expect(
        try await bench.run("register", input: lines)
          == .failure(complaint + RegistrationBench.noAccount))
    }
    #expect(
      try await bench.run("register", input: RegistrationBench.lines(acceptTerms: "y"))
        == .success(RegistrationBench.welcome))
    let shown = try await onThreadOfItsOwn { try bench.details(of: "ann") }
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
    let bench = try await bench()
    let accepting = AnswersTests.whole
    let refusing = accepting.replacing("true", with: "false")
    #expect(
      try await bench.run("register", "--answers", "-", input: refusing)
        == .failure("/acceptTerms: the terms have to be accepted\n" + RegistrationBench.noAccount))
    #expect(
      try await bench.run("register", "--answers", "-", input: accepting)
        == .success(RegistrationBench.welcome))
    #expect(try await bench.store.account(named: "ann")?.termsVersion == 2)
  }

  private static let prompt = "Accept the terms (required, y/n) [n]:"

  /// Terms appear when the form asks for them, not before, and again with help.
  @Test(arguments: ["plain", "editline"])
  func theyAreShownWhereTheyAreAsked(_ frontEnd: String) async throws {
    let bench = try await bench()
    try await onThreadOfItsOwn {
      let screen = try bench.screen("register", frontEnd: frontEnd)
      for step in RegistrationBench.answers {
        #expect(try !screen.awaitPrompt(step.0).contains("Be kind."))
        try screen.type(step.1)
      }
      let prompt = Self.prompt
      try screen.awaitPrompt(prompt)
      let place = frontEnd == "plain" ? ["7 of 7"] : []
      let expected =
        ["Terms, version 2", "Be kind.", "", "Do not share your  account."] + place + [prompt]
      let shown = try screen.lines.suffix(expected.count)
      #expect(shown.map { $0.hasPrefix(prompt) ? prompt : $0 } == expected)
      try screen.answer([(prompt, "y\r"), RegistrationBench.button])
      #expect(try screen.expectEnd() == .exited(0))
    }
    #expect(try await bench.store.account(named: "ann")?.termsVersion == 2)
  }

  /// Paragraphs stay separate.
  @Test(arguments: ["plain", "editline"]) func theShellShowsThem(_ frontEnd: String) async throws {
    let bench = try await bench()
    try await onThreadOfItsOwn {
      let screen = try bench.screen(frontEnd: frontEnd)
      _ = try screen.waitUntil { $0.last == "registration:" }
      try screen.type("terms\r")
      _ = try screen.waitUntil {
        $0.suffix(5) == [
          "registration: terms", "Be kind.", "", "Do not share your  account.", "registration:",
        ]
      }
    }
  }

  /// Long ones are read page by page where they are asked: Enter alone shows the next page.
  @Test(arguments: ["plain", "editline"]) func longOnesAreReadInPlace(
    _ frontEnd: String
  ) async throws {
    let text = (1...40).map { "Paragraph \($0)." }.joined(separator: "\n")
    let bench = try await bench(asking: text)
    try await onThreadOfItsOwn {
      let screen = try bench.screen("register", frontEnd: frontEnd)
      try screen.answer(RegistrationBench.answers)
      for line in ["20 more lines: Enter shows them", "Paragraph 40."] {
        try screen.waitUntil { $0.contains(line) && $0.last?.hasPrefix(Self.prompt) == true }
        #expect(try screen.lines.contains("Paragraph \(line.hasPrefix("20") ? 20 : 21)."))
        if line.hasPrefix("20") { try screen.type("\r") }
      }
      try screen.answer([(Self.prompt, "y\r"), RegistrationBench.button])
      #expect(try screen.expectEnd() == .exited(0))
    }
    #expect(try await bench.store.account(named: "ann")?.termsVersion == 2)
  }

  @Test func theShellCutsLongOnes() async throws {
    let text = (1...300).map { "Paragraph \($0)." }.joined(separator: "\n")
    let bench = try await bench(asking: text)
    #expect(try await bench.run("terms") == .success(text + "\n"))
    let cut = try await bench.run(input: "terms\n").outputText
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
      let bench = try RegistrationBench()
      try await bench.store.setTerms(before)
      let terminal = try await onThreadOfItsOwn {
        let terminal = try bench.terminal("register")
        try terminal.answer(
          RegistrationBench.answers + (before == nil ? [] : [("[n]: ", "y\r")]) + [
            ("Button [1]: ", "")
          ])
        return terminal
      }
      try await bench.store.setTerms("Be kind.")
      try await onThreadOfItsOwn {
        try terminal.answer([("", "\r"), (complaint, "\u{3}")])
        #expect(try terminal.expectEnd() == .signalled(2))
      }
      #expect(try await bench.store.count() == 0)
    }
  }

  /// Each form asks for consent again: a draft may be about other terms.
  @Test func aDraftAcceptsNothing() async throws {
    let bench = try await bench()
    try await onThreadOfItsOwn {
      let first = try bench.terminal(atHome: "register")
      try first.answer(RegistrationBench.answers + [("[n]: ", "y\r"), ("Button [1]: ", "\u{3}")])
      #expect(try first.expectEnd() == .signalled(2))
    }
    // The terms are removed meanwhile, and the answers are still there.
    try await bench.store.setTerms(nil)
    try await bench.store.setTerms(Self.text)
    try await onThreadOfItsOwn {
      let second = try bench.terminal(atHome: "register", "--resume")
      try second.answer(RegistrationBench.answers.suffix(2) + [("[n]: ", "\u{3}")])
      #expect(try second.expectEnd() == .signalled(2))
    }
  }
}
