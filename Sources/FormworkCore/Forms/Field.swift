public import FormworkJSON

/// A handle of a field, which knows the type of the answer.
///
/// ```swift
/// let age = Field.wholeNumber("age", label: "Age").range(0...150).required()
/// let form = try FormDefinition("person", title: "A person") { age }
/// let years: Int = answers[age]
/// ```
public struct Field<Answer>: PartHandle {
  /// The description of the field, without its type.
  public private(set) var specification: FieldSpecification

  /// The name, or the path from the place of use.
  public private(set) var id: FieldID

  private let answer: @Sendable (Value?) -> Answer?
  private let content: @Sendable (Answer) -> FieldContent

  init(
    _ id: FieldID, _ kind: FieldKind, _ label: Message,
    content: @escaping @Sendable (Answer) -> FieldContent,
    answer: @escaping @Sendable (Value?) -> Answer
  ) {
    let specification = FieldSpecification(id: id, kind: kind, label: label)
    self.init(specification, at: id, content: content, answer: answer)
  }

  private init(
    _ specification: FieldSpecification, at id: FieldID,
    content: @escaping @Sendable (Answer) -> FieldContent,
    answer: @escaping @Sendable (Value?) -> Answer?
  ) {
    self.specification = specification
    self.id = id
    self.content = content
    self.answer = answer
  }

  /// The item that adds the field to a form.
  public var item: FormItem { .field(Shared(specification)) }

  /// Returns the answer for a value, or `nil` if it is required and missing.
  public func read(_ answer: FormworkCore.Answer?) -> Answer? { self.answer(answer?.value) }

  /// Returns the content of the field for an answer.
  public func content(for answer: Answer) -> FieldContent { content(answer) }

  /// Returns the handle of the field at another path.
  public func at(_ path: FieldID) -> Self {
    var field = self
    field.id = path
    return field
  }

  private consuming func with(_ change: (inout FieldSpecification) -> Void) -> Self {
    change(&specification)
    return self
  }

  private consuming func with(_ rule: Rule) -> Self { with { $0.rules.append(rule) } }
}

extension Field {
  /// Requires a value, so that the answer is not optional.
  ///
  /// Call it before `shown(when:)`, which makes the answer optional again.
  public func required<Wrapped>() -> Field<Wrapped> where Answer == Wrapped? {
    let answer = answer
    return required { answer($0) ?? nil }
  }

  /// Requires an option; the answer is the empty text while the field is hidden.
  public func required() -> Field<String> where Answer == String? {
    let answer = answer
    return required { (answer($0) ?? nil) ?? "" }
  }

  private func required<Wrapped>(
    answer: @escaping @Sendable (Value?) -> Wrapped?
  ) -> Field<Wrapped> where Answer == Wrapped? {
    let content = content
    let required = with {
      if $0.condition != nil { $0.fault = $0.fault ?? .requiredAfterCondition($0.id) }
      $0.rules.append(.required)
    }
    return Field<Wrapped>(
      required.specification, at: id, content: { content($0) }, answer: answer)
  }

  /// Requires at least one option.
  public func required<Option>() -> Self where Answer == [Option] { with(.required) }

  /// The field with an answer that may be missing.
  public var withOptionalAnswer: Field<Answer?> {
    let (answer, content, empty) = (answer, content, specification.kind.emptyContent)
    return Field<Answer?>(specification, at: id) {
      $0.map(content) ?? empty
    } answer: {
      .some(answer($0))
    }
  }

  /// Sets the help text; the format of a date or time is appended to it.
  public func detail(_ text: Message) -> Self {
    with { $0.detail = $0.kind.formatHint.map { .sentences([text, $0]) } ?? text }
  }

  /// Sets an example of the content.
  public func placeholder(_ text: Message) -> Self { with { $0.placeholder = text } }

