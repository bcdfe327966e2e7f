public import FormworkJSON

/// A field of a form, as a handle that knows the type of its answer.
///
/// ```swift
/// let age = Field.wholeNumber("age", label: "Age").range(0...150)
/// let form = try FormDefinition("person", title: "A person") { age }
/// let years: Int? = answers[age]
/// ```
public struct Field<Answer>: PartHandle {
  /// All that the form knows of it.
  public private(set) var specification: FieldSpecification

  /// The stable name, or the path to it from where it is used.
  public private(set) var id: FieldID

  private let answer: @Sendable (Value?) -> Answer
  private let content: @Sendable (Answer) -> FieldContent

  init(
    _ id: FieldID, _ kind: FieldKind, _ label: Message,
    content: @escaping @Sendable (Answer) -> FieldContent,
    answer: @escaping @Sendable (Value?) -> Answer
  ) {
    specification = FieldSpecification(id: id, kind: kind, label: label)
    self.id = id
    self.content = content
    self.answer = answer
  }

  /// What it adds to a form.
  public var item: FormItem { .field(specification) }

  /// Reads the answer out of a value; of no value, the empty answer.
  public func read(_ answer: FormworkCore.Answer?) -> Answer { self.answer(answer?.value) }

  /// What stands in the field where this is the answer.
  public func content(for answer: Answer) -> FieldContent { content(answer) }

  /// The same field, found by another path.
  public func at(_ path: FieldID) -> Self {
    var field = self
    field.id = path
    return field
  }

  private func with(_ change: (inout FieldSpecification) -> Void) -> Self {
    var field = self
    change(&field.specification)
    return field
  }

  private func with(_ rule: Rule) -> Self { with { $0.rules.append(rule) } }
}

extension Field {
  /// Something has to stand there; a toggle has to be on.
  public func required() -> Self { with(.required) }

  /// Help for the person.
  public func detail(_ text: Message) -> Self { with { $0.detail = text } }

  /// An example of what could stand there.
  public func placeholder(_ text: Message) -> Self { with { $0.placeholder = text } }

  /// The usual width in columns of a terminal, or of a text area, the rows: at least 1.
  ///
  /// It limits nothing.
  public func extent(_ count: Int) -> Self { with { $0.extent = max(1, count) } }

  /// A rule of the form's own, that may read other fields.
  ///
  /// - Parameters:
  ///   - name: The rule's name, unique in its form.
  ///   - reads: The other fields that it reads: when one of them changes, it is judged again.
  ///   - judge: Judges the answer; an empty one is not judged, but in JSON Schema's mode, where an empty text
  ///     is a value. `nil` means that the rule holds.
  /// - Returns: The field with the rule.
  public func rule(
    _ name: String, reading reads: [FieldID] = [],
    judge: @escaping @Sendable (Answer, Answers) -> Violation?
  ) -> Self {
    let answer = answer
    return with(.custom(CustomRule(name, reading: reads) { judge(answer($0), $1) }))
  }

  /// A rule of the form's own, about this field alone.
  ///
  /// ```swift
  /// Field.wholeNumber("seats", label: "Seats").rule("even") { seats in
  ///   (seats ?? 0).isMultiple(of: 2) ? nil : .customError("even")
  /// }
  /// ```
  public func rule(_ name: String, judge: @escaping @Sendable (Answer) -> Violation?) -> Self {
    rule(name) { answer, _ in judge(answer) }
  }

  /// The content has to be the same as that of another field.
  public func matches(_ other: Field<Answer>) -> Self { with(.equals(other.id)) }

  /// Part of the form only while the condition holds.
  ///
  /// Its content is kept while it is hidden.
  public func shown(when condition: Condition) -> Self { with { $0.condition = condition } }

  /// The check, which the program's operations run, has the last word on the content.
  public func checked(by check: RemoteCheck) -> Self { with { $0.check = check } }

  /// Goes into no draft, as a secret does not: a person who resumes a form, or has it loaded anew, enters it
  /// anew.
  ///
  /// For what is said of something that may have changed meanwhile, such as a consent.
  public func leftOutOfDrafts() -> Self { with { $0.isLeftOutOfDrafts = true } }

