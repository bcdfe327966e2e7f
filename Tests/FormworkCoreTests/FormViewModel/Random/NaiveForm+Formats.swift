@testable import FormworkCore
import FormworkJSON

extension NaiveForm {
  /// The texts that the tests enter as web addresses, with the address if the text is valid.
  static let addresses: [(text: String, address: String?)] = [
    ("", nil), ("https://a.org", "https://a.org"), (" http://b.org\u{20}", "http://b.org"),
    ("mailto:c@c.org", "mailto:c@c.org"), ("https://d.org/e", "https://d.org/e"),
    ("a.org", nil), ("https://", nil), ("https://a b", nil),
  ]
}

extension NaiveForm.Entry {
  /// The value of the content, or `nil` if it is invalid or empty.
  var value: Value? {
    guard case .text(let text) = content else { return try? specification.kind.value(of: content) }
    switch specification.kind {
    case .dateTime(let format):
      guard let milliseconds = NaiveDateTime.milliseconds(of: text, format) else { return nil }
      return .text(format == .dateAndTime ? NaiveDateTime.text(of: milliseconds, format) : text)
    case .webAddress:
      return NaiveForm.addresses.first { $0.text == text }?.address.map { .text($0) }
    case .text, .textArea, .secret, .wholeNumber, .decimal, .raw, .toggle, .choice, .choices:
      return try? specification.kind.value(of: content)
    }
  }

  /// Whether an answer is required and missing, where JSON Schema accepts an empty text.
  func isUnanswered(in mode: RuleMode) -> Bool {
    guard specification.isRequired else { return false }
    let isText = specification.kind == .text || specification.kind == .textArea
    return value == nil || content.isEmpty && !(isText && mode == .jsonSchema)
  }

  /// Finds violations: dates, times and addresses are compared here, others by the rules themselves.
  func violations(by rules: [Rule], in mode: RuleMode, answers: Answers) -> [Violation] {
    let isEmpty = content == .text("")
    switch specification.kind {
    case .dateTime, .webAddress: break
    case .text, .textArea, .secret, .wholeNumber, .decimal, .raw, .toggle, .choice, .choices:
      return Array(
        rules.violations(
          of: content, kind: specification.kind, isRequired: specification.isRequired,
          isEdited: isEdited, mode: mode, answers: answers))
    }
    if isEmpty { return specification.isRequired ? [.valueMissing] : [] }
    guard case .text(let text)? = value else {
      guard case .dateTime(let format) = specification.kind else {
        return [.typeMismatch(.webAddress)]
      }
      return [.badInput(.notADateTime(format))]
    }
    return rules.flatMap { violations(of: text, by: $0, in: mode, answers) }
  }

  private func violations(
    of text: String, by rule: Rule, in mode: RuleMode, _ answers: Answers
  ) -> [Violation] {
    switch (rule, specification.kind) {
    case (.length(let minimum?, let maximum?, _), _) where isEdited || mode == .jsonSchema:
      if text.count > maximum { return [.tooLong(limit: maximum, count: text.count)] }
      return text.count < minimum ? [.tooShort(limit: minimum, count: text.count)] : []
    case (.range(let minimum, let maximum), .dateTime(let format)):
      return Self.violations(of: text, in: format, minimum?.wholeNumber, maximum?.wholeNumber)
    case (.step(let step), .dateTime(let format)):
      guard let now = NaiveDateTime.milliseconds(of: text, format), let step = step.wholeNumber
      else { return [] }
      let base = mode == .html ? minimum ?? 0 : 0
      if (now - base).isMultiple(of: step) { return [] }
      return [.betweenSteps(milliseconds: step, base: NaiveDateTime.text(of: base, format))]
    case (.custom(_, let violation), _):
      return [violation(.text(text), answers)].compactMap(\.self)
    default: return []
    }
  }

  private var minimum: Int? {
    for case .range(let minimum, _) in specification.rules { return minimum?.wholeNumber }
    return nil
  }

  private static func violations(
    of text: String, in format: DateTimeFormat, _ minimum: Int?, _ maximum: Int?
  ) -> [Violation] {
    guard let now = NaiveDateTime.milliseconds(of: text, format) else { return [] }
    let isEarly = minimum.map { now < $0 } ?? false
    let isLate = maximum.map { now > $0 } ?? false
    if let minimum, let maximum, maximum < minimum, format == .time, !(isEarly && isLate) {
      return []
    }
    return [
      isEarly ? minimum.map { .tooEarly(limit: NaiveDateTime.text(of: $0, format)) } : nil,
      isLate ? maximum.map { .tooLate(limit: NaiveDateTime.text(of: $0, format)) } : nil,
    ].compactMap(\.self)
  }
}