  /// Sets the usual width in columns, or the number of rows of a text area, to at least 1.
  ///
  /// This does not limit the length of the content.
  public func extent(_ count: Int) -> Self { with { $0.extent = max(1, count) } }

  /// Adds a rule, with the sentence for an answer that breaks it.
  ///
  /// ```swift
  /// Field.wholeNumber("seats", label: "Seats").rule("has to be even") { $0.isMultiple(of: 2) }
  /// ```
  ///
  /// The closure is not called for an empty answer, except in the JSON Schema mode, in which an empty text is a value.
  /// Nor is it called while a required field that it reads has no valid answer.
  public func rule(_ sentence: Message, holds: @escaping @Sendable (Answer) -> Bool) -> Self {
    rule { answer, _ in holds(answer) ? nil : .customError(sentence) }
  }

  /// Adds a rule about an answer that is not empty.
  public func rule<Wrapped>(
    _ sentence: Message, holds: @escaping @Sendable (Wrapped) -> Bool
  ) -> Self where Answer == Wrapped? {
    rule { answer, _ in answer.map(holds) ?? true ? nil : .customError(sentence) }
  }

  /// Adds a rule that reads other fields, and runs again if one of them changes.
  public func rule(
    _ sentence: Message, reading reads: [FieldID],
    holds: @escaping @Sendable (Answer, Answers) -> Bool
  ) -> Self {
    rule(reading: reads) { holds($0, $1) ? nil : .customError(sentence) }
  }

  /// Adds a rule with several violations.
  public func rule(
    reading reads: [FieldID] = [],
    violation: @escaping @Sendable (Answer, Answers) -> Violation?
  ) -> Self {
    let answer = answer
    return with(
      .custom(reading: reads) { value, answers in answer(value).flatMap { violation($0, answers) } }
    )
  }

  /// Adds a rule about a value of any type.
  package consuming func rule(ofValue fault: @escaping @Sendable (Value) -> Violation?) -> Self {
    with(.custom { value, _ in fault(value) })
  }

  /// Requires the same content as another field.
  public func repeating(_ other: Field<Answer>) -> Self { with(.equals(other.id)) }

  /// Shows the field only while the condition holds, so that the answer may be missing.
  ///
  /// A hidden field keeps its content.
  public func shown(when condition: some ConditionConvertible) -> Field<Answer?> {
    withOptionalAnswer.with { $0.condition = condition.condition }
  }

  /// Shows the field only while the condition holds, and otherwise answers it with the empty answer.
  public func shown(when condition: some ConditionConvertible) -> Self
  where Answer: EmptiableAnswer {
    with { $0.condition = condition.condition }
  }

  /// Never shows valid content as correct, because only the store can tell whether it is.
  ///
  /// For a password that the store knows.
  public func validatedByStore() -> Self { with { $0.isValidatedByStore = true } }

  /// Lets Enter in the field submit the form, as its button does.
  ///
  /// For the last field of a short form, such as a sign-in.
  public func submittedByEnter() -> Self { with { $0.isSubmittedByEnter = true } }

  /// Adds a check that the operations of the form run.
  public func checked(by check: RemoteCheck) -> Self { with { $0.check = check } }

  /// Offers completions of the text that the operations of the form find by this name.
  public func completed(by name: String) -> Self { with { $0.completion = name } }

  /// Excludes the field from drafts, as if it were a secret.
  ///
  /// The user enters it again after a draft is resumed or the form is reloaded. Use this for
  /// answers about something that may have changed in the meantime, such as a consent.
  public func excludedFromDrafts() -> Self { with { $0.isExcludedFromDrafts = true } }

  /// Sets the initial answer, which has to be one that the field can hold.
  public func initialAnswer(_ answer: Answer) -> Self {
    let content = content(answer)
    return initialAnswer(content: content).with {
      if !$0.kind.accepts(content) { $0.fault = $0.fault ?? .badInitialAnswer(of: $0.id) }
    }
  }

