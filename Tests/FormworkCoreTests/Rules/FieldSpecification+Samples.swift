@testable import FormworkCore

extension FieldSpecification {
  /// A field with nothing but rules.
  init(_ kind: FieldKind, _ rules: Rule...) {
    self.init(kind, rules: rules)
  }

  /// A field with nothing but rules.
  init(_ kind: FieldKind, rules: [Rule]) {
    self.init(id: "field", kind: kind, label: "Field")
    self.rules = rules
  }

  /// What the rules say of content.
  func violations(
    of content: FieldContent, isEdited: Bool, mode: RuleMode, answers: Answers
  ) -> [Violation] {
    rules.violations(
      of: content, kind: kind, isRequired: isRequired, isEdited: isEdited, mode: mode,
      answers: answers)
  }

  /// What the rules say of content that a person has entered, in HTML's words.
  func violations(_ content: FieldContent, answers: Answers = Answers()) -> [Violation] {
    violations(of: content, isEdited: true, mode: .html, answers: answers)
  }

  /// What the rules say of content that a person has entered, in JSON Schema's words.
  func schemaViolations(_ content: FieldContent, answers: Answers = Answers()) -> [Violation] {
    violations(of: content, isEdited: true, mode: .jsonSchema, answers: answers)
  }
}
