public import FormworkJSON

/// A constraint on the content of a field.
///
/// All rules except ``custom(reading:violation:)`` are data, and can be listed and shown.
public enum Rule: Sendable {
  // Exact numbers are stored indirectly, because they are larger than all other values.

  /// The field must not be empty; a toggle must be on.
  case required

  /// The length of a text. Without a unit, the unit of the mode applies.
  ///
  /// If a text has more than four bytes for each unit of the maximum, no other rule validates it.
  case length(minimum: Int?, maximum: Int?, unit: LengthUnit?)

  /// The allowed characters of a text.
  case characters(AllowedCharacters)

  /// The text must be an e-mail address.
  case email

  /// The limits of a number, or of the milliseconds of a date or time.
  ///
  /// If the minimum of a time of day is above its maximum, the range includes midnight.
  indirect case range(minimum: ExactDecimal?, maximum: ExactDecimal?)

  /// A number, or the milliseconds of a date or time, must be a multiple of this number.
  ///
  /// HTML counts from the minimum, and JSON Schema from 0.
  indirect case step(ExactDecimal)

  /// The content must equal the content of another field.
  case equals(FieldID)

  /// A rule that the form defines itself.
  ///
  /// It returns the violation of a value, or `nil` if the rule holds, and runs again when one of the fields that it
  /// reads changes. The function is pure: the same input gives the same result.
  case custom(reading: [FieldID] = [], violation: @Sendable (Value, Answers) -> Violation?)

  /// The unit for the length of a text.
  public enum LengthUnit: Hashable, Sendable {
    /// UTF-16 code units, as in HTML.
    case utf16

    /// Code points, as in JSON Schema and NIST SP 800-63B.
    case codePoints
  }

  /// The other fields that the rule reads.
  var reads: [FieldID] {
    switch self {
    case .equals(let other): [other]
    case .custom(let reads, _): reads
    case .required, .length, .characters, .email, .range, .step: []
    }
  }
}

/// The allowed first character of a text, and the allowed other characters.
public struct AllowedCharacters: Sendable {
  /// The parameter of ``Violation/patternMismatch(_:)``, which selects the message.
  public let name: String
  private let first: Set<Unicode.Scalar>
  private let others: Set<Unicode.Scalar>

  /// Creates a set of `ranges` and `others`; if `first` is given, the first character must be in it.
  public init(
    named name: String, ranges: [ClosedRange<Unicode.Scalar>], others: String = "",
    first: [ClosedRange<Unicode.Scalar>]? = nil
  ) {
    func scalars(_ ranges: [ClosedRange<Unicode.Scalar>]) -> Set<Unicode.Scalar> {
      Set(
        ranges.flatMap {
          ($0.lowerBound.value...$0.upperBound.value).compactMap(Unicode.Scalar.init)
        })
    }
    self.name = name
    self.others = scalars(ranges).union(others.unicodeScalars)
    self.first = first.map(scalars) ?? self.others
  }

  /// Whether no character is allowed.
  var isEmpty: Bool { first.isEmpty }

  package func allow(_ text: String) -> Bool {
    guard let head = text.unicodeScalars.first else { return true }
    return first.contains(head) && text.unicodeScalars.dropFirst().allSatisfy(others.contains)
  }
}

/// The standard to follow where HTML and JSON Schema disagree.
public enum RuleMode: Hashable, Sendable {
  /// An empty text violates only `required`; steps are counted from the minimum.
  ///
  /// Lengths are counted in UTF-16 units, and only after the user has edited the text.
  case html

  /// An empty text is a value; lengths are always counted in code points, and steps from zero.
  case jsonSchema
}

extension [Rule] {
  /// Returns the violations of the content in the order of the definition.
  ///
  /// An empty required field has only ``Violation/valueMissing``. HTML validates lengths only after an edit.
  func violations(
    of content: FieldContent, kind: FieldKind, isRequired: Bool, isEdited: Bool, mode: RuleMode,
    answers: Answers
  ) -> Violations {
    if isRequired && kind.isMissing(content, in: mode) { return Violations(.valueMissing) }
    let value: Value?
    do throws(Violation) {
      value = try kind.value(of: content, in: mode)
    } catch {
      return Violations(error)
    }
    var violations = Violations()
    guard let value else { return violations }
    let isEmpty = mode == .html && content.isEmpty
    var format: DateTimeFormat?
    if case .dateTime(let own) = kind { format = own }
    // This skips other rules than that of the length.
    let isFarTooLong = count > 1 && (isEdited || mode == .jsonSchema) && areFarExceeded(by: content)
    for rule in self where !isEmpty || rule.appliesToEmptyContent {
      if isFarTooLong && !rule.isOfLength { continue }
      if case .range(let minimum, let maximum) = rule, let number = value.number(in: format) {
        for violation in number.violations(ofRange: minimum, maximum, in: format) {
          violations.append(violation)
        }
      } else if let violation = rule.violation(
        by: value, in: format, isEdited: isEdited, mode: mode, among: self, answers: answers)
      {
        violations.append(violation)
      }
    }
    return violations
  }

  /// Whether the number of bytes alone shows that a text or secret is too long.
  ///
  /// The other rules may read every character on each key press.
  private func areFarExceeded(by content: FieldContent) -> Bool {
    let byteCount =
      switch content {
      case .text(let text): text.utf8.count
      case .secret(let secret): secret.byteCount
      case .toggle, .choice, .choices: 0
      }
    // A code point has at most four bytes of UTF-8, and a UTF-16 unit three.
    return contains { rule in
      if case .length(_, let maximum?, _) = rule { byteCount / 4 > maximum } else { false }
    }
  }

  /// The minimum from which steps are counted.
  fileprivate var minimum: ExactDecimal? {
    for case .range(let minimum?, _) in self { return minimum }
    return nil
  }
}

extension FieldKind {
  /// Whether the content violates ``Rule/required``.
  func isMissing(_ content: FieldContent, in mode: RuleMode) -> Bool {
    // To JSON Schema, an empty string is a value.
    content.isEmpty && !(mode == .jsonSchema && (self == .text || self == .textArea))
  }
}

extension Rule {
  /// Whether the rule is a custom one that reads one of some fields.
  func isCustom(reading fields: [FieldID]) -> Bool {
    if case .custom(let reads, _) = self { reads.contains(where: fields.contains) } else { false }
  }

  /// Whether the rule also applies to an empty field in HTML's mode.
  ///
  /// An empty repetition of a password is a mistake if the password is not empty.
  fileprivate var appliesToEmptyContent: Bool { if case .equals = self { true } else { false } }

  fileprivate var isOfLength: Bool { if case .length = self { true } else { false } }

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
      return answers.value(of: other) == value ? nil : .customError(key: "equals")
    case (.custom(_, let violation), _):
      return violation(value, answers)
    case (.required, _), (.length, _), (.characters, _), (.email, _), (.range, _):
      return nil
    }
  }
}

extension ExactDecimal {
  /// Returns the violations of a range.
  ///
  /// In HTML, a time outside of a range that includes midnight is both too early and too late.
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
  /// Returns the text for the milliseconds in a rule.
  fileprivate func text(of milliseconds: ExactDecimal) -> String {
    text(of: milliseconds.wholeNumber ?? 0)
  }
}

extension Value {
  /// Returns the number that ranges and steps apply to; for a date or time, its milliseconds.
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
  /// The length in UTF-16 code units: two for each character that has four bytes in UTF-8.
  fileprivate var utf16Count: Int {
    codePointCount + withBytes { $0.count { $0 >= 0xF0 } }
  }
}
