import Foundation
import TestSupport
import Testing

/// `formwork validate`.
@Suite struct ValidateTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var files: [String: String] = [:]
    let arguments: [String]
    var input = ""
    let status: CInt
    var output = ""
    var errors = ""
  }

  @Test(arguments: valid + faults + schemaFaults + misuses + marks + limits + lines)
  func exitsWith(_ row: Row) async throws {
    for (name, text) in row.files { try directory.write(Array(text.utf8), to: name) }
    let (folder, uri) = (directory.path, "file://\(directory.path)/s.json")
    let outcome = try await onThreadOfItsOwn { [directory] in
      try Child.run(
        [try Program.path(named: "formwork"), "validate"] + row.arguments,
        directory: directory.path, input: row.input)
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(row.status), output: row.output.replacing("URI", with: uri),
          errors: row.errors.replacing("FOLDER", with: folder)))
  }

  private static let person = #"{"type": "object", "properties": {"age": {"minimum": 0}}}"#

  static let valid = [
    Row(
      testDescription: "a schema alone", files: ["s.json": person], arguments: ["s.json"],
      status: 0, output: "s.json: a valid schema\n"),
    Row(
      testDescription: "two documents, one from standard input",
      files: ["s.json": person, "a.yaml": "age: 3\n"], arguments: ["s.json", "a.yaml", "-"],
      input: #"{"age": 4}"#, status: 0, output: "a.yaml: valid\nstandard input: valid\n"),
    Row(
      testDescription: "a violation in YAML",
      files: ["s.json": person, "a.yaml": "# x\nage: -1\n"],
      arguments: ["s.json", "a.yaml"], status: 1,
      output: "a.yaml: line 2, column 6: #/age: must be at least 0\n"),
    Row(
      testDescription: "the basic output", files: ["s.json": person, "a.json": #"{"age": -1}"#],
      arguments: ["--output", "json", "s.json", "a.json"], status: 1,
      output: """
        {"file":"a.json","valid":false,"errors":[{"keywordLocation":"/properties/age/minimum",\
        "absoluteKeywordLocation":"URI#/properties/age/minimum","instanceLocation":"/age",\
        "error":"must be at least 0"}]}

        """),
    Row(
      testDescription: "formats as annotations", files: ["s.json": #"{"format": "email"}"#],
      arguments: ["--format-annotation", "s.json", "-"], input: #""x""#, status: 0,
      output: "standard input: valid\n"),
  ]

  static let faults = [
    Row(
      testDescription: "a missing schema", arguments: ["s.json"], status: 2,
      errors: "formwork: s.json: No such file or directory: name a file that can be read\n"),
    Row(
      testDescription: "a truncated schema", files: ["s.json": #"{"type": "#],
      arguments: ["s.json"],
      status: 2, errors: "formwork: s.json: line 1, column 10: the document ends here: finish it\n"),
    Row(
      testDescription: "data that is not JSON", files: ["s.json": "true", "a.json": "{"],
      arguments: ["s.json", "a.json"], status: 1,
      errors:
        "formwork: a.json: line 1, column 2: a name in quotation marks is missing: put it here\n"),
    Row(
      testDescription: "outside the profile", files: ["s.json": #"{"type": "array"}"#],
      arguments: ["--profile", "mcp", "s.json"], status: 2,
      errors: """
        formwork: not in the subset mcp: s.json: line 1, column 1: #: the member "properties" is missing

        """),
    Row(
      testDescription: "a keyword outside the profile",
      files: [
        "s.json":
          #"{"type": "object", "properties": {"a": {"type": "string", "pattern": "x"}}}"#
      ], arguments: ["--profile", "mcp", "s.json"], status: 2,
      errors: """
        formwork: not in the subset mcp: s.json: line 1, column 70: #/properties/a/pattern: is not \
        allowed: remove it

        """),
    Row(
      testDescription: "a kind outside the profile",
      files: ["s.json": #"{"type": "object", "properties": {"a": {"type": "object"}}}"#],
      arguments: ["--profile", "mcp", "s.json"], status: 2,
      errors: """
        formwork: not in the subset mcp: s.json: line 1, column 49: #/properties/a/type: must be one \
        of: "string", "number", "integer", "boolean", "array"

        """),
  ]

  static let schemaFaults = [
    Row(
      testDescription: "a schema from standard input", arguments: ["-"],
      input: #"{"$id": "https://example.org/a", "type": 1}"#, status: 2,
      errors: """
        formwork: standard input: line 1, column 42: #/type: must be one of: "array", "boolean", \
        "integer", "null", "number", "object", "string"

        """),
    Row(
      testDescription: "a long document that is referred to",
      files: ["s.json": #"{"$ref": "b.json"}"#, "b.json": #"{"title": "0123456789"}"#],
      arguments: ["--limit-bytes", "20", "s.json"], status: 3,
      errors: """
        formwork: FOLDER/s.json: line 1, column 10: #/$ref: FOLDER/b.json: line 1, column 1: more than \
        20 bytes: shorten the document, or raise --limit-bytes

        """),
  ]

  private static func misuse(_ arguments: [String], _ complaint: String) -> Row {
    Row(
      testDescription: complaint, arguments: arguments, status: 2,
      errors: "\(complaint)\nSee 'formwork validate --help'.\n")
  }

  static let misuses = [
    misuse(["-", "-"], "- is given twice: standard input can be read once"),
    misuse(
      ["--map", "urn:=nowhere", "s.json"], "nowhere is not a folder: name one that exists"),
    misuse(
      ["--allow-files", "nowhere", "s.json"], "nowhere is not a folder: name one that exists"),
  ]

  private static let many =
    "[" + [String](repeating: "1", count: 1_001).joined(separator: ",") + "]"

  /// Lines of the basic output, and a limited number of lines.
  static let lines = [
    Row(
      testDescription: "a valid schema in JSON", files: ["s.json": "true"],
      arguments: ["--output", "json", "s.json"], status: 0,
      output: #"{"file":"s.json","valid":true}"# + "\n"),
    Row(
      testDescription: "files in JSON", files: ["s.json": "true", "a.json": "[1,]"],
      arguments: ["--output", "json", "s.json", "-", "a.json", "b.json"], input: "1", status: 2,
      output: #"""
        {"file":"-","valid":true}
        {"file":"a.json","error":"a.json: line 1, column 3: nothing follows this comma: remove it"}
        {"file":"b.json","error":"b.json: No such file or directory: name a file that can be read"}

        """#,
      errors: """
        formwork: a.json: line 1, column 3: nothing follows this comma: remove it
        formwork: b.json: No such file or directory: name a file that can be read

        """),
    Row(
      testDescription: "many violations", files: ["s.json": #"{"items": false}"#],
      arguments: ["s.json", "-"], input: many, status: 1,
      output: (0..<1_000).map {
        "standard input: line 1, column \(2 * $0 + 2): #/\($0): is not allowed: remove it\n"
      }.joined() + "standard input: and more violations: correct these first\n"),
  ]

  /// A failure to write is no verdict.
  @Test(arguments: [
    (">/dev/full", "formwork: standard output: No space left on device\n"),
    (">&-", "formwork: standard output is closed\n"),
  ])
  func anOutputThatFailsHasAnotherStatus(_ redirection: String, _ errors: String) async throws {
    try directory.write(Array("true".utf8), to: "s.json")
    let outcome = try await onThreadOfItsOwn { [directory] in
      try Child.run(
        ["sh", "-c", "\"$0\" validate s.json \(redirection)", Program.path(named: "formwork")],
        directory: directory.path)
    }
    #expect(outcome == Child.Outcome(.exited(2), errors: errors))
  }

  static let marks = [
    Row(
      testDescription: "a byte order mark", files: ["s.json": "\u{FEFF}true"],
      arguments: ["s.json"], status: 2,
      errors: """
        formwork: s.json: line 1, column 1: a byte order mark: save the document without one

        """),
    Row(
      testDescription: "UTF-16", files: ["s.json": "\0t\0r\0u\0e"], arguments: ["s.json"],
      status: 2,
      errors: "formwork: s.json: line 1, column 1: not UTF-8: save the document as UTF-8\n"),
  ]

  static let limits = [
    Row(
      testDescription: "too deep", files: ["s.json": "true"],
      arguments: ["--limit-depth", "3", "s.json", "-"], input: "[[[[]]]]", status: 3,
      errors: "formwork: standard input: line 1, column 4: nested more than 3 deep: nest it less, "
        + "or raise --limit-depth\n"),
    Row(
      testDescription: "too long", files: ["s.json": "true"],
      arguments: ["--limit-bytes", "4", "s.json", "-"], input: "[1, 2]", status: 3,
      errors:
        "formwork: standard input: line 1, column 1: more than 4 bytes: shorten the document, "
        + "or raise --limit-bytes\n"),
    Row(
      testDescription: "too many digits", files: ["s.json": "true"],
      arguments: ["--limit-digits", "4", "s.json", "-"], input: "12345", status: 3,
      errors:
        "formwork: standard input: line 1, column 1: a number of more than 4 digits: shorten it, "
        + "or raise --limit-digits\n"
    ),
    Row(
      testDescription: "endless", files: ["s.json": "true"],
      arguments: ["--limit-bytes", "1000", "s.json", "/dev/zero"], status: 3,
      errors: "formwork: /dev/zero: line 1, column 1: more than 1000 bytes: shorten the document, "
        + "or raise --limit-bytes\n"
    ),
  ]
}
