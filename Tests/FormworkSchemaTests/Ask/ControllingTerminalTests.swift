import TestSupport
import Testing

/// Forms on the controlling terminal, while standard output has the answer alone.
@Suite struct ControllingTerminalTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let schema = #"{"properties": {"name": {"type": "string"}}, "required": ["name"]}"#
    try directory.write(Array(schema.utf8), to: "s.json")
    try directory.write(Array(#"{"name": "Ann"}"#.utf8), to: "d.json")
  }

  /// A command with `F` for the program, the dialogue, and the answer.
  struct Row: CustomTestStringConvertible, Sendable {
    let command: String
    let dialogue: [(prompt: String, typed: String)]
    let answer: String

    var testDescription: String { command }
  }

  private static let named = [("Name (required): ", "Ann\r"), ("[1]: ", "\r")]

  static let rows = [
    Row(command: "F ask s.json 2>&-", dialogue: named, answer: "{ \"name\": \"Ann\" }"),
    Row(command: "F ask s.json 2>log </dev/null", dialogue: named, answer: "{ \"name\": \"Ann\" }"),
    Row(command: "F ask s.json 2>log </dev/tty", dialogue: named, answer: "{ \"name\": \"Ann\" }"),
    Row(command: "F ask s.json 2>log <&-", dialogue: named, answer: "{ \"name\": \"Ann\" }"),
    Row(
      command: "cat d.json | F ask s.json --data - 2>log",
      dialogue: [("[Ann]: ", "Bob\r"), ("[1]: ", "\r")], answer: "{ \"name\": \"Bob\" }"),
    Row(
      command: "cat s.json | F ask - --data d.json 2>log",
      dialogue: [("[Ann]: ", "\r"), ("[1]: ", "\r")], answer: "{ \"name\": \"Ann\" }"),
    // A pipe with answers, and a file with answers.
    Row(
      command: "echo Ann | F ask s.json 2>log", dialogue: [], answer: "{ \"name\": \"Ann\" }"),
    Row(command: "F input Name <s.json 2>log | wc -l", dialogue: [], answer: "1"),
    Row(
      command: "F input Name 2>log </dev/null", dialogue: [("Name (required): ", "Ann\r")],
      answer: "Ann"),
    Row(
      command: "F password Token 2>log </dev/null",
      dialogue: [("Token (required, not shown): ", "secret\r")], answer: "secret"),
    Row(
      command: "F choose Size small large 2>log </dev/null",
      dialogue: [("Size (", "2\r")], answer: "large"),
    Row(
      command: "F confirm Delete? 2>log </dev/null && echo deleted",
      dialogue: [("(y/n) [n]: ", "y\r")], answer: "deleted"),
    Row(
      command: "F input Name --no-input --default Ann 2>log </dev/null", dialogue: [],
      answer: "Ann"),
  ]

  /// The log has the errors of the program alone.
  @Test(arguments: rows)
  func theAnswerIsKept(_ row: Row) async throws {
    try await onThreadOfItsOwn { [directory] in
      let script = """
        F() { "$0" "$@"; }; : >log
        answer=$(\(row.command)); echo "kept:" $answer; wc -c <log
        """
      let terminal = try PseudoTerminal(
        ["sh", "-c", script, Program.path(named: "formwork")],
        environment: Child.environment.merging(["FORMWORK_FRONT_END": "plain"]) { $1 },
        directory: directory.path)
      for (prompt, typed) in row.dialogue {
        try terminal.expect(prompt)
        try terminal.type(typed)
      }
      try terminal.expect("kept: \(row.answer)\r\n0\r\n")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// The other front ends draw there, too, and ^C restores the terminal.
  @Test(arguments: ["editline", "screen"])
  func frontEndsDrawOnTheTerminal(_ frontEnd: String) async throws {
    try await onThreadOfItsOwn { [directory] in
      let terminal = try PseudoTerminal(
        [Program.path(named: "formwork"), "ask", "s.json", "--front-end", frontEnd],
        directory: directory.path, input: .nothing, output: .pipe, errors: .pipe)
      try terminal.expect("Name")
      try terminal.type("\u{3}")
      let outcome = try terminal.child.wait()
      #expect(outcome == Child.Outcome(.signalled(2), errors: "formwork: nothing was submitted\n"))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// A terminal that is not the controlling one is used as it is given.
  @Test func anotherTerminalIsUsed() async throws {
    try await onThreadOfItsOwn { [directory] in
      let other = try PseudoTerminal(["cat"])
      let path = try #require(
        try Child.run(["readlink", "/proc/\(other.child.process)/fd/0"]).outputText
          .split(separator: "\n").first)
      other.child.send(19)
      let terminal = try PseudoTerminal(
        [
          "sh", "-c", "exec \"$0\" input Name --front-end plain <\(path) 2>\(path)",
          Program.path(named: "formwork"),
        ], directory: directory.path, output: .pipe)
      try other.expect("Name (required): ")
      try other.type("Ann\r")
      #expect(try terminal.child.wait() == Child.Outcome(.exited(0), output: "Ann\n"))
      #expect(terminal.output == "")
    }
  }
}