  /// Sets the initial content, if the field can hold it.
  package func initialAnswer(content: FieldContent) -> Self {
    with { if $0.kind.accepts(content) { $0.initial = content } }
  }
}

extension Field where Answer == JSONValue? {
  /// Creates a field for any JSON value, which the user edits as text.
  ///
  /// Use it for values that no other part of a form can hold.
  public static func json(_ id: FieldID, label: Message) -> Field {
    Field(id, .raw, label) {
      .text($0.map { JSONNode($0).text() } ?? "")
    } answer: { value in
      guard case .text(let text)? = value else { return nil }
      // Only text that was validated is a value, so reading it again does not fail.
      do { return try JSONReader.read(text).value } catch { return nil }
    }
  }
}

extension Field where Answer == String {
  /// Creates a field for one line of text.
  public static func text(_ id: FieldID, label: Message) -> Field {
    line(id, .text, label)
  }

  /// Creates a field for several lines of text.
  public static func textArea(_ id: FieldID, label: Message) -> Field {
    line(id, .textArea, label)
  }

  /// Creates a field for a date in the format of HTML.
  ///
  /// Steps are days, counted from the minimum, or from 1970-01-01 without a minimum.
  public static func date(_ id: FieldID, label: Message, step: Int = 1) -> Field {
    dateTime(id, .date, label, step: DateTimeFormat.day * min(max(step, 1), 1_000_000_000))
  }

  /// Creates a field for a time of day in the format of HTML.
  ///
  /// Steps are whole milliseconds, counted from the minimum, or from midnight without a minimum.
  public static func time(
    _ id: FieldID, label: Message, step: Duration = .seconds(60)
  ) -> Field {
    dateTime(id, .time, label, step: step.milliseconds)
  }

  /// Creates a field for a local date and time in the format of HTML.
  ///
  /// Steps are whole milliseconds, counted from the minimum, or from the beginning of 1970 without
  /// a minimum.
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

  /// Creates a field for an absolute URL, as browsers parse it, such as `https://example.org`.
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

  /// Limits the date or time to a range, whose limits have the format of the content.
  ///
  /// If the minimum of a time of day is after the maximum, the range includes midnight.
  public func range(minimum: String? = nil, maximum: String? = nil) -> Field {
    with { specification in
      func limit(_ text: String?) -> ExactDecimal? {
        guard let text else { return nil }
        if case .dateTime(let format) = specification.kind,
          let milliseconds = format.milliseconds(of: text)
        {
          return ExactDecimal(milliseconds)
        }
        specification.fault = specification.fault ?? .badLimit(text, of: specification.id)
        return nil
      }
      specification.rules.append(.range(minimum: limit(minimum), maximum: limit(maximum)))
    }
  }

  /// Limits the date or time, like ``range(minimum:maximum:)``.
  public func range(_ limits: some Limits<String>) -> Field {
    range(minimum: limits.lowerLimit, maximum: limits.upperLimit)
  }

  /// Limits the length of the text, in a unit that depends on the mode of the form by default.
  public func length(_ limits: some Limits<Int>, unit: Rule.LengthUnit? = nil) -> Field {
    with(.length(minimum: limits.lowerLimit, maximum: limits.upperLimit, unit: unit))
  }

  /// Requires the whole text to match a regular expression, with the sentence for other texts.
  ///
  /// ```swift
  /// Field.text("name", label: "Name").matching(/[a-z][a-z0-9-]*/, "small letters, digits and -")
  /// ```
  public func matching(_ regex: some RegexComponent, _ sentence: Message? = nil) -> Field {
    // `Regex` is not Sendable, because of the closures that it may contain. Its program is immutable, and compiled
    // once by an atomic operation; closures have to be as pure as those of other rules.
    nonisolated(unsafe) let regex = regex.regex
    return rule { text, _ in
      if text.wholeMatch(of: regex) != nil { return nil }
      return sentence.map { .customError($0) } ?? .patternMismatch("format")
    }
  }

