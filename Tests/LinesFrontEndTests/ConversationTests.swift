import FormworkJSON
import FormworkSchema
import Foundation
import TestSupport
import Testing

/// Whole conversations as text, and the definitions of the lines.
@Suite struct ConversationTests {
  private static let steps = [
    #"{"message":"commit","node":16,"text":"ann"}"#,
    #"{"message":"choose","node":10,"on":true}"#,
    #"{"message":"choose","node":15,"on":true}"#,
    #"{"message":"activate","node":21}"#,
    #"{"message":"commit","node":3,"text":"hunter2"}"#,
    #"{"message":"commit","node":2}"#,
    #"{"message":"go","node":6}"#,
    #"{"message":"go","next":true,"section":true}"#,
    #"{"message":"reset","node":16}"#,
    #"{"message":"commit","node":16,"text":"ann","revision":0}"#,
    #"{"message":"back"}"#,
    #"{"message":"commit","node":7,"text":"2"}"#,
    #"{"message":"back","insist":true}"#,
  ]

  /// The lines of both directions are valid by the schema.
  private func check(_ lines: some Sequence<Substring>) throws {
    let path = PackageFile("Plugins/LinesFrontEnd/lines.schema.json").path
    let schema = try JSONSchema(readingFile: path)
    for line in lines {
      let violations = try schema.violations(of: JSONDocument(parsing: String(line)))
      #expect(violations == [], "\(line)")
    }
  }

