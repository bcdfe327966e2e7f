import FormworkJSON
import Testing

@testable import FormworkCore

extension HTMLSuite {
  /// A row in the types of this library.
  struct Check {
    let field: FieldSpecification
    let content: FieldContent
    /// Whether the user typed the content, as in `user_input` alone.
    var isEdited = false
    let violations: [Violation]
    /// The value of the content, if the row has one.
    var value: Value?

    /// The violations that the rules find.
    var found: [Violation] {
      field.violations(of: content, isEdited: isEdited, mode: .html, answers: Answers())
    }
  }

  /// Translates a row.
  ///
  /// - Throws: If the row contains anything unknown.
  static func check(of row: Row) throws -> Check {
    switch row.table {
    case "cases": try check(ofControl: row.node)
    case "validity": try check(ofAddress: row.node)
    case "sanitize", "sanitize_with_range_not_clamped": try check(ofNumber: row.node)
    case "user_input": try check(ofTypedNumber: row.node)
    case "radio_groups": try check(ofGroup: row.node)
    default: throw Unexpected(what: row.name)
    }
  }

  // MARK: Tables of controls

  private static func check(ofControl row: JSONNode) throws -> Check {
    let control = try row.text(of: "type")
    let conditions = try #require(row["conditions"])
    let raised = try raisedFlag(of: row)
    let (kind, content) = try field(for: control, conditions)
    var rules = try rules(of: conditions, kind)
    var violations = try raised.map { [try violation($0, conditions, kind)] } ?? []
    if control == "email" { rules.append(.email) }
    // The rows about other flags contain no address.
    if !content.isEmpty && raised == nil {
      if control == "email" { violations = [.typeMismatch(.email)] }
      if control == "url" { violations = [.typeMismatch(.webAddress)] }
    }
    // HTML discards such a text; here it stays and is no date or time.
    if case .dateTime(let format) = kind, raised == "valueMissing", !content.isEmpty {
      violations = [.badInput(.notADateTime(format))]
    }
    return Check(
      field: FieldSpecification(kind, rules: rules), content: content, violations: violations)
  }

  private static func raisedFlag(of row: JSONNode) throws -> String? {
    if let because = row["because"]?.string { return because }
    guard case .object(let flags)? = row["expect"]?.value, flags.count == 1, let flag = flags.first,
      let isRaised = flag.node.bool
    else { throw Unexpected(what: row.text()) }
    return isRaised ? flag.name : nil
  }

  private static func field(
    for control: String, _ conditions: JSONNode
  ) throws -> (FieldKind, FieldContent) {
    switch control {
    case "text", "search", "tel", "email": return (.text, .text(try conditions.text(of: "value")))
    case "textarea": return (.textArea, .text(try conditions.text(of: "value")))
    case "password": return (.secret, .secret(Secret(try conditions.text(of: "value"))))
    case "number": return (.decimal, .text(try conditions.text(of: "value")))
    case "date": return (.dateTime(.date), .text(try conditions.text(of: "value")))
    case "time": return (.dateTime(.time), .text(try conditions.text(of: "value")))
    case "datetime-local":
      return (.dateTime(.dateAndTime), .text(try conditions.text(of: "value")))
    case "url": return (.webAddress, .text(try conditions.text(of: "value")))
    case "checkbox": return (.toggle, .toggle(try conditions.flag(of: "checked")))
    case "radio":
      let isChecked = try conditions.flag(of: "checked")
      return (choice(of: ["on"]), .choice(isChecked ? "on" : nil))
    case "select":
      // HTML's empty option means that nothing is chosen.
      let options = try #require(conditions["options"]).elements.compactMap(\.string)
      let text = try conditions.text(of: "value")
      return (choice(of: options.filter { !$0.isEmpty }), .choice(text.isEmpty ? nil : text))
    default: throw Unexpected(what: control)
    }
  }

  private static func choice(of options: [String]) -> FieldKind {
    .choice(options.map { FieldKind.Option($0, label: .verbatim($0)) })
  }

  private static func rules(of conditions: JSONNode, _ kind: FieldKind) throws -> [Rule] {
    var rules: [Rule] = []
    guard case .object(let members) = conditions.value else { return [] }
    for member in members {
      switch member.name {
      case "value", "checked", "options", "name": break
      case "required": if member.node.bool == true { rules.append(.required) }
      case "maxLength":
        if let maximum = member.node.string.flatMap({ Int($0) }) {
          rules.append(.length(minimum: nil, maximum: maximum, unit: nil))
        }
      case "minLength":
        if let minimum = member.node.string.flatMap({ Int($0) }) {
          rules.append(.length(minimum: minimum, maximum: nil, unit: nil))
        }
      case "min":
        rules.append(.range(minimum: try number(conditions, member.name, kind), maximum: nil))
      case "max":
        rules.append(.range(minimum: nil, maximum: try number(conditions, member.name, kind)))
      case "step": rules.append(.step(try step(of: conditions, kind)))
      default: throw Unexpected(what: member.name)
      }
    }
    return rules
  }