  /// Limits the characters of the text.
  public func characters(_ allowed: AllowedCharacters) -> Field { with(.characters(allowed)) }

  /// Offers previous texts again, after a submission with them was accepted.
  public func keepsHistory() -> Field { with { $0.isRemembered = true } }

  /// Requires a text.
  public func required() -> Field { with(.required) }

  /// Requires an e-mail address, as HTML defines it.
  public func email() -> Field { with(.email) }
}

extension Field where Answer == Secret {
  /// Creates a field for a text that is never displayed.
  public static func secret(_ id: FieldID, label: Message) -> Field {
    Field(id, .secret, label) {
      .secret($0)
    } answer: {
      if case .secret(let secret) = $0 { secret } else { .empty }
    }
  }

  /// Requires a secret.
  public func required() -> Field { with(.required) }

  /// Limits the length of the secret, in code points by default.
  public func length(_ limits: some Limits<Int>, unit: Rule.LengthUnit = .codePoints) -> Field {
    with(.length(minimum: limits.lowerLimit, maximum: limits.upperLimit, unit: unit))
  }
}

extension Field where Answer == Int? {
  /// Creates a field for a whole number of 64 bits.
  public static func wholeNumber(_ id: FieldID, label: Message) -> Field {
    Field(id, .wholeNumber, label) {
      .text($0.map { String($0) } ?? "")
    } answer: {
      if case .wholeNumber(let number) = $0 { number } else { nil }
    }
  }
}

extension Field where Answer == ExactDecimal? {
  /// Creates a field for a decimal number, which is stored exactly.
  public static func decimal(_ id: FieldID, label: Message) -> Field {
    Field(id, .decimal, label) {
      .text($0?.description ?? "")
    } answer: {
      if case .decimal(let number) = $0 { number } else { nil }
    }
  }
}

extension Field where Answer: NumberAnswer {
  /// Limits the number.
  public func range(_ limits: some Limits<Answer.Number>) -> Field {
    with(
      .range(
        minimum: limits.lowerLimit.map(Answer.decimal),
        maximum: limits.upperLimit.map(Answer.decimal)))
  }

  /// Requires a multiple of a step.
  public func step(_ step: Answer.Number) -> Field { with(.step(Answer.decimal(step))) }
}

extension Field where Answer == Bool {
  /// Creates a field for yes or no.
  public static func toggle(_ id: FieldID, label: Message) -> Field {
    Field(id, .toggle, label) {
      .toggle($0)
    } answer: {
      $0 == .toggle(true)
    }
  }

  /// Requires the toggle to be on.
  public func required() -> Field { with(.required) }
}

extension Duration {
  /// The whole milliseconds, at least 1 and at most more than the range of all dates.
  fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), 1), 1e17)) }
}

extension Field where Answer == String? {
  /// Creates a field for one of several options.
  public static func choice(_ id: FieldID, label: Message, options: [FieldKind.Option]) -> Field {
    Field(id, .choice(options), label) {
      .choice($0)
    } answer: {
      if case .choice(let option) = $0 { option } else { nil }
    }
  }
}

extension Field where Answer == [String] {
  /// Creates a field for any number of options.
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
  /// Creates a field for one of the cases of an enum.
  ///
  /// ```swift
  /// enum Plan: String, CaseIterable { case free, gold }
  /// let plan = Field.choice("plan", label: "Plan", of: Plan.self).initialAnswer(.free)
  /// answers[plan]   // Plan?
  /// ```
  ///
  /// Documents contain the raw value of a case, or its name without a raw value. This is also the label by default.
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

  /// Creates a field for any number of the cases of an enum, in their order.
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

/// The description of a field, without the type of its answer.
public struct FieldSpecification: Sendable {
  /// The stable name.
  public let id: FieldID

  /// The kind of content.
  public let kind: FieldKind

  /// The label that the user reads.
  public let label: Message

