import Accounts
import AccountsSQLite
import Glibc
import TestSupport
import Testing

@Suite struct ResumeTests {
  private static let question = "Resume it?"

  private let bench: RegistrationBench
  private let folder = ".local/state/formwork/drafts/registration"

  init() throws { bench = try RegistrationBench() }

  private var file: String { bench.path(of: folder + "/registration.json") }

  /// Returns the contents of the draft, or `nil` if there is none.
  private func contents() throws -> String? {
    let outcome = try Child.run(["cat", file])
    return outcome.status == .exited(0) ? outcome.outputText : nil
  }

  /// Waits for a text in a draft: only a killed program does not wait for its file.
  private func awaitDraft(of text: String, number: String = "") throws {
    try awaitSuccess(
      "grep -qs '\(text)' '\(file.replacing(".json", with: "\(number).json"))'")
  }

  private func awaitSuccess(_ command: String) throws {
    let outcome = try Child.run(["timeout", "20", "sh", "-c", "until \(command); do :; done"])
    #expect(outcome.status == .exited(0), "never: \(command)")
  }

  /// Answers until the form asks for the password again.
  private static let beginning = [
    ("Username (required): ", "ann\r"), ("Given name: ", "Ann\r"), ("Family name: ", "Lee\r"),
    ("E-mail: ", "ann@\r"), ("[ann@]: ", "ann@example.org\r"),
    ("Contacts (Enter continues): ", "\r"),
    ("Password (required, not shown): ", RegistrationBench.password + "\r"),
    ("Password again (required, not shown): ", ""),
  ]

  /// Opens a form, and answers until it asks for the password again.
  private func begin() throws -> PseudoTerminal {
    let terminal = try bench.terminal(atHome: "register")
    try terminal.answer(Self.beginning)
    return terminal
  }

  /// Leaves a draft of a killed program.
  private func leaveDraft() throws {
    let terminal = try begin()
    try awaitDraft(of: "ann@example.org")
    #expect(try Interruption.killed.happen(to: terminal) == .signalled(SIGKILL))
  }