  /// The answer that stands there to begin with; none that the field cannot hold, such as an option that it has not.
  public func initially(_ answer: Answer) -> Self { initially(content: content(answer)) }

  /// The same, as what stands in the field.
  package func initially(content: FieldContent) -> Self {
    with { if $0.kind.accepts(content) { $0.initial = content } }
  }
}

/// Makes a field of any value of JSON, which a person edits as text.
///
/// For what no other part of a form holds.
public func Raw(_ id: FieldID, label: Message) -> Field<JSONValue?> {
  Field(id, .raw, label) {
    .text($0.map { JSONNode($0).text() } ?? "")
  } answer: { value in
    guard case .text(let text)? = value else { return nil }
    // It was understood before: the value is what was written then.
    do { return try JSONReader.read(text).value } catch { return nil }
  }
}

extension Field where Answer == String {
  /// A line of text.
  public static func text(_ id: FieldID, label: Message) -> Field {
    line(id, .text, label)
  }

  /// Several lines of text.
  public static func textArea(_ id: FieldID, label: Message) -> Field {
    line(id, .textArea, label)
  }

  /// A date, in HTML's form.
  ///
  /// Steps are days, counted from the minimum, or from 1970-01-01 where there is none.
  public static func date(_ id: FieldID, label: Message, step: Int = 1) -> Field {
    dateTime(id, .date, label, step: DateTimeFormat.day * min(max(step, 1), 1_000_000_000))
  }

  /// A time of day, in HTML's form.
  ///
  /// Steps are whole milliseconds, counted from the minimum, or from midnight where there is none.
  public static func time(
    _ id: FieldID, label: Message, step: Duration = .seconds(60)
  ) -> Field {
    dateTime(id, .time, label, step: step.milliseconds)
  }

  /// A local date and time, in HTML's form.
  ///
  /// Steps are whole milliseconds, counted from the minimum, or from the beginning of 1970 where there is
  /// none.
  public static func dateAndTime(
    _ id: FieldID, label: Message, step: Duration = .seconds(60)
  ) -> Field {
    dateTime(id, .dateAndTime, label, step: step.milliseconds)
  }

  private static func dateTime(
    _ id: FieldID, _ format: DateTimeFormat, _ label: Message, step: Int
  ) -> Field {
    line(id, .dateTime(format), label).with(.step(ExactDecimal(step)))
  }

  /// An absolute address as browsers understand it, such as `https://example.org`.
  public static func webAddress(_ id: FieldID, label: Message) -> Field {
    line(id, .webAddress, label)
  }

  private static func line(_ id: FieldID, _ kind: FieldKind, _ label: Message) -> Field {
    Field(id, kind, label) {
      .text($0)
    } answer: {
      if case .text(let text) = $0 { text } else { "" }
    }
  }

  /// The first and the last date or time, written as the field's content is; `nil` is no limit.
  ///
  /// Where the first time of day is after the last one, the range goes on past midnight.
  public func range(minimum: String? = nil, maximum: String? = nil) -> Field {
    with { specification in
      func limit(_ text: String?) -> ExactDecimal? {
        guard let text else { return nil }
        if case .dateTime(let format) = specification.kind,
          let milliseconds = format.milliseconds(of: text)
        {
          return ExactDecimal(milliseconds)
        }
        specification.badLimit = specification.badLimit ?? text
        return nil
      }
      specification.rules.append(.range(minimum: limit(minimum), maximum: limit(maximum)))
    }
  }

  /// The first and the last date or time, as ``range(minimum:maximum:)`` has them.
  public func range(_ limits: some Limits<String>) -> Field {
    range(minimum: limits.lowerLimit, maximum: limits.upperLimit)
  }

  /// The text's length, in the unit of the form's mode where none is given.
  public func length(_ limits: some Limits<Int>, unit: Rule.LengthUnit? = nil) -> Field {
    with(.length(minimum: limits.lowerLimit, maximum: limits.upperLimit, unit: unit))
  }

  /// The characters that the text may have.
  public func characters(_ allowed: AllowedCharacters) -> Field { with(.characters(allowed)) }

  /// What was entered may be offered again another time, once a submission with it was accepted.
  public func remembered() -> Field { with { $0.isRemembered = true } }