  /// Returns the lines as if the form had been loaded before its first flush.
  ///
  /// The state of the screen comes first, and flushes have no numbers.
  private static func withoutLoading(_ output: String) -> String {
    let lines = output.replacing(/"revision":\d+(,"line":\d+)?/, with: #""revision":0"#)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let end = (lines.firstIndex { $0.contains(#""focus""#) } ?? 0) + 1
    let loading = [#""flush""#, #""status""#, #""explanation""#, #""busy""#]
    let picture = lines[..<end].filter { line in !loading.contains { line.contains($0) } }
    let ofScreen = picture.filter { $0.contains(#""node":1,"#) || $0.contains(#""attach""#) }
    let others = picture.filter { !ofScreen.contains($0) }
    return (ofScreen + others + lines[end...]).joined(separator: "\n")
  }

  @Test(arguments: ["never", "always"])
  func aFormIsShownAndChanged(_ isolation: String) async throws {
    let outcome = try await onThreadOfItsOwn {
      let client = try LinesClient(
        [Program.path(named: "formwork"), "demo", "form"], isolation: isolation)
      try client.flush(after: #""focus","node":2"#)
      for step in Self.steps.dropLast() { try client.send(step) }
      try client.child.write(Self.steps[Self.steps.count - 1] + "\n")
      return try client.child.wait()
    }
    let snapshot = PackageFile("Tests/LinesFrontEndTests/Snapshots/form.jsonl")
    let text = Self.withoutLoading(outcome.outputText)
    if ProcessInfo.processInfo.environment["FORMWORK_RECORD"] != nil {
      try text.write(toFile: snapshot.path, atomically: true, encoding: .utf8)
    }
    #expect(try text == snapshot.text())
    try check(outcome.outputText.split(separator: "\n"))
    try check(Self.steps.map { $0[...] })
  }

  /// The names of the lines are those of the header.
  @Test func namesAreThoseOfTheHeader() throws {
    let header = try PackageFile("Sources/CFormwork/include/formwork.h").text()
    func names(_ enumeration: String, _ prefix: String = "") throws -> [String] {
      let start = try #require(header.firstRange(of: "enum formwork_\(enumeration) {")).upperBound
      let body = header[start...].prefix { $0 != "}" }
      return body.matches(of: /FORMWORK_([A-Z_]+) = \d/).map {
        String($0.1.dropFirst(prefix.count)).lowercased()
      }
    }
    let schema = try JSONReader.read(PackageFile("Plugins/LinesFrontEnd/lines.schema.json").text())
      .text()
    for (enumeration, prefix) in [
      ("node_kind", ""), ("refusal", "REFUSAL_"), ("reason", "REASON_"), ("status", "STATUS_"),
      ("format", "FORMAT_"), ("role", "ROLE_"), ("layout", "LAYOUT_"), ("order", "ORDER_"),
      ("align", "ALIGN_"),
    ] {
      let list = try names(enumeration, prefix).map { "\"\($0)\"" }.joined(separator: ",")
      #expect(schema.contains(list), "\(enumeration): \(list)")
    }
    for name in try names("property") { #expect(schema.contains("\"\(name)\""), "\(name)") }
    for name in try names("message_kind") {
      #expect(schema.contains(#""message":{"const":"\#(name)"}"#), "\(name)")
    }
  }

  /// A person registers and signs in, and sees the members.
  @Test func aPersonRegistersAndSeesTheMembers() async throws {
    let directory = try TemporaryDirectory()
    let password = "correct horse battery staple"
    let output = try await onThreadOfItsOwn {
      let client = try LinesClient([
        Program.path(named: "registration"), "--accounts", directory.path(of: "a.sqlite"),
      ])
      func enter(_ text: String, at name: String, _ picture: String, until end: String = "")
        throws -> String
      {
        let node = try picture.node(named: name)
        return try client.send(
          #"{"message":"commit","node":\#(node),"text":"\#(text)"}"#, flushAfter: end)
      }
      func submit(_ picture: String) throws -> String {
        let node = try picture.node(named: "submit")
        return try client.send(
          #"{"message":"activate","node":\#(node)}"#, flushAfter: #""name":"command"}"#)
      }
      let shell = try client.flush()
      let form = try enter("register", at: "command", shell, until: #""message":"focus""#)
      for (name, text) in [
        ("username", "ann"), ("givenName", "Ann"), ("familyName", "Lee"),
        ("email", "ann@example.org"), ("password", password), ("passwordAgain", password),
      ] {
        _ = try enter(text, at: name, form)
      }
      var picture = try submit(form)
      picture = try enter("signin ann", at: "command", picture, until: #""message":"focus""#)
      _ = try enter(password, at: "password", picture)
      picture = try submit(picture)
      _ = try enter("members", at: "command", picture, until: "ann@example.org")
      let outcome = try client.end()
      #expect(outcome.status == .exited(0))
      return outcome.outputText
    }
    #expect(!output.contains(password))
    #expect(output.contains(#""value":"Welcome, Ann Lee.""#))
    try check(output.split(separator: "\n"))
  }
}

extension ConversationTests {
  /// A form that was begun in another front end is finished with its draft.
  @Test(arguments: ["plain", "editline"])
  func aDraftIsFinished(_ frontEnd: String) async throws {
    let directory = try TemporaryDirectory()
    let schema = try directory.write(
      #"{"title": "T", "properties": {"one": {"type": "string"}, "two": {"type": "string"}}}"#,
      to: "schema.json")
    let lines = try directory.write(
      """
      {"message":"commit","node":3,"text":"second"}
      {"message":"activate","node":4}

      """, to: "lines")
    let environment = Child.environment.merging(["HOME": directory.path]) { $1 }
    try await onThreadOfItsOwn {
      let ask = try [
        Program.path(named: "formwork"), "ask", schema, "--output",
        directory.path(of: "answer.json"),
      ]
      let begun = try PseudoTerminal(ask + ["--front-end", frontEnd], environment: environment)
      try begun.expect("One")
      try begun.type("first\r")
      try begun.expect("Two")
      begun.child.send(SIGTERM)
      _ = try begun.child.wait()
      let script =
        #"FORMWORK_FRONT_END_LINES=7,8 exec "$@" --front-end lines --resume 7<"$0" 8>"$0.out""#
      let finished = try PseudoTerminal(
        ["sh", "-c", script, lines] + ask, environment: environment)
      #expect(try finished.expectEnd() == .exited(0))
    }
    let answer = try String(contentsOfFile: directory.path(of: "answer.json"), encoding: .utf8)
    #expect(answer == "{\n  \"one\": \"first\",\n  \"two\": \"second\"\n}\n")
  }
}