  /// A step without a number is the default of HTML: one, a day, or a minute.
  private static func step(of conditions: JSONNode, _ kind: FieldKind) throws -> ExactDecimal {
    let text = try conditions.text(of: "step")
    guard case .dateTime(let format) = kind else { return try text.isEmpty ? 1 : number(text) }
    let (unit, usual) = format == .date ? (DateTimeFormat.day, "1") : (1_000, "60")
    return ExactDecimal(try #require(Int(text.isEmpty ? usual : text)) * unit)
  }

  private static func number(_ node: JSONNode, _ name: String, _ kind: FieldKind = .decimal) throws
    -> ExactDecimal
  {
    let text = try node.text(of: name)
    guard case .dateTime(let format) = kind else { return try number(text) }
    return ExactDecimal(try #require(format.milliseconds(of: text)))
  }

  private static func number(_ text: String) throws -> ExactDecimal {
    try #require(ExactDecimal(text))
  }

  private static func violation(
    _ flag: String, _ conditions: JSONNode, _ kind: FieldKind
  ) throws -> Violation {
    switch (flag, kind) {
    case ("valueMissing", _): return .valueMissing
    case ("typeMismatch", .webAddress): return .typeMismatch(.webAddress)
    case ("typeMismatch", _): return .typeMismatch(.email)
    case ("rangeUnderflow", .dateTime(let format)):
      return .tooEarly(limit: try shortest(conditions, "min", format))
    case ("rangeOverflow", .dateTime(let format)):
      return .tooLate(limit: try shortest(conditions, "max", format))
    case ("stepMismatch", .dateTime(let format)):
      let step = try #require(try step(of: conditions, kind).wholeNumber)
      return .betweenSteps(milliseconds: step, base: format.text(of: 0))
    case ("rangeUnderflow", _): return .rangeUnderflow(limit: try number(conditions, "min"))
    case ("rangeOverflow", _): return .rangeOverflow(limit: try number(conditions, "max"))
    case ("stepMismatch", _):
      return .stepMismatch(step: try step(of: conditions, kind), base: 0)
    default: throw Unexpected(what: flag)
    }
  }

  private static func shortest(
    _ conditions: JSONNode, _ name: String, _ format: DateTimeFormat
  ) throws -> String {
    format.text(of: try #require(format.milliseconds(of: conditions.text(of: name))))
  }

  // MARK: Other tables

  private static func check(ofAddress row: JSONNode) throws -> Check {
    let text = try row.text(of: "value")
    let isValid = try row.flag(of: "valid")
    return Check(
      field: FieldSpecification(.text, .email), content: .text(text),
      violations: isValid ? [] : [.typeMismatch(.email)])
  }

  // HTML discards such a content. Here it stays and is no number.
  private static func check(ofNumber row: JSONNode) throws -> Check {
    let text = try row.text(of: "set")
    let isEmptied = try row.text(of: "value") != text
    var rules: [Rule] = []
    var violations: [Violation] = []
    if isEmptied {
      let controls: [Unicode.Scalar] = ["\t", "\n", "\u{C}", "\r"]
      let control = text.unicodeScalars.first { controls.contains($0) }
      violations = [.badInput(control.map { .controlCharacter($0) } ?? .notANumber)]
    }
    let value = isEmptied || text.isEmpty ? nil : Value.decimal(try number(row, "set"))
    if row["min"] != nil || row["max"] != nil {
      let minimum = try row["min"] == nil ? nil : number(row, "min")
      let maximum = try row["max"] == nil ? nil : number(row, "max")
      rules = [.range(minimum: minimum, maximum: maximum)]
      // The row is about the value alone: a number outside its range is kept as well.
      let set = try number(row, "set")
      if let minimum, set < minimum { violations = [.rangeUnderflow(limit: minimum)] }
      if let maximum, set > maximum { violations = [.rangeOverflow(limit: maximum)] }
    }
    return Check(
      field: FieldSpecification(.decimal, rules: rules), content: .text(text),
      violations: violations, value: value)
  }

  private static func check(ofTypedNumber row: JSONNode) throws -> Check {
    let text = try row.text(of: "typed")
    let isBad = try row.flag(of: "badInput")
    return Check(
      field: FieldSpecification(.decimal), content: .text(text), isEdited: true,
      violations: isBad ? [.badInput(.notANumber)] : [])
  }

  private static func check(ofGroup row: JSONNode) throws -> Check {
    let required = try #require(row["required"]).elements.compactMap(\.bool)
    let checked = try #require(row["checked"]).elements.compactMap(\.bool)
    let isMissing = try row.flag(of: "valueMissing")
    return Check(
      field: FieldSpecification(
        choice(of: checked.indices.map { "\($0)" }),
        rules: required.contains(true) ? [.required] : []),
      content: .choice(checked.firstIndex(of: true).map { "\($0)" }),
      violations: isMissing ? [.valueMissing] : [])
  }
}