  /// The text has to be an e-mail address, as HTML understands it.
  public func email() -> Field { with(.email) }
}

extension Field where Answer == Secret {
  /// A text that must not be shown.
  public static func secret(_ id: FieldID, label: Message) -> Field {
    Field(id, .secret, label) {
      .secret($0)
    } answer: {
      if case .secret(let secret) = $0 { secret } else { .empty }
    }
  }

  /// The secret's length, in code points where no unit is given.
  public func length(_ limits: some Limits<Int>, unit: Rule.LengthUnit = .codePoints) -> Field {
    with(.length(minimum: limits.lowerLimit, maximum: limits.upperLimit, unit: unit))
  }
}

extension Field where Answer == Int? {
  /// A whole number of 64 bits.
  public static func wholeNumber(_ id: FieldID, label: Message) -> Field {
    Field(id, .wholeNumber, label) {
      .text($0.map { String($0) } ?? "")
    } answer: {
      if case .wholeNumber(let number) = $0 { number } else { nil }
    }
  }

  /// The smallest and the greatest number.
  public func range(_ limits: some Limits<Int>) -> Field {
    with(
      .range(
        minimum: limits.lowerLimit.map { ExactDecimal($0) },
        maximum: limits.upperLimit.map { ExactDecimal($0) }))
  }

  /// The number has to be a multiple.
  public func step(_ step: Int) -> Field { with(.step(ExactDecimal(step))) }
}

extension Field where Answer == ExactDecimal? {
  /// A decimal number, kept exactly.
  public static func decimal(_ id: FieldID, label: Message) -> Field {
    Field(id, .decimal, label) {
      .text($0?.description ?? "")
    } answer: {
      if case .decimal(let number) = $0 { number } else { nil }
    }
  }

  /// The smallest and the greatest number.
  public func range(_ limits: some Limits<ExactDecimal>) -> Field {
    with(.range(minimum: limits.lowerLimit, maximum: limits.upperLimit))
  }

  /// The number has to be a multiple.
  public func step(_ step: ExactDecimal) -> Field { with(.step(step)) }
}

extension Field where Answer == Bool {
  /// Yes or no.
  public static func toggle(_ id: FieldID, label: Message) -> Field {
    Field(id, .toggle, label) {
      .toggle($0)
    } answer: {
      $0 == .toggle(true)
    }
  }
}

extension Duration {
  /// The whole milliseconds, one at least; at most more than all dates span.
  fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), 1e17)) }
}

extension Field where Answer == String? {
  /// One of some options.
  public static func choice(_ id: FieldID, label: Message, options: [FieldKind.Option]) -> Field {
    Field(id, .choice(options), label) {
      .choice($0)
    } answer: {
      if case .choice(let option) = $0 { option } else { nil }
    }
  }
}

extension Field where Answer == [String] {
  /// Any number of some options.
  public static func choices(_ id: FieldID, label: Message, options: [FieldKind.Option]) -> Field {
    let order = options.map(\.value)
    return Field(id, .choices(options), label) { chosen in
      .choices(order.filter(chosen.contains) + chosen.filter { !order.contains($0) })
    } answer: {
      if case .choices(let options) = $0 { options } else { [] }
    }
  }
}

extension Field {
  /// One of the cases of an enum.
  ///
  /// ```swift
  /// enum Plan: String, CaseIterable { case free, gold }
  /// let plan = Field.choice("plan", label: "Plan", of: Plan.self).initially(.free)
  /// answers[plan]   // Plan?
  /// ```
  ///
  /// - Parameters:
  ///   - id: The stable name.
  ///   - label: What a person calls it.
  ///   - cases: The enum. In documents a case has its raw value, or where there is none its name.
  ///   - caseLabel: What a person reads of a case; as it is in documents, where this is not given.
  /// - Returns: The field.
  public static func choice<Case: CaseIterable & Sendable>(
    _ id: FieldID, label: Message, of cases: Case.Type, caseLabel: ((Case) -> Message)? = nil
  ) -> Field where Answer == Case? {
    let options = CaseOptions<Case>()
    return Field(id, .choice(options.all(labelled: caseLabel)), label) {
      .choice($0.map(options.value))
    } answer: {
      if case .choice(let value) = $0 { options.case(of: value) } else { nil }
    }
  }

