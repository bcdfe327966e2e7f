import Foundation
import FormworkJSON
import FormworkSchema
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

  @Test func theFormIsShown() async throws {
    try write(Self.project, to: "p.yaml")
    let outcome = try await run(["show", "p.yaml"])
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: """
            A project: object
              Name: text, minLength 2, pattern ^[a-z-]+$ (required)
              Size: one of small, large (required)
              Ports: list
                Item: whole number, maximum 65535 (required)
              Owner: object
                Mail: text, format email (required)
              Store: alternatives
                A folder: object (required)
                  Path: text (required)
                A server: object (required)
                  Url: text (required)
              Labels: entries with names
                Item: text (required)

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