  /// The help text.
  @Rare public internal(set) var detail: Message?

  /// An example of the content.
  @Rare public internal(set) var placeholder: Message?

  /// The usual width in columns, or the number of rows of a text area.
  @Rare public internal(set) var extent: Int?

  /// The content before the first edit.
  public internal(set) var initial: FieldContent

  /// Whether previous texts are offered again, after an accepted submission.
  public internal(set) var isRemembered = false

  /// Whether only the store can tell whether the content is right.
  public internal(set) var isValidatedByStore = false

  /// Whether Enter in the field submits the form.
  public internal(set) var isSubmittedByEnter = false

  /// Whether drafts exclude the content.
  public internal(set) var isExcludedFromDrafts = false

  /// The rules for the content.
  public internal(set) var rules: [Rule] = []

  /// The first fault of the definition, such as a limit that is not a date or time of the field's format.
  var fault: DefinitionError?

  /// The condition for the field to belong to the form, or `nil` if it always does.
  public internal(set) var condition: Condition?

  /// The check that the operations run.
  @Rare public internal(set) var check: RemoteCheck?

  /// The name by which the operations complete the text, or `nil` if they do not.
  @Rare public internal(set) var completion: String?

  init(id: FieldID, kind: FieldKind, label: Message) {
    self.id = id
    self.kind = kind
    self.label = label
    initial = kind.emptyContent
    detail = kind.formatHint
  }

  /// Whether a value is required.
  public var isRequired: Bool {
    rules.contains { if case .required = $0 { true } else { false } }
  }

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

  /// Returns the content that rules and answers use.
  ///
  /// E-mail addresses, URLs, dates and numbers lose surrounding blanks.
  ///
  /// - SeeAlso: "Strip leading and trailing ASCII whitespace" in the value sanitization algorithms
  ///   of the HTML Standard, section 4.10.5.1.
  func trimmed(_ content: FieldContent) -> FieldContent {
    guard case .text(let text) = content, format != .plain else { return content }
    return .text(text.withoutBlanksAround)
  }
}

extension FieldSpecification {
  /// Throws an error if the field contradicts itself.
  func checkItself() throws(DefinitionError) {
    if let fault { throw fault }
    if contradictsLengths || contradictsRanges { throw .contradictoryLimits(of: id) }
    if Set(kind.options.map(\.value)).count < kind.options.count { throw .duplicateOption(of: id) }
    for case .characters(let allowed) in rules where allowed.isEmpty {
      throw .noCharacters(of: id)
    }
    for case .step(let step) in rules where step <= .zero { throw .badStep(of: id) }
    let hasBadInput =
      switch initial {
      case .text(let text): text.badInput(allowingLines: nodeKind == .textArea) != nil
      case .secret(let secret): secret.badInput != nil
      case .toggle, .choice, .choices: false
      }
    if hasBadInput { throw .badInitialAnswer(of: id) }
  }

  /// Whether no length is within all limits, or a limit is negative.
  private var contradictsLengths: Bool {
    var least = 0
    // The length of a text in characters, code points and units of UTF-16 never decreases in this order.
    for unit in [nil, Rule.LengthUnit.codePoints, .utf16] {
      var most = Int.max
      for case .length(let minimum, let maximum, unit) in rules {
        if minimum ?? 0 < 0 { return true }
        (least, most) = (max(least, minimum ?? 0), min(most, maximum ?? .max))
      }
      if least > most { return true }
    }
    return false
  }

  /// Whether no number or date is within all ranges.
  private var contradictsRanges: Bool {
    // A range of times of day may include midnight.
    if kind == .dateTime(.time) { return false }
    var (least, most): (ExactDecimal?, ExactDecimal?)
    for case .range(let minimum, let maximum) in rules {
      least = [least, minimum].compactMap(\.self).max()
      most = [most, maximum].compactMap(\.self).min()
    }
    guard let least, let most else { return false }
    return least > most
  }
}