  /// Continues with the first unfinished field, the password, and submits.
  private func resume(_ terminal: PseudoTerminal) throws {
    try terminal.answer(
      [(Self.question, ""), ("[1]: ", "\r")] + RegistrationBench.answers.suffix(2) + [
        RegistrationBench.button
      ])
    #expect(try terminal.expectEnd() == .exited(0))
    #expect(try contents() == nil)
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
        try terminal.answer([
          ("", "\u{4}"), ("Leave? Your entries are saved for another time", ""),
          ("[1]: ", "\u{4}"),
        ])
      case .left:
        try terminal.type(":quit\r")
      case .button:
        // After the password and the submit button.
        try terminal.answer([
          ("", RegistrationBench.password + "\r"), ("1 Register  2 Leave", "2\r"),
          ("Leave? Your entries are saved for another time", ""), ("[1]: ", "yes\r"),
        ])
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
    try await onThreadOfItsOwn {
      let terminal = try begin()
      if interruption == .killed { try awaitDraft(of: "ann@example.org") }
      #expect(try interruption.happen(to: terminal) == interruption.status)
      #expect(
        terminal.output.hasSuffix(
          "\r\nNo account was made. Your entries are saved for another time, except the\r\n"
            + "passwords.\r\n") == interruption.canBeTold)
      let kept = try #require(try contents())
      #expect(kept.contains("\"/email\": \"ann@example.org\""))
      // Not even which secrets were entered.
      #expect(!kept.contains(RegistrationBench.password) && !kept.contains("password"))
      #expect(try Child.run(["stat", "-c", "%a", file]).outputText == "600\n")
      try resume(try bench.terminal(atHome: "register"))
    }
    #expect(try await bench.store.account(named: "ann")?.familyName == "Lee")
  }

  /// Interrupted system calls do not harm a draft.
  @Test(arguments: ["1+2", "2+3"])
  func interruptedCallsAreMadeAgain(calls: String) async throws {
    try await onThreadOfItsOwn {
      let interruptions = Interruptions.command(calls)
      let terminal = try bench.terminal(atHome: "register", under: interruptions)
      try terminal.answer(Self.beginning)
      #expect(try Interruption.endOfInput.happen(to: terminal) == .exited(130))
      try resume(try bench.terminal(atHome: "register", under: interruptions))
    }
    #expect(try await bench.store.account(named: "ann")?.familyName == "Lee")
  }

  /// After each way to leave the form, the shell and the program print the same message.
  @Test(arguments: ["\u{3}", ":quit\r", "\u{4}", "TERM", "HUP"])
  func theShellSaysTheSame(_ way: String) async throws {
    try await onThreadOfItsOwn {
      let errors = bench.path(of: "errors")
      let terminal = try bench.terminal(
        atHome: "--color", "never", under: ["sh", "-c", "exec \"$@\" 2> \(errors)", "sh"])
      try terminal.answer([
        ("registration: ", "register\r"), ("Username (required): ", "ann\r"), ("Given name: ", ""),
      ])
      switch way {
      case "TERM", "HUP":
        // Without a terminal, a file receives the message.
        if way == "TERM" { terminal.child.send(SIGTERM) } else { try terminal.hangUp() }
        #expect(try terminal.expectEnd() == .signalled(way == "TERM" ? SIGTERM : SIGHUP))
        #expect(
          try Child.run(["cat", errors]).outputText == RegistrationBench.noAccountButDraft + "\n")
      default:
        try terminal.answer([("", way)] + (way == "\u{3}" ? [] : [("[1]: ", "2\r")]))
        // 80 columns, broken between words.
        try terminal.answer([
          (
            "Note: No account was made. Your entries are saved for another time, except the\r\n"
              + "passwords.\r\nregistration: ", "exit\r"
          )
        ])
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(try Child.run(["cat", errors]).outputText == "")
      }
    }
  }

  @Test func aFormThatIsOpenElsewhereIsNotOffered() async throws {
    try await onThreadOfItsOwn {
      let first = try begin()
      let second = try bench.terminal(atHome: "register")
      try second.answer([
        (
          "Note: This form is open elsewhere: here it starts empty, and has its own draft",
          ""
        ), ("Username (required): ", "bob\r"), ("Given name: ", ""),
      ])
      #expect(!second.output.contains(Self.question))
      try awaitDraft(of: "bob", number: ".2")
      // The kernel unlocks the draft of a killed program.
      #expect(try Interruption.killed.happen(to: second) == .signalled(SIGKILL))
      let third = try bench.terminal(atHome: "register")
      try third.answer([(Self.question, ""), ("[1]: ", "\r"), ("Given name: ", "")])
      #expect(try Interruption.killed.happen(to: first) == .signalled(SIGKILL))
      let fourth = try bench.terminal(atHome: "register", "--resume")
      try fourth.expect("Password (required, not shown): ")
      let names = try Child.run(["ls", bench.path(of: folder)])
      #expect(names.outputText == "registration.2.json\nregistration.json\n")
      for terminal in [third, fourth] {
        #expect(try Interruption.interruptKey.happen(to: terminal) == .signalled(SIGINT))
      }
    }
  }

  @Test func aFormWithAnswersOfAFileIsKept() async throws {
    try await onThreadOfItsOwn {
      let answers = try bench.directory.write(
        "{\"username\": \"ann\", \"email\": \"a@example.org\", \"password\": \"\(RegistrationBench.password)\"}",
        to: "answers.json")
      let first = try bench.terminal(atHome: "register", "--answers", answers)
      try first.answer([("Username (required) [ann]: ", "bob\r"), ("Given name: ", "")])
      #expect(try Interruption.interruptKey.happen(to: first) == .signalled(SIGINT))
      #expect(first.output.contains("Your entries are saved"))
      let kept = try #require(try contents())
      #expect(kept.contains("a@example.org") && !kept.contains("password"))
      // A typed answer has precedence over the file.
      let second = try bench.terminal(atHome: "register", "--answers", answers)
      try second.answer([
        (Self.question, ""), ("[1]: ", "\r"), ("Given name: ", ":back\r"),
        ("Username (required) [bob]: ", ""),
      ])
      #expect(try Interruption.killed.happen(to: second) == .signalled(SIGKILL))
      let third = try bench.terminal(atHome: "register", "--answers", answers, "--no-resume")
      try third.expect("Username (required) [ann]: ")
    }
  }

  @Test func aNameThatWasTakenMeanwhileIsFoundOut() async throws {
    try await onThreadOfItsOwn {
      try leaveDraft()
      _ = try bench.run("register", input: RegistrationBench.lines(username: "ann"))
      // Input through a pipe does not change a draft.
      #expect(try contents() != nil)
      let again = try bench.terminal(atHome: "register", "--resume")
      try again.expect("not shown): ")
      let taken = "Username: taken: choose another"
      // The answer of the check may come after the prompt: it is shown before the next one.
      if !again.output.contains(taken) { try again.answer([("", "\r"), (taken, "")]) }
      #expect(!again.output.contains(Self.question))
      #expect(try Interruption.interruptKey.happen(to: again) == .signalled(SIGINT))
    }
  }

  /// Each command in the help works, and none skips the question.
  @Test func theQuestionAtPlainHasItsCommands() async throws {
    try await onThreadOfItsOwn {
      try leaveDraft()
      let terminal = try bench.terminal(atHome: "register")
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
        try terminal.answer([("[1]: ", command + "\r")])
        for line in answer.split(separator: "\n") { try terminal.expect(line: String(line)) }
      }
      try terminal.answer([
        ("[1]: ", ":front-end editline\r"), ("^D on an empty line leaves", ""),
        ("Button [1]: ", "\u{18}f"), ("[ Resume ]", "\u{18}f"), ("Button [1]: ", ":quit\r"),
      ])
      #expect(try terminal.expectEnd() == .exited(130))
      #expect(try contents() != nil)
    }
  }

  /// At the line editor, ^X s commits the answer like Enter, and other keys do not leave the
  /// question.
  @Test(arguments: [("\u{18}s", true), ("n\u{18}s", false), ("R\t\u{18}s", true), ("y\r", true)])
  func theQuestionAtTheLineEditorHasItsKeys(keys: String, isResumed: Bool) async throws {
    try await onThreadOfItsOwn {
      try leaveDraft()
      let terminal = try bench.terminal(atHome: "register", frontEnd: "editline")
      try terminal.expect("Button [1]: ")
      for key in ["\u{18}n", "\u{18}p", "\u{1B}[Z", "\u{1B}[A", "\u{1B}[B", "\u{18}v", "\u{18}e"] {
        try terminal.type(key)
        #expect(try terminal.expect("\u{7}") == "\u{7}")
      }
      try terminal.answer([
        ("", "\u{18}?"), ("^D on an empty line: leave", ""), ("Button [1]: ", keys),
        (isResumed ? "Password (required): " : "Username (required): ", ""),
      ])
      try awaitSuccess("test \(isResumed ? "" : "!") -e '\(file)'")
    }
  }

  @Test(arguments: [[], ["--no-resume"]]) func aNoForgetsIt(_ arguments: [String]) async throws {
    try await onThreadOfItsOwn {
      try leaveDraft()
      let again = try PseudoTerminal(
        bench.command(["register"] + arguments), environment: bench.homeEnvironment)
      try again.answer(arguments.isEmpty ? [(Self.question, ""), ("[1]: ", "n\r")] : [])
      try again.expect("Username (required): ")
      try awaitSuccess("test ! -e '\(file)'")
      #expect(again.output.contains(Self.question) == arguments.isEmpty)
      #expect(try Interruption.left.happen(to: again) == .exited(130))
    }
  }

  @Test func whoWantsNoDraftsHasNone() async throws {
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal(atHome: "register", "--no-drafts")
      try terminal.answer(Self.beginning)
      try terminal.type(":quit\r")
      #expect(try Interruption.interruptKey.happen(to: terminal) == .signalled(SIGINT))
      #expect(try Child.run(["ls", bench.path(of: ".local/state")]).status != .exited(0))
    }
  }

  @Test func whereThereIsNothingToResumeALineSaysSo() async throws {
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal(atHome: "register", "--resume")
      try terminal.expect("Note: No saved entries to resume")
      try terminal.expect("Username (required): ")
      #expect(try Interruption.left.happen(to: terminal) == .exited(130))
    }
  }

  @Test func aDamagedDraftIsNamedAndHoldsNothingUp() async throws {
    try await onThreadOfItsOwn {
      try leaveDraft()
      _ = try Child.run(["truncate", "-s", "-9", file])
      // Wide enough for any path.
      let again = try bench.terminal(atHome: "register", columns: 250)
      try again.answer([
        ("Note: draft \(file):", ""), ("damaged (", ""),
        ("set aside as registration.json.set-aside", ""), ("Username (required): ", ""),
      ])
      #expect(try Interruption.left.happen(to: again) == .exited(130))
    }
  }

  @Test func theShellOffersItToo() async throws {
    try await onThreadOfItsOwn {
      let terminal = try bench.terminal(atHome: "--front-end", "plain")
      // ^C leads back to the shell.
      try terminal.answer(
        [("registration: ", "register\r")] + Self.beginning + [
          ("", "\u{3}"), ("registration: ", "register\r"), (Self.question, ""), ("[1]: ", "\r"),
          ("Password (required, not shown): ", "\u{3}"), ("registration: ", "exit\r"),
        ])
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  @Test(arguments: ["--no-drafts", "--no-input", "--answers=-"])
  func resumingGoesWithWhatKeepsDrafts(_ option: String) async throws {
    #expect(
      try await bench.run("register", "--resume", option)
        == .misuse("--resume cannot be combined with --no-drafts, --no-input or --answers -"))
  }
}
