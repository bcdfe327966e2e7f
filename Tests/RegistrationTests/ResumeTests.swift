import Accounts
import AccountsSQLite
import Glibc
import TestSupport
import Testing

@Suite struct ResumeTests {
  private static let question = "Resume it?"

  private func file(_ office: Office) -> String {
    office.path(of: ".local/state/formwork/drafts/registration.json")
  }

  /// Returns the contents of the draft, or `nil` if there is none.
  private func contents(_ office: Office) throws -> String? {
    let outcome = try Child.run(["cat", file(office)])
    return outcome.status == .exited(0) ? outcome.outputText : nil
  }

  /// Waits for a text in a draft: only a killed program does not wait for its file.
  private func awaitDraft(_ office: Office, of text: String, number: String = "") throws {
    let file = office.path(of: ".local/state/formwork/drafts/registration\(number).json")
    try awaitSuccess("grep -qs '\(text)' '\(file)'")
  }

  private func awaitSuccess(_ command: String) throws {
    let outcome = try Child.run(["timeout", "20", "sh", "-c", "until \(command); do :; done"])
    #expect(outcome.status == .exited(0), "never: \(command)")
  }

  private func register(
    _ office: Office, _ arguments: String..., under program: [String] = [], columns: Int = 80
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      program + office.command(["register"] + arguments), environment: office.homeEnvironment,
      size: PseudoTerminal.Size(columns: columns, rows: 24))
  }

  /// Answers until the form asks for the password again.
  private func begin(_ terminal: PseudoTerminal) throws {
    for (prompt, answer) in [
      ("Username (required): ", "ann"), ("Given name: ", "Ann"), ("Family name: ", "Lee"),
      ("E-mail: ", "ann@"), ("[ann@]: ", "ann@example.org"), ("Contacts (Enter continues): ", ""),
      ("Password (required, not shown): ", Office.password),
    ] {
      try terminal.expect(prompt)
      try terminal.type(answer + "\r")
    }
    try terminal.expect("Password again (required, not shown): ")
  }

  /// Continues with the first unfinished field, the password, and submits.
  private func finish(_ terminal: PseudoTerminal) throws {
    for (prompt, answer) in [
      ("Password (required, not shown): ", Office.password),
      ("Password again (required, not shown): ", Office.password), ("[1]: ", ""),
    ] {
      try terminal.expect(prompt)
      try terminal.type(answer + "\r")
    }
    #expect(try terminal.expectEnd() == .exited(0))
  }

  /// The ways in which a program ends during a form.
  enum Interruption: String, CaseIterable, Sendable {
    case killed, interruptKey, terminated, hungUp, endOfInput, left, button

    func happen(to terminal: PseudoTerminal) throws -> Child.Status {
      switch self {
      case .killed: terminal.child.send(SIGKILL)
      case .interruptKey: try terminal.type("\u{3}")
      case .terminated: terminal.child.send(SIGTERM)
      case .hungUp: try terminal.hangUp()
      case .endOfInput:
        try terminal.type("\u{4}")
        try terminal.expect("Leave? What was entered is kept for another time")
        try terminal.expect("[1]: ")
        try terminal.type("\u{4}")
      case .left:
        try terminal.type(":quit\r")
      case .button:
        // After the password and the submit button.
        try terminal.type("\(Office.password)\r")
        try terminal.expect("1 Register  2 Leave")
        try terminal.type("2\r")
        try terminal.expect("Leave? What was entered is kept for another time")
        try terminal.expect("[1]: ")
        try terminal.type("yes\r")
      }
      return try terminal.expectEnd()
    }

    /// Whether the program can print the outcome on an existing terminal.
    var canBeTold: Bool { self != .killed && self != .hungUp }

    var status: Child.Status {
      switch self {
      case .killed: .signalled(SIGKILL)
      case .interruptKey: .signalled(SIGINT)
      case .terminated: .signalled(SIGTERM)
      case .hungUp: .signalled(SIGHUP)
      case .endOfInput, .left, .button: .exited(130)
      }
    }
  }

  @Test(arguments: Interruption.allCases.filter { $0 != .left })
  func anInterruptedFormIsResumed(_ interruption: Interruption) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office)
      try begin(terminal)
      if interruption == .killed { try awaitDraft(office, of: "ann@example.org") }
      #expect(try interruption.happen(to: terminal) == interruption.status)
      #expect(
        terminal.output.hasSuffix(
          "\r\nNo account was made. What was entered is kept for another time, except the\r\n"
            + "passwords.\r\n") == interruption.canBeTold)
      let kept = try #require(try contents(office))
      #expect(kept.contains("\"/email\": \"ann@example.org\""))
      // Not even which secrets were entered.
      #expect(!kept.contains(Office.password) && !kept.contains("password"))
      let modes = try Child.run(["stat", "-c", "%a", file(office)]).outputText
      #expect(modes == "600\n")

      let again = try register(office)
      try again.expect(Self.question)
      try again.expect("1 Resume  2 Start anew")
      try again.expect("[1]: ")
      try again.type("\r")
      try finish(again)
      #expect(try contents(office) == nil)
    }
    #expect(try await office.store.account(named: "ann")?.familyName == "Lee")
  }

  /// Interrupted system calls do not harm a draft.
  @Test(arguments: ["1+2", "2+3"])
  func interruptedCallsAreMadeAgain(calls: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office, under: Interruptions.command(calls))
      try begin(terminal)
      #expect(try Interruption.endOfInput.happen(to: terminal) == .exited(130))
      let again = try register(office, under: Interruptions.command(calls))
      try again.expect(Self.question)
      try again.expect("[1]: ")
      try again.type("\r")
      try finish(again)
      #expect(try contents(office) == nil)
    }
    #expect(try await office.store.account(named: "ann")?.familyName == "Lee")
  }

  /// After each way to leave the form, the shell and the program print the same message.
  @Test(arguments: ["\u{3}", ":quit\r", "\u{4}", "TERM", "HUP"])
  func theShellSaysTheSame(_ way: String) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let errors = office.path(of: "errors")
      let terminal = try PseudoTerminal(
        ["sh", "-c", "exec \"$@\" 2> \(errors)", "sh"] + office.command([]),
        environment: office.homeEnvironment)
      try terminal.expect("registration: ")
      try terminal.type("register\r")
      try terminal.expect("Username (required): ")
      try terminal.type("ann\r")
      try terminal.expect("Given name: ")
      switch way {
      case "TERM", "HUP":
        // Without a terminal, a file receives the message.
        if way == "TERM" { terminal.child.send(SIGTERM) } else { try terminal.hangUp() }
        #expect(try terminal.expectEnd() == .signalled(way == "TERM" ? SIGTERM : SIGHUP))
        #expect(try Child.run(["cat", errors]).outputText == Office.noAccountButDraft + "\n")
      default:
        try terminal.type(way)
        if way != "\u{3}" {
          try terminal.expect("[1]: ")
          try terminal.type("2\r")
        }
        // 80 columns, broken between words.
        try terminal.expect(
          "Note: No account was made. What was entered is kept for another time, except the\r\n"
            + "passwords.\r\nregistration: ")
        try terminal.type("exit\r")
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(try Child.run(["cat", errors]).outputText == "")
      }
    }
  }

  @Test func aFormThatIsOpenElsewhereIsNotOffered() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let first = try register(office)
      try begin(first)
      let second = try register(office)
      try second.expect(
        "Note: This form is open elsewhere: here it begins anew, and is kept in a draft\r\nof its own"
      )
      try second.expect("Username (required): ")
      #expect(!second.output.contains(Self.question))
      try second.type("bob\r")
      try second.expect("Given name: ")
      try awaitDraft(office, of: "bob", number: ".2")
      // The kernel unlocks the draft of a killed program.
      #expect(try Interruption.killed.happen(to: second) == .signalled(SIGKILL))
      let third = try register(office)
      try third.expect(Self.question)
      try third.expect("[1]: ")
      try third.type("\r")
      try third.expect("Given name: ")
      #expect(try Interruption.killed.happen(to: first) == .signalled(SIGKILL))
      let fourth = try register(office, "--resume")
      try fourth.expect("Password (required, not shown): ")
      let names = try Child.run(["ls", office.path(of: ".local/state/formwork/drafts")])
      #expect(names.outputText == "registration.2.json\nregistration.json\n")
      for terminal in [third, fourth] {
        #expect(try Interruption.interruptKey.happen(to: terminal) == .signalled(SIGINT))
      }
    }
  }

  @Test func aFormWithAnswersOfAFileIsKept() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let answers = try office.directory.write(
        "{\"username\": \"ann\", \"email\": \"a@example.org\", \"password\": \"\(Office.password)\"}",
        to: "answers.json")
      try #require(chmod(answers, 0o600) == 0)
      let first = try register(office, "--answers", answers)
      try first.expect("Username (required) [ann]: ")
      try first.type("bob\r")
      try first.expect("Given name: ")
      #expect(try Interruption.interruptKey.happen(to: first) == .signalled(SIGINT))
      #expect(first.output.contains("What was entered is kept"))
      let kept = try #require(try contents(office))
      #expect(kept.contains("a@example.org") && !kept.contains("password"))
      // A typed answer has precedence over the file.
      let second = try register(office, "--answers", answers)
      try second.expect(Self.question)
      try second.expect("[1]: ")
      try second.type("\r")
      try second.expect("Given name: ")
      try second.type(":back\r")
      try second.expect("Username (required) [bob]: ")
      #expect(try Interruption.killed.happen(to: second) == .signalled(SIGKILL))
      let third = try register(office, "--answers", answers, "--no-resume")
      try third.expect("Username (required) [ann]: ")
      #expect(try Interruption.killed.happen(to: third) == .signalled(SIGKILL))
    }
  }

  @Test func aNameThatWasTakenMeanwhileIsFoundOut() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office)
      try begin(terminal)
      try awaitDraft(office, of: "ann@example.org")
      #expect(try Interruption.killed.happen(to: terminal) == .signalled(SIGKILL))
      _ = try office.run("register", input: Office.lines(username: "ann"))
      // Input through a pipe does not change a draft.
      #expect(try contents(office) != nil)
      let again = try register(office, "--resume")
      try again.expect("not shown): ")
      let taken = "Username: taken: choose another"
      if !again.output.contains(taken) {
        // The answer of the check came after the prompt: it is shown before the next one.
        try again.type("\r")
        try again.expect(taken)
      }
      #expect(!again.output.contains(Self.question))
      #expect(try Interruption.interruptKey.happen(to: again) == .signalled(SIGINT))
    }
  }

  /// Each command in the help works, and none skips the question.
  @Test func theQuestionAtPlainHasItsCommands() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let first = try register(office)
      try begin(first)
      try awaitDraft(office, of: "ann@example.org")
      #expect(try Interruption.killed.happen(to: first) == .signalled(SIGKILL))
      let terminal = try register(office)
      try terminal.expect(Self.question)
      let help = """
        Button: type a number, or the first letters; Enter alone means the number in brackets
        :front-end NAME changes to another front end, :quit leaves, :help shows this
        """
      for (command, answer) in [
        (":help", help),
        (":submit", "Button: answer this before you submit the form"),
        (":back", "Button: there is nothing before it to go back to"),
        (":next", "Button: there is nothing after it to go to"),
      ] {
        try terminal.expect("[1]: ")
        try terminal.type(command + "\r")
        for line in answer.split(separator: "\n") { try terminal.expect(line: String(line)) }
      }
      try terminal.expect("[1]: ")
      try terminal.type(":front-end editline\r")
      try terminal.expect("^D on an empty line leaves")
      try terminal.expect("Button [1]: ")
      try terminal.type("\u{18}f")
      try terminal.expect("[ Resume ]")
      try terminal.type("\u{18}f")
      try terminal.expect("Button [1]: ")
      try terminal.type(":quit\r")
      #expect(try terminal.expectEnd() == .exited(130))
      #expect(try contents(office) != nil)
    }
  }

  /// At the line editor, ^X s commits the answer like Enter, and other keys do not leave the
  /// question.
  @Test(arguments: [("\u{18}s", true), ("n\u{18}s", false), ("R\t\u{18}s", true), ("y\r", true)])
  func theQuestionAtTheLineEditorHasItsKeys(keys: String, isResumed: Bool) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let first = try register(office)
      try begin(first)
      try awaitDraft(office, of: "ann@example.org")
      #expect(try Interruption.killed.happen(to: first) == .signalled(SIGKILL))
      let terminal = try register(office, "--front-end", "editline")
      try terminal.expect("Button [1]: ")
      for key in ["\u{18}n", "\u{18}p", "\u{1B}[Z", "\u{1B}[A", "\u{1B}[B", "\u{18}v", "\u{18}e"] {
        try terminal.type(key)
        #expect(try terminal.expect("\u{7}") == "\u{7}")
      }
      try terminal.type("\u{18}?")
      try terminal.expect("^D on an empty line: leave")
      try terminal.expect("Button [1]: ")
      try terminal.type(keys)
      try terminal.expect(isResumed ? "Password (required): " : "Username (required): ")
      try awaitSuccess("test \(isResumed ? "" : "!") -e '\(file(office))'")
      #expect(try Interruption.killed.happen(to: terminal) == .signalled(SIGKILL))
    }
  }

  @Test func aNoForgetsIt() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      for arguments in [[], ["--no-resume"]] {
        let terminal = try register(office)
        try begin(terminal)
        try awaitDraft(office, of: "ann@example.org")
        #expect(try Interruption.killed.happen(to: terminal) == .signalled(SIGKILL))
        let again = try PseudoTerminal(
          office.command(["register"] + arguments), environment: office.homeEnvironment)
        if arguments.isEmpty {
          try again.expect(Self.question)
          try again.expect("[1]: ")
          try again.type("n\r")
        }
        try again.expect("Username (required): ")
        try awaitSuccess("test ! -e '\(file(office))'")
        #expect(again.output.contains(Self.question) == arguments.isEmpty)
        #expect(try Interruption.left.happen(to: again) == .exited(130))
      }
    }
  }

  @Test func whoWantsNoDraftsHasNone() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office, "--no-drafts")
      try begin(terminal)
      try terminal.type(":quit\r")
      #expect(try Interruption.interruptKey.happen(to: terminal) == .signalled(SIGINT))
      #expect(try Child.run(["ls", office.path(of: ".local/state")]).status != .exited(0))
    }
  }

  @Test func whereThereIsNothingToResumeALineSaysSo() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office, "--resume")
      try terminal.expect("Note: Nothing was kept that could be resumed")
      try terminal.expect("Username (required): ")
      #expect(try Interruption.left.happen(to: terminal) == .exited(130))
    }
  }

  @Test func aDamagedDraftIsNamedAndHoldsNothingUp() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try register(office)
      try begin(terminal)
      try awaitDraft(office, of: "ann@example.org")
      #expect(try Interruption.killed.happen(to: terminal) == .signalled(SIGKILL))
      _ = try Child.run(["truncate", "-s", "-9", file(office)])
      // Wide enough for any path.
      let again = try register(office, columns: 250)
      try again.expect("Note: draft \(file(office)):")
      try again.expect("damaged (")
      try again.expect("set aside as registration.json.set-aside")
      try again.expect("Username (required): ")
      #expect(try Interruption.left.happen(to: again) == .exited(130))
    }
  }

  @Test func theShellOffersItToo() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        office.command([]), environment: office.homeEnvironment)
      try terminal.expect("registration: ")
      try terminal.type("register\r")
      try begin(terminal)
      // ^C leads back to the shell.
      try terminal.type("\u{3}")
      try terminal.expect("registration: ")
      try terminal.type("register\r")
      try terminal.expect(Self.question)
      try terminal.expect("[1]: ")
      try terminal.type("\r")
      try terminal.expect("Password (required, not shown): ")
      try terminal.type("\u{3}")
      try terminal.expect("registration: ")
      try terminal.type("exit\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: ["--no-drafts", "--no-input", "--answers=-"])
  func resumingGoesWithWhatKeepsDrafts(_ option: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn { try office.run("register", "--resume", option) }
    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errorText == """
        --resume cannot be combined with --no-drafts, --no-input or --answers -
        See 'registration --help'.

        """)
  }
}
