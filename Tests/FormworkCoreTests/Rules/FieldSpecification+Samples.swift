@testable import FormworkCore

extension FieldSpecification {
  init(_ kind: FieldKind, _ rules: Rule...) {
    self.init(kind, rules: rules)
  }

  init(_ kind: FieldKind, rules: [Rule]) {
    self.init(id: "field", kind: kind, label: "Field")
    self.rules = rules
  }

  func violations(
    of content: FieldContent, isEdited: Bool, mode: RuleMode, answers: Answers
  ) -> [Violation] {
    Array(
      rules.violations(
        of: content, kind: kind, isRequired: isRequired, isEdited: isEdited, mode: mode,
        answers: answers))
  }

  /// Returns the violations of an edited content by the rules of HTML.
  func violations(_ content: FieldContent, answers: Answers = Answers()) -> [Violation] {
    violations(of: content, isEdited: true, mode: .html, answers: answers)
  }

  /// Returns the violations of an edited content by the rules of JSON Schema.
  func schemaViolations(_ content: FieldContent, answers: Answers = Answers()) -> [Violation] {
    violations(of: content, isEdited: true, mode: .jsonSchema, answers: answers)
  }
}
