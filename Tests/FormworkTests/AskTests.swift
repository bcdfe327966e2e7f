import TestSupport
import Testing

/// A program with a form, at a terminal, in a pipe and without a user.
struct AskTests {
  private static var program: String { get throws { try Program.path(named: "AskFixture") } }

  private func terminal(
    _ arguments: [String] = [], frontEnd: String = "plain"
  ) throws -> PseudoTerminal {
    let home = try TemporaryDirectory()
    return try PseudoTerminal(
      [try Self.program] + arguments,
      environment: Child.environment.merging(["HOME": home.path, "FORMWORK_FRONT_END": frontEnd]) {
        $1
      })
  }

  /// Starts a command with `plain` and the drafts of a home.
  private static func terminal(
    _ command: [String], in home: TemporaryDirectory
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      command,
      environment: Child.environment.merging([
        "HOME": home.path, "FORMWORK_FRONT_END": "plain",
      ]) { $1 })
  }

  typealias Dialogue = [(prompt: String, answer: String)]

  private static let answered: Dialogue = [("Name (required): ", "Ann\r"), ("Age: ", "36\r")]

  /// Each way to leave, with its message and the exit status.
  @Test(arguments: [
    (Self.answered + [("Button [1]: ", "1\r"), ("Ann 36", "")], Child.Status.exited(0)),
    (
      [
        ("Name (required): ", "Ann\r"), ("Age: ", ":quit\r"), ("2 Leave", "2\r"),
        ("AskFixture: nothing was submitted", ""),
      ], .exited(130)
    ),
    (
      Self.answered + [("Button [1]: ", "2\r"), ("AskFixture: declined to answer", "")],
      .exited(3)
    ),
    ([("Name (required): ", "\u{3}")], .signalled(2)),
  ])
  func theFormIsLeft(
    by dialogue: Dialogue, status: Child.Status
  ) async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminal()
      try terminal.answer(dialogue)
      #expect(try terminal.expectEnd() == status)
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// With drafts, the last line says what became of the form, also after ^C.
  @Test(arguments: [
    (
      [("Name (required): ", "Ann\r"), ("Age: ", "\u{3}")], Child.Status.signalled(2),
      "AskFixture: nothing was submitted; your entries are saved for another time,\r\nexcept secrets\r\n"
    ),
    ([("Name (required): ", "\u{3}")], .signalled(2), "AskFixture: nothing was submitted\r\n"),
    (
      [("Name (required): ", "Ann\r"), ("Age: ", "\u{4}"), ("[1]: ", "2\r")], .exited(130),
      "AskFixture: nothing was submitted; your entries are saved for another time,\r\nexcept secrets\r\n"
    ),
    ([("Name (required): ", "\u{4}")], .exited(130), "AskFixture: nothing was submitted\r\n"),
  ])
  func theLastLineSaysWhetherTheEntriesAreKept(
    after dialogue: Dialogue, status: Child.Status, line: String
  ) async throws {
    try await onThreadOfItsOwn {
      let home = try TemporaryDirectory()
      let terminal = try Self.terminal([try Self.program, "kept"], in: home)
      try terminal.answer(dialogue)
      try terminal.expect(line)
      #expect(try terminal.expectEnd() == status)
      withExtendedLifetime(home) {}
    }
  }

  /// A program leaves the draft of another program with a form of this name where it is.
  @Test func eachProgramHasItsDrafts() async throws {
    try await onThreadOfItsOwn {
      let home = try TemporaryDirectory()
      func visit(as name: String, _ dialogue: Dialogue) throws -> Child.Status {
        let terminal = try Self.terminal(
          ["bash", "-c", "exec -a \(name) \"$0\" kept", try Self.program], in: home)
        try terminal.answer(dialogue)
        return try terminal.expectEnd()
      }
      let isLeft = [("Name (required): ", "Ann\r"), ("Age: ", ":quit\r"), ("2 Leave", "2\r")]
      #expect(try visit(as: "first", isLeft) == .exited(130))
      #expect(try visit(as: "second", isLeft) == .exited(130))
      let isResumed = [
        ("Resume it?", ""), ("[1]: ", "\r"), ("Age: ", "8\r"), ("[1]: ", "\r"), ("Ann 8", ""),
      ]
      #expect(try visit(as: "first", isResumed) == .exited(0))
      withExtendedLifetime(home) {}
    }
  }

  @Test func rulesOfOnesOwnHaveTheirWords() async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminal(frontEnd: "editline")
      try terminal.expect("Name (required): ")
      try terminal.type("Mallory")
      try terminal.expect("not expected: ask at the desk")
      try terminal.type("\u{15}Ann\r")
      try terminal.expect("Age: ")
      try terminal.type("7\r")
      try terminal.expect("an odd number: enter an even one")
      try terminal.type("\u{15}8\u{18}s")
      try terminal.expect("Ann 8")
      #expect(try terminal.expectEnd() == .exited(0))
    }
  }

  /// ^C ends a form on its own thread, in each front end, after the terminal was restored.
  @Test(arguments: ["awaited", "elsewhere"], ["plain", "editline", "screen"])
  func aFormOnItsOwnThreadIsInterrupted(_ word: String, in frontEnd: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminal([word], frontEnd: frontEnd)
      try terminal.expect("Name")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// The message says that the check waits for the blocked thread, and the form continues.
  @Test func aCheckThatNeedsTheMainActorIsTold() async throws {
    try await onThreadOfItsOwn {
      // This front end tells it as soon as it comes; `plain` may have gone on to the next question by then.
      let terminal = try terminal(["held"], frontEnd: "editline")
      try terminal.expect("Name (required): ")
      try terminal.type("Ann")
      try terminal.expect("could not be checked: it waits for the main actor, which the form")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(2))
    }
  }

  /// Signal handlers and terminal modes are restored, and the program may ask again.
  @Test func theProgramGoesOn() async throws {
    try await onThreadOfItsOwn {
      let terminal = try terminal(["twice", "handling"])
      try terminal.expect("Name (required): ")
      try terminal.type("\u{3}")
      try terminal.expect("thrown: ended by signal 2")
      try terminal.expect("Name (required): ")
      try terminal.type("Ann\r")
      try terminal.expect("Age: ")
      try terminal.type("8\r")
      try terminal.expect("Button [1]: ")
      try terminal.type("\r")
      try terminal.expect("Ann 8\r\nhandled")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// Answers from a pipe and from documents: both outputs and the exit status.
  @Test(arguments: [
    ([], "Ann\n8\n", "Ann 8\n", "", 0),
    (
      [], "Ann\n7\n", "",
      "line 2: age: an odd number: enter an even one\nAskFixture: the answers are not valid: nothing was submitted\n",
      1
    ),
    (
      [], "Ann\n8\n9\n", "",
      "line 3: more lines than fields\nAskFixture: input ended before the form was submitted\n",
      1
    ),
    (
      ["guests"], "Ann\n8\n9\n", "",
      "line 3: more lines than fields; lines cannot fill in Guests: answer at a terminal\nAskFixture: input ended before the form was submitted\n",
      1
    ),
    (
      ["throwing"], "Mallory\n8\n", "thrown: the answers are not valid: nothing was submitted\n",
      "line 1: name: not expected: ask at the desk\n", 0
    ),
    (
      [], "Ann\n", "",
      "line 2: age: the input ended before this field\nAskFixture: input ended before the form was submitted\n",
      1
    ),
    (["early"], "Ann\n", "Ann 0\n", "", 0),
    // The program prints the reason of a store that fails once, and the error contains it.
    (["broken"], "Ann\n8\n", "", "Note: Not submitted: the desk is empty\n", 1),
    (
      ["broken", "throwing"], "Ann\n8\n", "thrown: Not submitted: the desk is empty\n",
      "Note: Not submitted: the desk is empty\n", 0
    ),
    (
      ["broken", "answers=-"], #"{"name": "Ann"}"#, "",
      "AskFixture: Not submitted: the desk is empty\n", 1
    ),
    (
      ["early"], "", "",
      "line 1: name: the input ended before this field\nAskFixture: input ended before the form was submitted\n",
      1
    ),
    (["answers=-"], #"{"name": "Ann", "age": 8}"#, "Ann 8\n", "", 0),
    (
      ["answers=-"], #"{"age": 151}"#, "",
      "/name: required\n/age: 150 or less\n/age: an odd number: enter an even one\n", 1
    ),
    (
      ["answers=-"], #"{"nam": "Ann"}"#, "",
      "AskFixture: answers file standard input: line 1, column 2: /nam is not in the form: there are name, age\n",
      2
    ),
    (
      ["answers=/nowhere/x.json"], "", "",
      "AskFixture: answers file /nowhere/x.json: No such file or directory: name a file that can be read\n",
      2
    ),
    (["unattended", "throwing"], "", "thrown: /name: required\n", "", 0),
    (
      ["failing"], "Ann\n8\n", "Ann 8\n",
      "/name: could not be checked: the desk is empty\n", 0
    ),
    (
      ["failing", "answers=-"], #"{"name": "Ann"}"#, "Ann 0\n",
      "/name: could not be checked: the desk is empty\n", 0
    ),
    (
      ["missing"], "Ann\n8\n", "",
      "AskFixture: nothing checks /name: pass `checking:` to the form\n", 1
    ),
    (
      ["refusing"], "Ann\n8\n", "",
      "line 2: age: a visitor is 18 or older\nAskFixture: the answers were refused\n", 1
    ),
    (["elsewhere"], "Ann\n8\n", "Ann 8\n", "", 0),
    (["elsewhere", "answers=-"], #"{"name": "Ann", "age": 8}"#, "Ann 8\n", "", 0),
    // The main actor is free while the call is awaited.
    (["awaited", "held"], "Ann\n8\n", "Ann 8\n", "", 0),
    (["awaited", "answers=-"], #"{"name": "Ann", "age": 8}"#, "Ann 8\n", "", 0),
    (
      ["awaited"], "", "",
      "line 1: name: the input ended before this field\nAskFixture: input ended before the form was submitted\n",
      1
    ),
  ])
  func answersComeWithoutAPerson(
    _ arguments: [String], input: String, printed: String, said: String, status: Int32
  ) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([try Self.program] + arguments, input: input)
    }
    #expect(outcome.outputText.hasPrefix(printed))
    #expect(outcome.errorText == said)
    #expect(outcome.status == .exited(status))
  }
}

extension PseudoTerminal {
  /// Waits for each prompt, and types its answer.
  fileprivate func answer(_ dialogue: AskTests.Dialogue) throws {
    for (prompt, answer) in dialogue {
      try expect(prompt)
      try type(answer)
    }
  }
}
