extension [Rule] {
  /// Judges by these rules what stands in a field.
  ///
  /// - Parameters:
  ///   - content: What stands there.
  ///   - kind: What the field holds.
  ///   - isRequired: Whether something has to stand there.
  ///   - isEdited: Whether a person has entered it: HTML counts no length before.
  ///   - mode: Whose words the rules are in.
  ///   - answers: What the other fields say, for the rules that read them.
  /// - Returns: The broken rules in the order of the definition; just ``Violation/valueMissing``
  ///   for a required field that is empty.
  func violations(
    of content: FieldContent, kind: FieldKind, isRequired: Bool, isEdited: Bool, mode: RuleMode,
    answers: Answers
  ) -> [Violation] {
    // To JSON Schema, an empty string is a value.
    let isMissing =
      content.isEmpty && !(mode == .jsonSchema && (kind == .text || kind == .textArea))
    if isRequired && isMissing { return [.valueMissing] }
    let value: Value?
    do throws(Violation) { value = try kind.value(of: content, in: mode) } catch { return [error] }
    guard let value else { return [] }
    let isEmpty = mode == .html && content.isEmpty
    var format: DateTimeFormat?
    if case .dateTime(let own) = kind { format = own }
    var violations: [Violation] = []
    let isFarTooLong = (isEdited || mode == .jsonSchema) && areFarExceeded(by: content)
    for rule in self where !isEmpty || rule.judgesEmptyContent {
      if isFarTooLong && !rule.isOfLength { continue }
      if case .range(let minimum, let maximum) = rule, let number = value.number(in: format) {
        violations += number.violations(ofRange: minimum, maximum, in: format)
      } else if let violation = rule.violation(
        by: value, in: format, isEdited: isEdited, mode: mode, among: self, answers: answers)
      {
        violations.append(violation)
      }
    }
    return violations
  }

  /// Whether the number of bytes shows by itself that a text or secret is too long.
  ///
  /// The other rules may look at each character, with each key.
  private func areFarExceeded(by content: FieldContent) -> Bool {
    let byteCount =
      switch content {
      case .text(let text): text.utf8.count
      case .secret(let secret): secret.byteCount
      case .toggle, .choice, .choices: 0
      }
    // A code point has four bytes at most, and a unit of UTF-16 three.
    return contains { rule in
      if case .length(_, let maximum?, _) = rule { byteCount / 4 > maximum } else { false }
    }
  }

  /// Where steps are counted from.
  fileprivate var minimum: ExactDecimal? {
    for case .range(let minimum?, _) in self { return minimum }
    return nil
  }
}

extension Rule {
  /// Whether the rule has a say about an empty field in HTML's mode, where most have none.
  ///
  /// A repetition left empty beside a password that is not empty is a mistake like any other.
  fileprivate var judgesEmptyContent: Bool {
    if case .equals = self { return true }
    return false
  }

  /// Whether the rule is about the length of a text.
  fileprivate var isOfLength: Bool {
    if case .length = self { return true }
    return false
  }

  fileprivate func violation(
    by value: Value, in format: DateTimeFormat?, isEdited: Bool, mode: RuleMode,
    among rules: [Rule], answers: Answers
  ) -> Violation? {
    switch (self, value) {
    case (.length(let minimum, let maximum, let unit), _) where isEdited || mode == .jsonSchema:
      let count = value.length(in: unit ?? (mode == .html ? .utf16 : .codePoints))
      guard let count else { return nil }
      if let maximum, count > maximum { return .tooLong(limit: maximum, count: count) }
      if let minimum, count < minimum { return .tooShort(limit: minimum, count: count) }
      return nil
    case (.characters(let allowed), .text(let text)):
      return allowed.allow(text) ? nil : .patternMismatch(allowed.name)
    case (.email, .text(let text)):
      return text.isEmailAddress ? nil : .typeMismatch(.email)
    case (.step(let step), _):
      guard let number = value.number(in: format) else { return nil }
      let base = mode == .html ? rules.minimum ?? .zero : .zero
      if number.isMultiple(of: step, from: base) { return nil }
      guard let format else { return .stepMismatch(step: step, base: base) }
      return .betweenSteps(milliseconds: step.wholeNumber ?? 0, base: format.text(of: base))
    case (.equals(let other), _):
      return answers.value(of: other) == value ? nil : .customError("equals", parameters: [])
    case (.custom(let rule), _):
      return rule.judge(value, answers)
    case (.required, _), (.length, _), (.characters, _), (.email, _), (.range, _):
      return nil
    }
  }
}

extension ExactDecimal {
  /// How the number breaks a range.
  ///
  /// In HTML, what is outside of a range that goes on past midnight is both too early and too late.
  fileprivate func violations(
    ofRange minimum: ExactDecimal?, _ maximum: ExactDecimal?, in format: DateTimeFormat?
  ) -> [Violation] {
    var violations: [Violation] = []
    if let minimum, self < minimum {
      violations.append(
        format.map { .tooEarly(limit: $0.text(of: minimum)) } ?? .rangeUnderflow(limit: minimum))
    }
    if let maximum, self > maximum {
      violations.append(
        format.map { .tooLate(limit: $0.text(of: maximum)) } ?? .rangeOverflow(limit: maximum))
    }
    if format == .time, let minimum, let maximum, minimum > maximum, violations.count < 2 {
      return []
    }
    return violations
  }
}

extension DateTimeFormat {
  /// The text of milliseconds that a rule has.
  fileprivate func text(of milliseconds: ExactDecimal) -> String {
    text(of: milliseconds.wholeNumber ?? 0)
  }
}

extension Value {
  /// The number that ranges and steps are about; of a date or time, its milliseconds.
  fileprivate func number(in format: DateTimeFormat?) -> ExactDecimal? {
    switch self {
    case .wholeNumber(let number): ExactDecimal(number)
    case .decimal(let number): number
    case .text(let text): format?.milliseconds(of: text).map { ExactDecimal($0) }
    case .secret, .toggle, .choice, .choices: nil
    }
  }

  fileprivate func length(in unit: Rule.LengthUnit) -> Int? {
    switch (self, unit) {
    case (.text(let text), .utf16): text.utf16.count
    case (.text(let text), .codePoints): text.codePointCount
    case (.secret(let secret), .utf16): secret.utf16Count
    case (.secret(let secret), .codePoints): secret.codePointCount
    case (.wholeNumber, _), (.decimal, _), (.toggle, _), (.choice, _), (.choices, _): nil
    }
  }
}

extension Secret {
  /// The length in UTF-16 code units: two for what UTF-8 writes with four bytes.
  fileprivate var utf16Count: Int {
    codePointCount + withBytes { $0.count { $0 >= 0xF0 } }
  }
}
