/// What a field's content has to keep.
///
/// Data, but for ``custom(_:)``: a rule can be listed and shown.
public enum Rule: Sendable {
  /// Something has to stand there; a toggle has to be on.
  case required

  /// A text's length. The unit is the mode's own where none is given.
  ///
  /// A text of more than four bytes for each unit of the maximum breaks this rule alone: the others do not judge it.
  case length(minimum: Int?, maximum: Int?, unit: LengthUnit?)

  /// The characters that a text may have.
  case characters(AllowedCharacters)

  /// A text is an e-mail address.
  case email

  /// A number, or the milliseconds of a date or time, is neither below nor above.
  ///
  /// Where the minimum of a time of day is above its maximum, the range goes on past midnight.
  case range(minimum: ExactDecimal?, maximum: ExactDecimal?)

  /// A number, or the milliseconds of a date or time, is a multiple of this, counted from the minimum in HTML
  /// and from 0 in JSON Schema.
  case step(ExactDecimal)

  /// The content equals that of another field.
  case equals(FieldID)

  /// Whatever a form needs beyond these.
  case custom(CustomRule)

  /// How the length of a text is counted.
  public enum LengthUnit: Hashable, Sendable {
    /// UTF-16 code units, as HTML does.
    case utf16

    /// Code points, as JSON Schema and NIST SP 800-63B do.
    case codePoints
  }

  /// The fields that the rule reads besides its own.
  var reads: [FieldID] {
    switch self {
    case .equals(let other): [other]
    case .custom(let rule): rule.reads
    case .required, .length, .characters, .email, .range, .step: []
    }
  }
}

/// The characters that a text may have, in the first place and in the others.
public struct AllowedCharacters: Sendable {
  /// The name by which a sentence is chosen: the parameter of ``Violation/patternMismatch(_:)``.
  public let name: String
  private let first: Set<Unicode.Scalar>
  private let others: Set<Unicode.Scalar>

  /// Makes the set of those in `ranges` and `others`; the first has to be in `first`, if given.
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

  package func allow(_ text: String) -> Bool {
    guard let head = text.unicodeScalars.first else { return true }
    return first.contains(head) && text.unicodeScalars.dropFirst().allSatisfy(others.contains)
  }
}

/// A rule that a form brings itself.
public struct CustomRule: Sendable {
  /// The rule's name, unique in its form.
  public let name: String

  /// The other fields that it reads: when one of them changes, the rule is judged again.
  public let reads: [FieldID]

  /// Judges a value; `nil` means that the rule holds.
  ///
  /// Pure: the same input gives the same answer.
  public let judge: @Sendable (Value, Answers) -> Violation?

  /// Makes a rule.
  public init(
    _ name: String, reading reads: [FieldID] = [],
    judge: @escaping @Sendable (Value, Answers) -> Violation?
  ) {
    self.name = name
    self.reads = reads
    self.judge = judge
  }
}

/// Whose words the rules are to be taken in, where HTML and JSON Schema disagree.
public enum RuleMode: Hashable, Sendable {
  /// An empty text breaks no rule but `required`; lengths count UTF-16 units, and only once a
  /// person has edited the text; steps count from the minimum.
  case html

  /// An empty text is a value; lengths count code points, always; steps count from zero.
  case jsonSchema
}

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
