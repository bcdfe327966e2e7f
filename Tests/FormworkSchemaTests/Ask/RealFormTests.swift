import Foundation
import FormworkJSON
import FormworkSchema
import TestSupport
import Testing

/// Forms of real schemas on each front end.
@Suite(.enabled(if: Suites.folder != nil, "the shared forms are not there"))
struct RealFormTests {
  static let folder = Suites.folder.map { "\($0)/../forms" }

  /// Real schemas, with the answers of a person in the order of the prompts.
  ///
  /// `^S` submits. An empty text keeps what is there.
  static let forms: [(schema: String, answers: [(prompt: String, text: String)])] = [
    ("jsonforms-dates", [("Schema based", "y"), ("Date", "2026-12-01")]),
    ("jsonforms-enum", [("Plain enum", "bar")]),
    ("jsonforms-enum-multi", [("One of multi enum", "My Bar")]),
    (
      "jsonforms-person",
      [
        ("Name", "Ann"), ("Vegetarian", ""), ("Birth date", "1990-02-28"), ("Nationality", "IT"),
        ("Personal data", "n"), ("Occupation", "baker"),
      ]
    ),
    ("mcp-all-primitives", [("Display Name", "y")]),
    ("mcp-elicit-multiple-fields", [("Name", "Ann"), ("Email", "ann@example.org"), ("Age", "30")]),
    ("nfcore-rnaseq-params", [("Input", "samples.csv"), ("Outdir", "results")]),
    ("rjsf-errors", [("First name", "12345678")]),
    ("rjsf-ifThenElse", [("Animal", "Fish"), ("Food", "worms"), ("Water", "sea")]),
    ("rjsf-nested", [("Task list title", "Today")]),
    ("rjsf-numbers", [("Number", "1.5"), ("Integer", "42"), ("Number enum", "2")]),
    ("rjsf-simple", [("First name", "Ann"), ("Last name", "Lee"), ("Age", "34")]),
    ("rjsf-validation", [("First Name", "Ann")]),
  ]

  /// A form is filled in at a terminal, and its answer is valid.
  @Test(arguments: forms.map(\.schema), ["plain", "editline", "screen"])
  func answersAreValid(_ name: String, _ frontEnd: String) async throws {
    let schema = try #require(Self.folder) + "/\(name).json"
    let answers = try #require(Self.forms.first { $0.schema == name }).answers
    let output = try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        [
          Program.path(named: "formwork"), "ask", schema, "--front-end", frontEnd, "--no-drafts",
        ], output: .pipe)
      for (prompt, text) in answers {
        try terminal.expect(prompt)
        try terminal.type(text)
        try terminal.type(frontEnd == "screen" ? "\t" : "\r")
      }
      try terminal.type(frontEnd == "plain" ? ":submit\r" : "\u{13}")
      let outcome = try terminal.child.wait()
      #expect(outcome.status == .exited(0))
      return outcome.outputText
    }
    let answer = try JSONDocument(parsing: output)
    #expect(try JSONSchema(readingFile: schema).violations(of: answer) == [])
    if SchemaPeer.isInstalled {
      let validated = try await onThreadOfItsOwn {
        try Child.run([SchemaPeer.python, "-c", Self.validation, schema], input: output)
      }
      #expect(validated == Child.Outcome(.exited(0)))
    }
    for (_, text) in answers where !["", "y", "n", "My Bar"].contains(text) {
      #expect(output.contains(text), "\(output)")
    }
  }

  private static let validation = """
    import json, jsonschema, sys
    jsonschema.validate(json.load(sys.stdin), json.load(open(sys.argv[1])))
    """
}
