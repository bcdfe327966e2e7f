import TestSupport
import Testing

/// `formwork input`, `password`, `choose` and `confirm`.
struct OneLineTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var input = ""
    let status: CInt
    var output = ""
    var errors = ""

    var testDescription: String { arguments.joined(separator: " ") }
  }

  // MARK: Pipes

  @Test(arguments: pipes + faults + nonInteractive + misuses)
  func exitsWith(_ row: Row) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([try Program.path(named: "formwork")] + row.arguments, input: row.input)
    }
    #expect(
      outcome == Child.Outcome(.exited(row.status), output: row.output, errors: row.errors))
  }

  private static let sizes = ["choose", "Size", "small", "medium", "large"]
  private static let invalid =
    "formwork: the answers are not valid: nothing was submitted\n"
  private static let notSubmitted = "formwork: input ended before the form was submitted\n"

  static let pipes = [
    Row(arguments: ["input", "Name"], input: "demo\n", status: 0, output: "demo\n"),
    Row(
      arguments: ["input", "Name", "--default", "demo"], input: "\n", status: 0, output: "demo\n"),
    Row(arguments: ["input", "Name", "--optional"], input: "\n", status: 0, output: "\n"),
    Row(
      arguments: ["input", "Name", "--pattern", "a|ab", "--maximum-length", "2"], input: "ab",
      status: 0, output: "ab\n"),
    Row(
      arguments: ["password", "Token", "--minimum-length", "3", "--confirm"], input: "äbc\näbc\n",
      status: 0, output: "äbc\n"),
    Row(arguments: sizes, input: "medium\n", status: 0, output: "medium\n"),
    Row(arguments: sizes + ["--default", "large"], input: "\n", status: 0, output: "large\n"),
    Row(arguments: sizes + ["--optional"], input: "\n", status: 0, output: "\n"),
    Row(
      arguments: sizes + ["--many"], input: "large, small\n", status: 0, output: "small\nlarge\n"),
    Row(arguments: sizes + ["--many", "--optional"], input: "\n", status: 0),
    Row(arguments: ["confirm", "Delete?"], input: "yes\n", status: 0),
    Row(arguments: ["confirm", "Delete?"], input: "no\n", status: 1),
    Row(arguments: ["confirm", "Delete?", "--default", "yes"], input: "\n", status: 0),
  ]

  static let faults = [
    Row(
      arguments: ["input", "Name"], input: "", status: 1,
      errors: """
        line 1: answer: the input ended before this field
        formwork: input ended before the form was submitted

        """),
    Row(
      arguments: ["input", "Name"], input: "a\nb\n", status: 1,
      errors: "line 2: more lines than fields\n" + notSubmitted),
    Row(
      arguments: ["input", "Name", "--pattern", "a"], input: "ab\n", status: 1,
      errors: "line 1: answer: does not match the pattern a\n" + invalid),
    Row(
      arguments: ["input", "Name", "--pattern", "(a+)+b"], input: String(repeating: "a", count: 50),
      status: 1, errors: "line 1: answer: does not match the pattern (a+)+b\n" + invalid),
    Row(
      arguments: ["password", "Token", "--minimum-length", "20"], input: "abc\n", status: 1,
      errors: "line 1: answer: 20 characters at least: 17 more\n" + invalid),
    Row(
      arguments: ["password", "Token", "--confirm"], input: "abc\nabd\n", status: 1,
      errors: "line 2: again: is not the same\n" + invalid),
    Row(
      arguments: sizes, input: "tiny\n", status: 1,
      errors: "line 1: answer: no option of that name, label or number\n" + invalid),
    Row(
      arguments: ["confirm", "Delete?"], input: "perhaps\n", status: 1,
      errors: "line 1: answer: answer y or n\n" + notSubmitted),
  ]

  static let nonInteractive = [
    Row(
      arguments: ["input", "Name", "--no-input", "--default", "demo"], status: 0, output: "demo\n"),
    Row(arguments: ["input", "Name", "--no-input", "--optional"], status: 0, output: "\n"),
    Row(
      arguments: ["input", "Name", "--no-input"], input: "demo\n", status: 1,
      errors: "Name: required\n"),
    Row(
      arguments: ["input", "Name", "--no-input", "--default", "x", "--minimum-length", "2"],
      status: 1, errors: "Name: 2 characters at least: 1 more\n"),
    Row(
      arguments: ["password", "Token", "--no-input"], status: 1, errors: "Token: required\n"),
    Row(
      arguments: sizes + ["--no-input", "--many", "--default", "large", "--default", "small"],
      status: 0, output: "small\nlarge\n"),
    Row(arguments: sizes + ["--no-input"], status: 1, errors: "Size: required\n"),
    Row(arguments: ["confirm", "Delete?", "--no-input", "--default", "yes"], status: 0),
    Row(arguments: ["confirm", "Delete?", "--no-input", "--default", "no"], status: 1),
    Row(
      arguments: ["confirm", "Delete?", "--no-input"], status: 1,
      errors: "formwork: --no-input and no answer: add --default yes or --default no\n"),
  ]

  private static func misuse(_ arguments: [String], _ complaint: String) -> Row {
    Row(
      arguments: arguments, status: 2,
      errors: "\(complaint)\nSee 'formwork \(arguments[0]) --help'.\n")
  }

  static let misuses = [
    misuse(["choose", "Size"], "Missing expected argument \"<option> ...\""),
    misuse(
      sizes + ["--default", "tiny"],
      "--default \"tiny\" is not an option: name one of the options"),
    misuse(
      sizes + ["--default", "small", "--default", "large"],
      "--default is given twice: give one, or add --many"),
    misuse(["choose", "Size", "a\nb"], "an option contains a line break: replace it"),
    misuse(sizes + ["small"], "the option \"small\" is given twice: omit one"),
    misuse(
      ["input", "Name", "--pattern", "a)(b"],
      "--pattern a)(b: not a regular expression at column 2: a bracket without its counterpart: "
        + "put a backslash before it"),
    misuse(
      ["input", "Name", "--minimum-length", "3", "--maximum-length", "2"],
      "lengths are not possible: give numbers from 0, and a minimum up to the maximum"),
    misuse(
      ["password", "Token", "--minimum-length=-1"],
      "lengths are not possible: give numbers from 0, and a minimum up to the maximum"),
    misuse(
      ["confirm", "Delete?", "--default", "perhaps"],
      "The value \"perhaps\" is invalid for \"--default <default>\". Please provide one of \"yes\" "
        + "and \"no\"."),
  ]

  /// A file name may have any bytes.
  @Test func optionsAreWrittenByteByByte() async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([
        "bash", "-c", #"echo 1 | "$0" choose File $'f\xff' | od -An -tx1"#,
        try Program.path(named: "formwork"),
      ])
    }
    #expect(outcome == Child.Outcome(.exited(0), output: " 66 ff 0a\n"))
  }

  // MARK: Terminals

  /// The words of a command, what is awaited and typed, the output and the status.
  struct Dialogue: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let steps: [String: [(wanted: String, typed: String)]]
    var output = ""
    var status = Child.Status.exited(0)

    var testDescription: String { arguments[0] }
  }

  static let dialogues = [
    Dialogue(
      arguments: ["input", "Project name", "--pattern", "[a-z-]+", "--default", "demo"],
      steps: [
        "plain": [
          ("[demo]: ", "A1\r"), ("does not match the pattern [a-z-]+", ""), ("[A1]: ", "abc\r"),
        ],
        "editline": [
          ("Project name (required): demo", "\u{15}A1"),
          ("does not match the pattern", "\u{15}abc\r"),
        ],
      ], output: "abc\n"),
    Dialogue(
      arguments: ["password", "API token", "--minimum-length", "3"],
      steps: [
        "plain": [("API token (required", "ab\r"), ("1 more", ""), ("to replace]: ", "abc\r")],
        "editline": [("API token (required", "ab"), ("1 more", "c\r")],
      ], output: "abc\n"),
    Dialogue(
      arguments: ["choose", "Extras", "--many", "docs", "tests", "examples"],
      steps: [
        "plain": [("Extras (", "3, docs\r")], "editline": [("Extras (", "docs, examples\r")],
      ], output: "docs\nexamples\n"),
    Dialogue(
      arguments: ["confirm", "Delete 3 files?"],
      steps: [
        "plain": [("Delete 3 files? (y/n) [n]: ", "y\r")],
        "editline": [("Delete 3 files? (y/n) [n]: ", "y\r")],
      ]),
    Dialogue(
      arguments: ["confirm", "Delete 3 files?", "--default", "yes"],
      steps: ["plain": [("[y]: ", "n\r")], "editline": [("[y]: ", "n\r")]],
      status: .exited(1)),
  ]

  private static func terminal(
    _ arguments: [String], at frontEnd: String
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [Program.path(named: "formwork")] + arguments + ["--front-end", frontEnd], output: .pipe)
  }

  /// The form is on the terminal, and the pipe has the answer alone.
  @Test(arguments: dialogues, ["plain", "editline"])
  func answersAtATerminal(_ dialogue: Dialogue, _ frontEnd: String) async throws {
    try await onThreadOfItsOwn {
      let terminal = try Self.terminal(dialogue.arguments, at: frontEnd)
      for (wanted, typed) in try #require(dialogue.steps[frontEnd]) {
        if !wanted.isEmpty { try terminal.expect(wanted) }
        try terminal.type(typed)
      }
      let outcome = try terminal.child.wait()
      #expect(outcome == Child.Outcome(dialogue.status, output: dialogue.output))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// ^C ends the program by its signal, and ^D with the status of leaving.
  @Test(
    arguments: [["input"], ["password"], ["choose", "--many", "a", "b"], ["confirm"]],
    [
      ("plain", "\u{3}", Child.Status.signalled(2)), ("editline", "\u{3}", .signalled(2)),
      ("plain", "\u{4}", .exited(130)), ("editline", "\u{4}", .exited(130)),
    ])
  func isLeft(
    _ arguments: [String], by end: (frontEnd: String, typed: String, status: Child.Status)
  ) async throws {
    try await onThreadOfItsOwn {
      let terminal = try Self.terminal(
        [arguments[0], "Question"] + arguments.dropFirst(), at: end.frontEnd)
      try terminal.expect("Question (")
      try terminal.expect(": ")
      try terminal.type(end.typed)
      let outcome = try terminal.child.wait()
      #expect(outcome == Child.Outcome(end.status))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }
}
