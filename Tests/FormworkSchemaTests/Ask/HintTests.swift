import TestSupport
import Testing

/// The hints of `x-formwork`.
@Suite struct HintTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(
    _ schema: String, _ arguments: [String], input: String = ""
  ) async throws -> Child.Outcome {
    try directory.write(Array(schema.utf8), to: "s.yaml")
    return try await onThreadOfItsOwn { [directory] in
      try Child.run(
        [try Program.path(named: "formwork")] + arguments, directory: directory.path, input: input)
    }
  }

  // MARK: Looks

  @Test func theOrderIsThatOfTheHint() async throws {
    let schema = """
      properties: {a: {type: string}, b: {type: string}, c: {type: string}}
      x-formwork: {order: [c, nowhere, a]}
      """
    let outcome = try await run(schema, ["show", "s.yaml"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: "s.yaml: object\n  C: text\n  A: text\n  B: text\n"))
  }

  /// A group comes where its first member does.
  @Test func groupsHaveAnOrder() async throws {
    let schema = """
      properties: {a: {type: string}}
      allOf: [{title: Others, properties: {b: {type: string}, c: {type: string}}}]
      x-formwork: {order: [c, a]}
      """
    let outcome = try await run(schema, ["show", "s.yaml"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: "s.yaml: object\n  Others: object\n    C: text\n    B: text\n  A: text\n"))
  }

  /// A front end shows the example where there is no help.
  @Test(arguments: [
    (
      "description: For programs., x-formwork: {help: For people., placeholder: Ann}", "For people."
    ),
    ("examples: [Bob], x-formwork: {placeholder: Such as Ann, width: 10}", "Such as Ann"),
    ("examples: [Bob], x-formwork: {width: 10}", "Bob"),
  ])
  func hintsAreShown(_ hints: String, _ shown: String) async throws {
    let schema = "properties: {name: {type: string, \(hints)}}"
    try directory.write(Array(schema.utf8), to: "s.yaml")
    try await onThreadOfItsOwn { [directory] in
      let screen = try Screen(
        [Program.path(named: "formwork"), "ask", "s.yaml", "--front-end", "screen"],
        directory: directory.path)
      let lines = try screen.waitUntil { $0.contains { $0.contains(shown) } }
      #expect(!lines.contains { $0.contains("For programs.") })
      try screen.type("\u{3}")
      #expect(try screen.expectEnd() == .signalled(2))
    }
  }

  static let faults = [
    ("x-formwork: 3", "#/x-formwork: is a number: an object is required"),
    ("x-formwork: {colour: red}", "#/x-formwork/colour: is not allowed: remove it"),
    (
      "x-formwork: {order: a}",
      "#/x-formwork/order: is a string: an array is required"
    ),
    ("x-formwork: {width: 0}", "#/x-formwork/width: must be at least 1"),
    ("type: string, x-formwork: {check: []}", "#/x-formwork/check: must have at least 1 item"),
    (
      "type: string, x-formwork: {complete: [x, 1]}",
      "#/x-formwork/complete/1: is a number: a string is required"
    ),
    (
      "format: password, type: string, x-formwork: {check: [x]}",
      "#/x-formwork/check: a program must not get a secret: remove it"
    ),
    (
      "writeOnly: true, type: string, x-formwork: {complete: [x]}",
      "#/x-formwork/complete: a program must not get a secret: remove it"
    ),
    (
      "properties: {a: {type: string}}, x-formwork: {check: [x]}",
      "#/x-formwork/check: only a single value can have a program: move it to a member or item"
    ),
  ]

  @Test(arguments: faults)
  func aFaultIsALine(_ schema: String, _ fault: String) async throws {
    let outcome = try await run("{\(schema)}", ["show", "s.yaml"])
    #expect(outcome.status == .exited(2))
    #expect(outcome.output == [])
    let line = outcome.errorText
    #expect(line.hasPrefix("formwork: ") && line.hasSuffix(": \(fault)\n"), "\(line)")
    #expect(line.contains("s.yaml: line 1, column "))
  }

  // MARK: Programs

  private func schema(check words: String) -> String {
    "properties: {name: {type: string, x-formwork: {check: \(words)}}}"
  }

  private static let kept = "{\n  \"name\": \"Ann\"\n}\n"

  static let checks: [(words: String, status: CInt, errors: String)] = [
    (#"[grep, -qx, Ann]"#, 0, ""),
    (
      #"[sh, -c, 'read n; echo "$n is taken: choose another"; exit 1']"#, 1,
      "Ann is taken: choose another"
    ),
    (#"[sh, -c, 'printf "\n \nno\033[31m\n"; exit 1']"#, 1, "no\u{FFFD}[31m"),
    // The whole text, and no line break after it.
    (#"[sh, -c, '[ "$(od -An -c | tr -d " ")" = Ann ]']"#, 0, ""),
    // Words go to no shell.
    (#"[sh, -c, '[ "$1" = "\$HOME *" ]', sh, '$HOME *']"#, 0, ""),
    // There is no terminal, and no descriptor except the three.
    (#"[sh, -c, '! true </dev/tty && [ "$(ls /proc/self/fd | wc -l)" = 4 ]']"#, 0, ""),
    (#"[./is-free]"#, 1, "not free"),
    (
      #"[sh, -c, 'exit 1']"#, 0,
      "could not be checked: sh: exit status 1 without a line: write the reason"
    ),
    (#"[sh, -c, 'exit 3']"#, 0, "could not be checked: sh: exit status 3: 0 or 1 is needed"),
    (#"[sh, -c, 'kill -9 $$']"#, 0, "could not be checked: sh: ended by signal 9"),
    (#"[./nowhere]"#, 0, "could not be checked: ./nowhere: No such file or directory"),
    (#"[nowhere]"#, 0, "could not be checked: nowhere: No such file or directory"),
    (#"[is-free]"#, 0, "could not be checked: is-free: No such file or directory"),
    (#"['yes']"#, 0, "could not be checked: yes: more than 65536 bytes of output"),
    // The end of a process that stays does not count.
    (#"[sh, -c, 'sleep 1000 & exit 0']"#, 0, ""),
  ]

  @Test(arguments: checks)
  func aProgramChecks(_ check: (words: String, status: CInt, errors: String)) async throws {
    try directory.write(Array("#!/bin/sh\necho not free\nexit 1\n".utf8), to: "is-free")
    _ = try await onThreadOfItsOwn { [directory] in
      try Child.run(["chmod", "+x", directory.path(of: "is-free")])
    }
    let outcome = try await run(
      schema(check: check.words), ["ask", "s.yaml", "--data", "-", "--no-input", "--allow-checks"],
      input: #"{"name": "Ann"}"#)
    #expect(
      outcome
        == Child.Outcome(
          .exited(check.status), output: check.status == 0 ? Self.kept : "",
          errors: check.errors.isEmpty ? "" : "/name: \(check.errors)\n"))
  }

  /// A program is relative to the folder of the schema, not to the current one.
  @Test func programsAreBesideTheSchema() async throws {
    let outcome = try await onThreadOfItsOwn { [directory, schema = schema(check: "[./c, -x]")] in
      try Child.run(
        [
          "sh", "-c",
          """
          mkdir forms && printf %s "$1" >forms/s.yaml
          printf '#!/bin/sh\\necho "$1" $(basename "$PWD")\\nexit 1\\n' >forms/c && chmod +x forms/c
          mkdir here && cd here && exec "$0" ask ../forms/s.yaml --data - --no-input --allow-checks
          """, Program.path(named: "formwork"), schema,
        ], directory: directory.path, input: #"{"name": "Ann"}"#)
    }
    #expect(outcome == Child.Outcome(.exited(1), errors: "/name: -x here\n"))
  }

  @Test func programsAreNotRunUnasked() async throws {
    let outcome = try await run(
      schema(check: "[touch, ran]"), ["ask", "s.yaml", "--data", "-", "--no-input"],
      input: #"{"name": "Ann"}"#)
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: Self.kept,
          errors: """
            formwork: the programs of the schema are not run: if you trust them, add --allow-checks

            """))
    #expect(!directory.contains("ran"))
  }

  @Test func theOutlineNamesThePrograms() async throws {
    let outcome = try await run(schema(check: "[./is-free, -x]"), ["show", "s.yaml"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: "s.yaml: object\n  Name: text, check ./is-free -x\n"))
  }

  /// The program of a text that was changed is killed, and its result does not count.
  @Test func aProgramIsCancelled() async throws {
    let script = #"read n; [ "$n" = slow ] || exit 0; echo $$ >pid; sleep 1000; echo slow; exit 1"#
    try directory.write(Array(schema(check: "[sh, -c, '\(script)']").utf8), to: "s.yaml")
    try await onThreadOfItsOwn { [directory] in
      try #require(try Child.run(["mkfifo", directory.path(of: "pid")]).status == .exited(0))
      let terminal = try Self.ask(on: "editline", in: directory)
      try terminal.expect("Name: ")
      try terminal.type("slow")
      let process = try Child.run(["cat", directory.path(of: "pid")]).outputText
      try terminal.type("er")
      try terminal.expect("ok")
      try terminal.type("\r\r")
      #expect(
        try terminal.child.wait()
          == Child.Outcome(.exited(0), output: "{\n  \"name\": \"slower\"\n}\n"))
      #expect(try Child.run(["sh", "-c", "kill -0 \(process)"]).status == .exited(1))
    }
  }

  /// Starts the form of a schema whose programs may run.
  private static func ask(
    on frontEnd: String, in directory: TemporaryDirectory
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      [
        Program.path(named: "formwork"), "ask", "s.yaml", "--allow-checks", "--front-end", frontEnd,
      ], directory: directory.path, output: .pipe)
  }

  @Test(arguments: ["editline", "screen"])
  func aProgramCompletes(_ frontEnd: String) async throws {
    let schema = """
      properties:
        city:
          type: string
          x-formwork: {complete: [sh, -c, 'read t; printf "Berlin\\nParis\\n" | grep "^$t"']}
      """
    try directory.write(Array(schema.utf8), to: "s.yaml")
    try await onThreadOfItsOwn { [directory] in
      let terminal = try Self.ask(on: frontEnd, in: directory)
      try terminal.expect("City")
      try terminal.type("Pa\t")
      try terminal.expect("ris")
      try terminal.type("\u{18}s")
      #expect(
        try terminal.child.wait()
          == Child.Outcome(.exited(0), output: "{\n  \"city\": \"Paris\"\n}\n"))
    }
  }
}
