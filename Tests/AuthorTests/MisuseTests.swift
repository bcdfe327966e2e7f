import Foundation
import TestSupport
import Testing

/// The words of the compiler for first guesses, which tell what to write instead.
@Suite struct MisuseTests {
  private struct Misuse {
    let wrong: String
    let words: String
    let right: String
  }

  private static let table = [
    Misuse(
      wrong: #"Field.string("name", label: "Name")"#,
      words: "'string(_:label:)' has been renamed to 'text(_:label:)'",
      right: #"Field.text("name", label: "Name")"#),
    Misuse(
      wrong: #"Field<String>("name", label: "Name")"#,
      words: "'init(_:label:)' is unavailable: write the kind of field, such as Field.text",
      right: #"Field.text("name", label: "Name")"#),
    Misuse(
      wrong: #"Field.email("mail", label: "Mail")"#,
      words: "'email(_:label:)' is unavailable: write Field.text(name, label: label).email()",
      right: #"Field.text("mail", label: "Mail").email()"#),
    Misuse(
      wrong: #"Field.text("name")"#,
      words: "missing argument for parameter 'label' in call",
      right: #"Field.text("name", label: "Name")"#),
    Misuse(
      wrong: "name.optional()",
      words: "'optional()' is unavailable: a field is optional without .required()",
      right: "name"),
    Misuse(
      wrong: #"name.default("Ann")"#,
      words: "'default' has been renamed to 'initialAnswer(_:)'",
      right: #"name.initialAnswer("Ann")"#),
    Misuse(
      wrong: "name.length(3)",
      words: "'length' is unavailable: write limits, such as 3..., ...3 or 3...3",
      right: "name.length(3...3)"),
    Misuse(
      wrong: "word.length(8)",
      words: "'length' is unavailable: write limits, such as 3..., ...3 or 3...3",
      right: "word.length(8...)"),
    Misuse(
      wrong: "tags.count(2)",
      words: "'count' is unavailable: write limits, such as 3..., ...3 or 3...3",
      right: "tags.count(2...2)"),
    Misuse(
      wrong: "price.range(..<10)",
      words:
        #"'range' is unavailable: write ...9.9 or .rule("has to be below 10") { $0 < 10 }"#,
      right: #"price.rule("has to be below 10") { $0 < 10 }"#),
    Misuse(
      wrong: #"day.range("2026-01-01"..<"2027-01-01")"#,
      words: "'range' is unavailable: write the last date or time that is allowed after ...",
      right: #"day.range("2026-01-01"..."2026-12-31")"#),
    Misuse(
      wrong: #"day.range(..<"2027-01-01")"#,
      words: "'range' is unavailable: write the last date or time that is allowed after ...",
      right: #"day.range(..."2026-12-31")"#),
    Misuse(
      wrong: #"name.shown(when: plan == "gold")"#,
      words: "cannot convert value of type 'String' to expected argument type 'Plan'",
      right: "name.shown(when: plan == .gold)"),
    Misuse(
      wrong: #"try FormDefinition("f", title: "F") { if plan == .gold { name } }"#,
      words: "'==' is unavailable: no answer is known yet: write .shown(when:) at the field",
      right: #"try FormDefinition("f", title: "F") { name.shown(when: plan == .gold) }"#),
    Misuse(
      wrong: #"try FormDefinition("f", title: "F") { if plan != .gold { name } }"#,
      words: "'!=' is unavailable: no answer is known yet: write .shown(when:) at the field",
      right: #"try FormDefinition("f", title: "F") { name.shown(when: plan != .gold) }"#),
    Misuse(
      wrong: "Form { name }",
      words:
        "'init(items:)' is unavailable: write Form(try FormDefinition(name, title: title) { ... })",
      right: #"Form(try FormDefinition("f", title: "F") { name })"#),
    Misuse(
      wrong: #"FormDefinition("f", title: "F") { name }"#,
      words: "call can throw but is not marked with 'try'",
      right: #"try FormDefinition("f", title: "F") { name }"#),
    Misuse(
      wrong:
        #"Form(try definition()) { if $0.key == "" { return .refused([]) }; return .accepted("") }"#,
      words: "generic parameter 'Receipt' could not be inferred",
      right: #"Form(try definition()) { _ -> SubmissionOutcome<String> in .accepted("") }"#),
    Misuse(
      wrong: #"{ (answers: inout Answers) in answers[name] = "Ann" }"#,
      words: "cannot assign through subscript: subscript is get-only",
      right: "{ (answers: Answers) -> String in answers[name] }"),
  ]

  private static let handles = """
    import Formwork
    import FormworkTesting
    enum Visit {
      static func check(_ request: CheckRequest) async throws -> Violation? { nil }
      static func quickCheck(_ request: CheckRequest) -> Violation? { nil }
      static func submit(_ submission: Submission) async throws -> SubmissionOutcome<String> {
        .accepted("")
      }
    }
    func check(_ request: CheckRequest) async throws -> Violation? { nil }
    func definition() throws -> FormDefinition { try FormDefinition("f", title: "F") { name } }
    enum Plan: String, CaseIterable { case free, gold }
    let name = Field.text("name", label: "Name")
    let price = Field.decimal("price", label: "Price")
    let day = Field.date("day", label: "Day")
    let plan = Field.choice("plan", label: "Plan", of: Plan.self)
    let word = Field.secret("word", label: "Word")
    let tags = Section.list("tags", label: "Tags", item: "Tag", 0...3, of: name)
    """

  @Test func theCompilerTellsWhatToWrite() async throws {
    #expect(try await words(for: Self.table.map(\.wrong)) == Self.table.map { [$0.words] })
  }

  /// The compiler crashes at such functions of another module if they inherit the caller's actor.
  @Test func functionsForAFormCompile() async throws {
    var uses = ["Visit.check", "Visit.quickCheck", "check", "{ _ in nil }"].flatMap { check in
      [
        "Form(try definition(), checking: \(check))",
        "Form(try definition(), checking: \(check), submitting: Visit.submit)",
        #"ScriptedOperations<String>().answerChecks("isFree", by: \#(check))"#,
        "ScriptedOperations<String>().answerSubmissions(by: Visit.submit)",
      ]
    }
    // The results of a closure without a label select its parameter.
    uses += ["nil", ".accepted(request.answers)"].map {
      "Form(try definition()) { request in \($0) }"
    }
    #expect(try await words(for: uses) == uses.map { _ in [] })
  }

  @Test func whatItTellsCompiles() async throws {
    #expect(try await words(for: Self.table.map(\.right)) == Self.table.map { _ in [] })
  }

  /// Returns the errors of each expression, compiled together as in another package.
  private func words(for expressions: [String]) async throws -> [[String]] {
    let source =
      Self.handles
      + expressions.enumerated().map { "\nfunc use\($0)() throws { _ = \($1) }" }.joined()
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "misuse.swift")
    try Data(source.utf8).write(to: URL(filePath: path))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let products = URL(filePath: link).deletingLastPathComponent().path(percentEncoded: false)
    let headers = ["CFormwork", "CFormworkSystem", "CFormworkTerminal", "CFormworkWire"].flatMap {
      [
        "-Xcc", "-fmodule-map-file=\(products)/\($0).build/module.modulemap",
        "-Xcc", "-I\(PackageFile("Sources/\($0)/include").path)",
      ]
    }
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-diagnostic-style", "llvm"]
          + ["-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility"]
          + ["-I", "\(products)/Modules", "-module-cache-path", "\(products)/ModuleCache"]
          + headers + [path], limit: .seconds(300))
    }
    let errors = outcome.errorText.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^\S*misuse\.swift:(\d+):\d+: error: (.*)$/).flatMap { match in
        Int(match.1).map { ($0, String(match.2)) }
      }
    }
    let first = Self.handles.split(separator: "\n").count + 1
    #expect(errors.allSatisfy { $0.0 >= first }, "\(outcome.errorText)")
    #expect(outcome.status == .exited(errors.isEmpty ? 0 : 1), "\(outcome.errorText)")
    return expressions.indices.map { index in
      errors.filter { $0.0 == first + index }.map { $0.1 }
    }
  }
}
