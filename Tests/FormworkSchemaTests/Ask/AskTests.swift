import Foundation
@testable import FormworkAsk
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSystem
import Glibc
import TestSupport
import Testing

/// `formwork ask` and `formwork show`.
@Suite struct AskTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: [String], input: String = "") async throws -> Child.Outcome {
    try await onThreadOfItsOwn { [directory] in
      try Child.run(
        [try Program.path(named: "formwork")] + arguments, directory: directory.path, input: input)
    }
  }

  private func write(_ text: String, to name: String) throws {
    try directory.write(Array(text.utf8), to: name)
  }

  static let project = """
    type: object
    title: A project
    properties:
      name: {type: string, pattern: '^[a-z-]+$', minLength: 2}
      size: {enum: [small, large], default: small}
      ports: {type: array, items: {type: integer, maximum: 65535}}
      owner:
        type: object
        properties: {mail: {type: string, format: email}}
        required: [mail]
      store:
        oneOf:
        - {title: A folder, type: object, properties: {path: {type: string}}, required: [path]}
        - {title: A server, type: object, properties: {url: {type: string}}, required: [url]}
      labels: {type: object, additionalProperties: {type: string}}
    required: [name, size]
    """

  /// The file that another program has changed since is replaced only by the second submission.
  @Test func aChangeOfTheFileIsNotLostUnnoticed() throws {
    for previous in [nil, "{}"] {
      let path = directory.path(of: "answer.json")
      if let previous { try directory.write(previous, to: "answer.json") }
      let file = try AnswerFile(path: path)
      try directory.write("[1]", to: "answer.json")
      let failure = #expect(throws: ProgramFailure.self) { try file.write("1", isSecret: false) }
      #expect(failure?.message == .key("ask.changed", ["path": .path(path)]))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "[1]")
      try file.write("1", isSecret: false)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "1")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser gives files away"))
  func theFileKeepsItsOwner() throws {
    let path = try directory.write("{}", to: "answer.json")
    #expect(chown(path, 65534, 65533) == 0)
    try AnswerFile(path: path).write("1", isSecret: false)
    let status = try #require(stat(at: path))
    #expect((status.st_uid, status.st_gid, status.st_mode & 0o777) == (65534, 65533, 0o600))
  }

  /// Alternatives without titles are numbered, full tuples have no other items, defaults fill objects.
  @Test func whatHasNoNameIsNumbered() async throws {
    try write(
      """
      {"properties": {
        "s": {"oneOf": [
          {"type": "object", "properties": {"a": {"type": "string"}}},
          {"type": "object", "properties": {"b": {"type": "string"}}}]},
        "t": {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}, "maxItems": 1},
        "d": {"type": "object", "default": {"x": "1"},
          "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}
      }, "required": ["d"]}
      """, to: "s.json")
    #expect(
      try await run(["show", "s.json"])
        == Child.Outcome(
          .exited(0),
          output: """
            s.json: object
              S: Alternatives
                Alternative 1: object, required
                  A: text
                Alternative 2: object, required
                  B: text
              T: list, maxItems 1
                Item 1: text
              D: object, required
                X: text
                Y: text

            """))
    let answer = "{\n  \"d\": {\n    \"x\": \"1\"\n  }\n}\n"
    #expect(
      try await run(["ask", "s.json", "--no-input"]) == Child.Outcome(.exited(0), output: answer))
  }

  /// The form stays while its answer cannot be written, and its draft as well.
  @Test(arguments: ["plain", "editline"])
  func anAnswerThatCannotBeWrittenIsNotLost(frontEnd: String) async throws {
    try write(
      #"{"properties": {"name": {"type": "string"}}, "required": ["name"]}"#, to: "s.json")
    let folder = directory.path(of: "folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try await onThreadOfItsOwn { [directory] in
      let program = try Program.path(named: "formwork")
      let terminal = try PseudoTerminal(
        [program, "ask", directory.path(of: "s.json"), "--output", folder + "/answer.json"],
        environment: Child.environment.merging(
          ["HOME": directory.path, "FORMWORK_FRONT_END": frontEnd]) { $1 })
      try terminal.expect("Name (required): ")
      try terminal.type("Ann\r")
      try terminal.expect("Button [1]: ")
      try FileManager.default.removeItem(atPath: folder)
      try terminal.type("\r")
      try terminal.expect("name a file that can be written")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try terminal.expect("Button [1]: ")
      try terminal.type("\r")
      #expect(try terminal.expectEnd() == .exited(0))
    }
    let answer = try String(contentsOfFile: folder + "/answer.json", encoding: .utf8)
    #expect(answer == "{\n  \"name\": \"Ann\"\n}\n")
  }

  @Test func answersAreReviewed() async throws {
    try write(#"{"properties": {"name": {"type": "string"}}}"#, to: "s.json")
    let output = try await onThreadOfItsOwn { [directory] in
      let program = try Program.path(named: "formwork")
      let terminal = try PseudoTerminal(
        [program, "ask", directory.path(of: "s.json"), "--review", "--front-end", "plain"],
        environment: Child.environment.merging(["HOME": directory.path]) { $1 }, output: .pipe)
      try terminal.expect("Name: ")
      try terminal.type("Ann\r")
      try terminal.expect("Button [1]: ")
      try terminal.type("\r")
      try terminal.expect("Name: Ann")
      try terminal.expect("[1]: ")
      try terminal.type("\r")
      return try terminal.child.wait()
    }
    #expect(output == Child.Outcome(.exited(0), output: "{\n  \"name\": \"Ann\"\n}\n"))
  }

  /// A draft is offered for the schema that it was written for, and not for its namesake.
  @Test func aSchemaHasItsOwnDrafts() async throws {
    let schema = #"{"properties": {"name": {"type": "string"}}, "required": ["name"]}"#
    let folders = ["one", "two"].map(directory.path)
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      _ = try directory.write(schema, to: folder.suffix(3) + "/s.json")
    }
    let home = directory.path(of: "home")
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
    try await onThreadOfItsOwn {
      let program = try Program.path(named: "formwork")
      func begin(in folder: String) throws -> PseudoTerminal {
        try PseudoTerminal(
          [program, "ask", folder + "/s.json"],
          environment: Child.environment.merging(
            [
              "HOME": home, "FORMWORK_FRONT_END": "plain",
              "SWIFT_BACKTRACE": "enable=yes,interactive=no",
            ]) { $1 })
      }
      func leave(_ terminal: PseudoTerminal, by signal: CInt = SIGTERM) throws {
        terminal.child.send(signal)
        #expect(try terminal.expectEnd() == .signalled(signal))
      }
      let first = try begin(in: folders[0])
      try first.expect("Name (required): ")
      try first.type("Ann\r")
      try first.expect("Button [1]: ")
      try leave(first)
      let namesake = try begin(in: folders[1])
      try namesake.expect("Name (required): ")
      try leave(namesake)
      let again = try begin(in: folders[0])
      try again.expect("This form was begun")
      // Swift's runtime would report a crash.
      try leave(again, by: SIGQUIT)
    }
  }

  /// A fault in a chosen alternative is that of its member, and not one of the whole.
  @Test func aFaultInAnAlternativeIsItsMembers() throws {
    let schema = try JSONSchema(
      reading: """
        {"properties": {"store": {"oneOf": [
          {"type": "object", "properties": {"host": {"type": "string"},
            "port": {"type": "integer", "maximum": 65535}}, "required": ["host", "port"]},
          {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
        ]}}, "required": ["store"]}
        """)
    let model = FormViewModel(
      "form", catalogue: .ask,
      prefilled: [
        "store?": .choice("option1"), "store/option1/host": .text("h"),
        "store/option1/port": .text("99999"),
      ])
    _ = model.open()
    let definition = try SchemaForm(schema).definition(named: "form")
    _ = model.handle(.loaded(LoadID(rawValue: 1), definition))
    #expect(model.press(.submit) == [])
    #expect(model.invalidFields.map(\.field) == ["store/option1/port"])
  }

  /// Documents elsewhere are found as by `formwork validate`.
  @Test func referencesAreMapped() async throws {
    try write(#"{"$ref": "https://example.com/name.json"}"#, to: "s.json")
    try write(#"{"properties": {"name": {"type": "string"}}}"#, to: "name.json")
    for command in ["ask", "show"] {
      let refusal = try await run([command, "s.json"])
      #expect(refusal.status == .exited(2))
    }
    let map = ["--map", "https://example.com/=."]
    #expect(try await run(["show", "s.json"] + map).outputText.contains("Name: text"))
    let outcome = try await run(
      ["ask", "s.json", "--answers", "-", "--no-input"] + map, input: #"{"name": "a"}"#)
    #expect(outcome == Child.Outcome(.exited(0), output: "{\n  \"name\": \"a\"\n}\n"))
  }

  @Test func theFormIsShown() async throws {
    try write(Self.project, to: "p.yaml")
    let outcome = try await run(["show", "p.yaml"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: """
            A project: object
              Name: text, minLength 2, pattern ^[a-z-]+$, required
              Size: one of small, large, required
              Ports: list
                Item: whole number, maximum 65535, required
              Owner: object
                Mail: text, format email, required
              Store: Alternatives
                A folder: object, required
                  Path: text, required
                A server: object, required
                  Url: text, required
              Labels: entries with names
                Item: text, required

            """, errors: ""))
  }

  static let whole = """
    {
      "name": "demo",
      "size": "large",
      "ports": [
        80,
        443
      ],
      "owner": {
        "mail": "a@example.org"
      },
      "store": {
        "url": "x"
      },
      "labels": {
        "a/b": "c"
      },
      "unknown": [
        1.5,
        null
      ]
    }

    """

  /// No part of the data is lost, also if the form does not ask for it.
  @Test func dataComesOutAsItWas() async throws {
    try write(Self.project, to: "p.yaml")
    try write(Self.whole, to: "d.json")
    let outcome = try await run(["ask", "p.yaml", "--data", "d.json", "--no-input"])
    #expect(outcome == Child.Outcome(.exited(0), output: Self.whole, errors: ""))
  }

  /// Data that no secret of one line holds stays one: it is neither displayed nor in a readable file.
  @Test func aSecretOfSeveralLinesStaysSecret() async throws {
    try write(
      """
      {"properties": {"key": {"type": "string", "writeOnly": true},
        "pin": {"type": "integer", "writeOnly": true}}}
      """, to: "s.json")
    let data = "{\n  \"key\": \"BEGIN\\nabc\\nEND\",\n  \"pin\": 1234\n}\n"
    try write(data, to: "d.json")
    let arguments = ["ask", "s.json", "--data", "d.json", "--no-input", "--output", "o.json"]
    let path = directory.path(of: "d.json")
    #expect(chmod(path, 0o640) == 0)
    #expect(
      try await run(arguments)
        == Child.Outcome(
          .exited(2),
          errors: "formwork: d.json: has a secret, and others may read it: chmod 600 it\n"))
    #expect(chmod(path, 0o600) == 0)
    #expect(try await run(arguments) == Child.Outcome(.exited(0)))
    let output = directory.path(of: "o.json")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == data)
    let mode = try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let schema = try JSONSchema(readingFile: directory.path(of: "s.json"))
    let form = try SchemaForm(schema, data: JSONReader.read(data))
    #expect(try Self.kinds(of: form) == [.secret, .secret])
  }

  /// The kinds of fields; `nil` for sections.
  private static func kinds(of form: SchemaForm) throws -> [FieldKind?] {
    try form.definition(named: "form").items.map { item in
      if case .field(let field) = item { field.kind } else { nil }
    }
  }

  /// Choices are marked as required if the array is required and cannot be empty.
  @Test(arguments: [
    (#""required": ["a"]"#, 1, true), (#""required": ["a"]"#, 0, false), ("", 1, false),
  ])
  func choicesAreMarkedAsRequired(_ keyword: String, _ minimum: Int, _ isMarked: Bool) throws {
    let array = #"{"type": "array", "items": {"enum": ["x", "y"]}, "minItems": \#(minimum)}"#
    let keywords = [#""properties": {"a": \#(array)}"#, keyword].filter { !$0.isEmpty }
    let schema = try JSONSchema(reading: "{\(keywords.joined(separator: ", "))}")
    guard case .field(let field)? = try SchemaForm(schema).items.first else {
      Issue.record("no field")
      return
    }
    #expect(field.isRequired == isMarked)
  }

  /// A member that some other schema makes a secret is one in all cases.
  @Test(
    arguments: [
      #""patternProperties": {"^a": {"writeOnly": true}}"#,
      #""dependentSchemas": {"b": {"properties": {"a": {"format": "password"}}}}"#,
      #""if": {"required": ["b"]}, "else": {"properties": {"a": {"writeOnly": true}}}"#,
      #""anyOf": [{"properties": {"a": {"writeOnly": true}}}, {"required": ["b"]}]"#,
      ##""allOf": [{"patternProperties": {"a": {"$ref": "#/definitions/s"}}}], "definitions": {"s": {"writeOnly": true}}"##,
    ])
  func aSecretOfSomeCasesIsHidden(_ keyword: String) throws {
    let members = #"{"a": {"type": "string"}, "b": {"type": "string"}}"#
    let schema = try JSONSchema(reading: #"{"properties": \#(members), \#(keyword)}"#)
    #expect(try Array(Self.kinds(of: SchemaForm(schema, data: nil)).prefix(2)) == [.secret, .text])
  }

  /// A secret of any kind is typed as JSON, and a part with one in it that no field holds, too.
  @Test(
    arguments: [
      (#"{"type": "boolean", "writeOnly": true}"#, "true"),
      (#"{"type": "boolean", "writeOnly": true, "default": false}"#, "true"),
      (#"{"enum": ["a", 1], "writeOnly": true}"#, "1"),
      (#"{"type": "array", "writeOnly": true, "items": {"enum": ["a", "b"]}}"#, #"["b"]"#),
      (#"{"writeOnly": true, "properties": {"b": {"type": "string"}}}"#, #"{"b":"x"}"#),
      (#"{"type": "object", "writeOnly": true}"#, #"{"b":"x"}"#),
      (#"{"format": "password"}"#, "[1]"),
      (#"{"type": ["integer", "string"], "writeOnly": true}"#, "1"),
      (#"{"properties": {"b": {"type": "string", "writeOnly": true}}}"#, #"["x"]"#),
      (#"{"items": {"format": "password", "type": "string"}}"#, #"{"b":"x"}"#),
    ])
  func aSecretOfAnyKindIsHidden(_ part: String, _ value: String) throws {
    let schema = try JSONSchema(reading: #"{"properties": {"a": \#(part)}, "required": ["a"]}"#)
    let data = try JSONReader.read(#"{"a": \#(value)}"#)
    let form = try SchemaForm(schema, data: data)
    #expect(form.hasSecrets)
    #expect(try Self.kinds(of: form) == [.secret])
    #expect(form.start.contents["a"] == .secret(Secret(value)))
    #expect(form.root.json(of: .object(Answers(["a": .secret(Secret(value))]))) == data)
  }

  /// Schemas with a single value, and one that writes the URI of its draft with https.
  @Test(arguments: [
    (#"{"oneOf": [{"type": "null"}]}"#, "null\n"), (#"{"enum": [null]}"#, "null\n"),
    (#"{"anyOf": [{"enum": [null]}, {"type": "null"}]}"#, "null\n"),
    (
      #"{"$schema": "https://json-schema.org/draft-07/schema#", "default": 1, "type": "integer"}"#,
      "1\n"
    ),
  ])
  func unusualSchemasHaveAnswers(schema: String, answer: String) async throws {
    try write(schema, to: "s.json")
    try write(answer, to: "d.json")
    #expect(
      try await run(["ask", "s.json", "--data", "d.json", "--no-input"])
        == Child.Outcome(.exited(0), output: answer))
  }

  /// Each of many levels of alternatives allows a text twice: they are opened level by level.
  @Test func nestedAlternativesAreBounded() async throws {
    let levelCount = 40
    let levels = (0..<levelCount).map { level in
      let next = ##"{"$ref": "#/$defs/l\##(level + 1)"}"##
      return #""l\#(level)": {"anyOf": [\#(next), \#(next)]}"#
    }
    let schema =
      ##"{"$ref": "#/$defs/l0", "$defs": {\##(levels.joined(separator: ", ")), "##
      + #""l\#(levelCount)": {"type": "string"}}}"#
    let count = try await onThreadOfItsOwn {
      try SchemaForm(JSONSchema(reading: schema)).outline(named: "form").count
    }
    #expect(count < 2_000)
  }

  /// Alternatives without titles have their kinds as labels, and namesakes the names of members.
  @Test func labelsDiffer() async throws {
    try write(
      """
      {"properties": {
        "value": {"oneOf": [
          {"type": "string"}, {"const": false}, {"type": "array", "items": {"type": "string"}}]},
        "left": {"$ref": "#/$defs/side"}, "right": {"$ref": "#/$defs/side"},
        "seen": {"type": "string", "readOnly": true}},
        "$defs": {"side": {"title": "Side", "type": "string"}}}
      """, to: "s.json")
    #expect(
      try await run(["show", "s.json"])
        == Child.Outcome(
          .exited(0),
          output: """
            s.json: object
              Value: Alternatives
                text: text, required
                false: false, required
                list: list, required
                  Item: text, required
              Left: text
              Right: text
              Seen: text

            """))
    let form = try SchemaForm(
      JSONSchema(readingFile: directory.path(of: "s.json")),
      data: JSONReader.read(#"{"seen": "x"}"#))
    // The data of a member that is read only is shown.
    let notes: [Message] = try form.definition(named: "form").items.compactMap { item in
      if case .note(_, let text) = item { text } else { nil }
    }
    #expect(notes == [.key("ask.line", ["label": "Seen", "kind": "x"])])
  }

  @Test func theAnswerIsYAML() async throws {
    try write(Self.project, to: "p.yaml")
    let data = #"{"name": "demo", "size": "small", "ports": [80], "owner": {"mail": "a@b.c"}}"#
    let outcome = try await run(
      ["ask", "p.yaml", "--answers", "-", "--no-input", "--format", "yaml"], input: data)
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: """
            name: "demo"
            size: "small"
            ports:
              - 80
            owner:
              mail: "a@b.c"

            """, errors: ""))
  }

  @Test func flatAnswersAreAssignments() async throws {
    try write(
      #"{"properties": {"the-name": {"type": "string"}, "count": {"type": "integer"}}}"#,
      to: "s.json")
    let data = #"{"the-name": "it's", "count": 3}"#
    let outcome = try await run(
      ["ask", "s.json", "--data", "-", "--no-input", "--format", "env"], input: data)
    #expect(
      outcome == Child.Outcome(.exited(0), output: "the_name='it'\\''s'\ncount='3'\n", errors: ""))
  }

  @Test func violationsHavePointers() async throws {
    try write(Self.project, to: "p.yaml")
    let data = #"{"name": "A", "ports": [70000], "owner": {"mail": "x"}}"#
    let outcome = try await run(["ask", "p.yaml", "--data", "-", "--no-input"], input: data)
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "",
          errors: """
            /name: must have at least 2 characters
            /ports/0: must be at most 65535
            /owner/mail: must be an e-mail address, such as ann@example.org

            """))
  }

  @Test func theFileIsReplacedAsAWhole() async throws {
    try write(#"{"properties": {"token": {"type": "string", "writeOnly": true}}}"#, to: "s.json")
    try write("old", to: "out.json")
    let outcome = try await run(
      ["ask", "s.json", "--data", "-", "--no-input", "--output", "out.json"],
      input: #"{"token": "secret"}"#)
    #expect(outcome == Child.Outcome(.exited(0), output: "", errors: ""))
    let path = directory.path(of: "out.json")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{\n  \"token\": \"secret\"\n}\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// A link leads to the file, and a pipe is written to.
  @Test func linksAndPipesStay() async throws {
    try write(#"{"properties": {"a": {"type": "integer"}}}"#, to: "s.json")
    let script = """
      echo old >target; ln -s target link; mkfifo pipe; exec 3<>pipe
      for file in link pipe; do echo '{"a": 1}' | "$0" ask s.json --data - --no-input --output $file; done
      head -3 <&3; cat target; test -L link && test -p pipe
      """
    let outcome = try await onThreadOfItsOwn { [directory] in
      try Child.run(
        ["sh", "-c", script, try Program.path(named: "formwork")], directory: directory.path)
    }
    let answer = "{\n  \"a\": 1\n}\n"
    #expect(outcome == Child.Outcome(.exited(0), output: answer + answer, errors: ""))
  }

  /// Assignments must not replace variables that the shell uses, or each other.
  @Test(arguments: [(["PATH"], "PATH"), ([""], ""), (["a-b", "a_b"], "a_b"), (["IFS"], "IFS")])
  func variablesThatAreNone(_ names: [String], _ fault: String) async throws {
    let members = names.map { "\"\($0)\": {\"type\": \"string\"}" }.joined(separator: ", ")
    try write("{\"properties\": {\(members)}}", to: "s.json")
    let outcome = try await run(["ask", "s.json", "--no-input", "--format", "env"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(2), output: "",
          errors: """
            formwork: the member "\(fault)" cannot be a variable of a shell, or is already one: use json or yaml

            """))
  }

  /// Nobody has answered for the user.
  @Test(arguments: [
    (#"{"properties": {"a": {"type": "boolean"}}, "required": ["a"]}"#, "/a: required\n"),
    (#"{"properties": {"a": {"const": true}}, "required": ["a"]}"#, "/a: must be true\n"),
  ])
  func nothingIsInvented(_ schema: String, _ complaint: String) async throws {
    try write(schema, to: "s.json")
    let outcome = try await run(["ask", "s.json", "--data", "-", "--no-input"], input: "{}")
    #expect(outcome == Child.Outcome(.exited(1), output: "", errors: complaint))
  }

  @Test func anOutputThatCannotBeWrittenIsToldFirst() async throws {
    try write("{}", to: "s.json")
    let outcome = try await run(["ask", "s.json", "--output", "no/out.json"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(2), output: "",
          errors: """
            formwork: no/out.json: No such file or directory: name a file that can be written

            """))
  }

  /// A pipe answers field by field, and standard output has the answer alone.
  @Test func aPipeAnswers() async throws {
    try write(
      #"{"properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name"]}"#,
      to: "s.json")
    let outcome = try await run(["ask", "s.json", "--front-end", "plain"], input: "Ann\n30\n")
    #expect(outcome.status == .exited(0))
    #expect(outcome.outputText == "{\n  \"name\": \"Ann\",\n  \"age\": 30\n}\n")
  }

  /// `formwork show` prints the parts of a form.
  @Test(arguments: [
    // Null beside another kind is an empty field.
    (
      #"{"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}"#,
      "s.json: object\n  A: text, required\n"
    ),
    (
      #"{"anyOf": [{"type": "integer"}, {"type": "null"}], "title": "Age"}"#, "Age: whole number\n"
    ),
    // Several kinds are alternatives.
    (
      #"{"type": ["string", "integer"]}"#,
      "s.json: Alternatives\n  whole number: whole number, required\n  text: text, required\n"
    ),
    (
      #"{"prefixItems": [{"type": "string"}, {"type": "boolean"}], "items": {"type": "number"}}"#,
      """
      s.json: list
        Item 1: text
        Item 2: one of yes, no
        Other items: list
          Item: number, required

      """
    ),
    // A constant tells alternatives apart.
    (
      """
      {"properties": {"kind": {"enum": ["a", "b"]}}, "required": ["kind"], "oneOf": [
        {"properties": {"kind": {"const": "a"}, "x": {"type": "string"}}, "required": ["x"]},
        {"properties": {"kind": {"const": "b"}, "y": {"type": "integer"}}}]}
      """,
      """
      s.json: object
        Kind: one of a, b, required
        X: text, required, with a condition
        Y: whole number, with a condition

      """
    ),
    // Without one, the user chooses, and what all have in common is asked once.
    (
      """
      {"properties": {"name": {"type": "string"}}, "anyOf": [
        {"properties": {"path": {"type": "string"}}, "required": ["path"]},
        {"title": "Far", "properties": {"url": {"type": "string"}}, "required": ["url"]}]}
      """,
      """
      s.json: object
        Name: text
        Alternatives: Alternatives
          Path: object, required
            Path: text, required
          Far: object, required
            Url: text, required

      """
    ),
    (
      #"{"properties": {"a": {"type": "string"}}, "dependentSchemas": {"a": {"properties": {"b": {"type": "string"}}}}}"#,
      "s.json: object\n  A: text\n  B: text, with a condition\n"
    ),
    // A deprecated member comes last.
    (
      #"{"properties": {"a": {"deprecated": true, "type": "string"}, "b": {"type": "string"}}}"#,
      "s.json: object\n  B: text\n  A: text\n"
    ),
    (
      ##"{"type": "object", "properties": {"child": {"$ref": "#"}}}"##,
      "s.json: object\n  Child: the same again\n"
    ),
    (#"{"type": "object", "propertyNames": {"maxLength": 3}}"#, "s.json: JSON\n"),
  ])
  func partsOfSchemas(_ schema: String, _ outline: String) async throws {
    try write(schema, to: "s.json")
    let outcome = try await run(["show", "s.json"])
    #expect(outcome == Child.Outcome(.exited(0), output: outline, errors: ""))
  }

  @Test(arguments: ["false", #"{"type": "array", "minItems": 2, "maxItems": 1}"#])
  func aSchemaThatAllowsNothing(_ schema: String) async throws {
    try write(schema, to: "s.json")
    let outcome = try await run(["ask", "s.json", "--no-input"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(2), output: "",
          errors: "formwork: s.json: the schema allows no value: correct it\n"))
  }

  @Test func partsAreLimited() throws {
    let members = (0..<1000).map { "\"m\($0)\": {}" }.joined(separator: ", ")
    let schema = try JSONSchema(reading: "{\"properties\": {\(members)}}")
    #expect(throws: SchemaFormError.tooManyParts(1000)) {
      try SchemaForm(schema, partLimit: 1000)
    }
  }

  /// The user opens objects that contain the next one twice level by level.
  @Test func largeFormsAreOpenedByLevel() throws {
    let objects = (0..<20).map { level in
      let next = level == 19 ? "{}" : "{\"$ref\": \"#/$defs/\(level + 1)\"}"
      return
        "\"\(level)\": {\"type\": \"object\", \"properties\": {\"x\": \(next), \"y\": \(next)}}"
    }
    let definitions = objects.joined(separator: ", ")
    let schema = try JSONSchema(reading: "{\"$ref\": \"#/$defs/0\", \"$defs\": {\(definitions)}}")
    #expect(try SchemaForm(schema).outline(named: "s").count == 31)
  }

  /// The members of the first level are visible in any case, and close no object beside them.
  @Test func wideFormsAreOpenedAtOnce() throws {
    let texts = (0..<3000).map { "\"m\($0)\": {\"type\": \"string\"}" }.joined(separator: ", ")
    let object = #""o": {"type": "object", "properties": {"x": {"type": "string"}}}"#
    let schema = try JSONSchema(reading: "{\"properties\": {\(texts), \(object)}}")
    #expect(try SchemaForm(schema).outline(named: "s").count == 3003)
  }

  /// Violations that only the whole schema finds are reported at their parts.
  @Test func violationsOfTheWholeAreAtTheirParts() async throws {
    try write(
      """
      properties:
        age: {type: integer}
        name: {type: string}
        list: {type: array, items: {type: object, properties: {a: {type: integer}}}}
      dependentRequired: {age: [name]}
      not: {properties: {list: {items: {properties: {a: {const: 3}}}, minItems: 1}}, required: [list]}
      """, to: "s.yaml")
    let outcome = try await run(
      ["ask", "s.yaml", "--data", "-", "--no-input"], input: #"{"age": 3}"#)
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), output: "",
          errors: """
            /name: the member "name" is missing, which "age" requires

            """))
  }

  /// Members of `then` and `else` belong to the form while the condition holds.
  @Test func membersComeAndGo() async throws {
    try write(
      """
      properties: {kind: {enum: [a, b]}}
      required: [kind]
      if: {properties: {kind: {const: a}}}
      then: {properties: {x: {type: string}}, required: [x]}
      else: {properties: {y: {type: string}}, required: [y]}
      """, to: "s.yaml")
    let outcome = try await run(["ask", "s.yaml", "--front-end", "plain"], input: "b\nhello\n")
    #expect(outcome.outputText == "{\n  \"kind\": \"b\",\n  \"y\": \"hello\"\n}\n")
  }

  // MARK: Real schemas

  private static let folder = Suites.folder.map { "\($0)/../forms" }

  private static let names: [String] = {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    return names.filter { $0.hasSuffix(".data.json") }.sorted()
  }()

  /// Valid data that nobody changes comes out as the same value.
  @Test(.enabled(if: folder != nil, "the shared forms are not there"), arguments: names)
  func dataOfRealSchemasComesOut(_ name: String) async throws {
    let folder = try #require(Self.folder)
    let (data, schema) = ("\(folder)/\(name)", "\(folder)/\(name.replacing(".data", with: ""))")
    let compiled = try JSONSchema(readingFile: schema)
    let document = try DocumentFile.read(data)
    let isValid = try compiled.isValid(document)
    let outcome = try await run(["ask", schema, "--data", data, "--no-input"])
    #expect(outcome.status == .exited(0) || !isValid, "\(outcome)")
    guard outcome.status == .exited(0) else { return }
    // Defaults may complete the data.
    let answer = try JSONDocument(parsing: outcome.outputText)
    #expect(try compiled.isValid(answer))
    for member in document.root.members {
      #expect(answer.root[member.name]?.node == member.value.node, "\(member.name)")
    }
  }
}