  /// Any number of the cases of an enum, in their order: as for one of them.
  public static func choices<Case: CaseIterable & Sendable>(
    _ id: FieldID, label: Message, of cases: Case.Type, caseLabel: ((Case) -> Message)? = nil
  ) -> Field where Answer == [Case] {
    let options = CaseOptions<Case>()
    let all = options.all(labelled: caseLabel)
    return Field(id, .choices(all), label) { chosen in
      let values = chosen.map(options.value)
      return .choices(all.map(\.value).filter(values.contains))
    } answer: {
      if case .choices(let values) = $0 { values.compactMap(options.case) } else { [] }
    }
  }
}

/// The cases of an enum as options.
private struct CaseOptions<Case: CaseIterable & Sendable>: Sendable {
  private let cases = Dictionary(
    Case.allCases.map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

  func all(labelled label: ((Case) -> Message)?) -> [FieldKind.Option] {
    Case.allCases.map { FieldKind.Option(value($0), label: label?($0) ?? .verbatim(value($0))) }
  }

  func value(_ option: Case) -> String { Self.name(of: option) }

  func `case`(of value: String) -> Case? { cases[value] }

  private static func name(of option: Case) -> String {
    if let option = option as? any RawRepresentable { return "\(option.rawValue)" }
    return "\(option)"
  }
}

/// All that a form knows of one field, without its type.
public struct FieldSpecification: Sendable {
  /// The stable name.
  public let id: FieldID

  /// What it holds.
  public let kind: FieldKind

  /// What a person calls it.
  public let label: Message

  /// Help, if any.
  public internal(set) var detail: Message?

  /// An example, if any.
  public internal(set) var placeholder: Message?

  /// The usual width in columns of a terminal, or of a text area, the rows, if any.
  public internal(set) var extent: Int?

  /// What stands there before the person has touched it.
  public internal(set) var initial: FieldContent

  /// What the content has to keep.
  public internal(set) var rules: [Rule] = []

  /// Whether what was entered may be offered again, after an accepted submission.
  public internal(set) var isRemembered = false

  /// The first limit that is none of the field's kind, if any.
  var badLimit: String?

  /// Whether the content goes into no draft, and has to be entered each time.
  public internal(set) var isLeftOutOfDrafts = false

  /// When the field is part of the form; always, where there is none.
  public internal(set) var condition: Condition?

  /// The check that has the last word on the content, if any.
  public internal(set) var check: RemoteCheck?

  init(id: FieldID, kind: FieldKind, label: Message) {
    self.id = id
    self.kind = kind
    self.label = label
    initial = kind.emptyContent
  }

  /// Whether something has to stand there.
  public var isRequired: Bool {
    rules.contains { if case .required = $0 { true } else { false } }
  }

  /// The node that shows the field.
  var nodeKind: NodeKind {
    switch kind {
    case .text, .wholeNumber, .decimal, .dateTime, .webAddress: .textField
    case .textArea, .raw: .textArea
    case .secret: .secretField
    case .toggle: .toggle
    case .choice: .choice
    case .choices: .choices
    }
  }

  /// What the value looks like.
  var format: NodeFormat {
    switch kind {
    case .wholeNumber: .wholeNumber
    case .decimal: .decimal
    case .dateTime(.date): .date
    case .dateTime(.time): .time
    case .dateTime(.dateAndTime): .dateAndTime
    case .webAddress: .webAddress
    case .text where rules.contains { if case .email = $0 { true } else { false } }: .email
    case .text, .textArea, .secret, .raw, .toggle, .choice, .choices: .plain
    }
  }

  /// Returns the content that rules and answers are about: e-mail and web addresses, dates and numbers lose the blanks
  /// around them.
  ///
  /// - SeeAlso: "Strip leading and trailing ASCII whitespace" in the value sanitization algorithms of the HTML Standard,
  ///   section 4.10.5.1.
  func trimmed(_ content: FieldContent) -> FieldContent {
    guard case .text(let text) = content, text.hasBlanksAround, format != .plain else {
      return content
    }
    return .text(text.withoutBlanksAround)
  }
}
