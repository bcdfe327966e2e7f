/// A handle of a part of a form, a field or a section, which knows the type of the answer.
public protocol PartHandle<Answer>: Sendable {
  /// The type of the answer.
  associatedtype Answer

  /// The stable name, or the path from the place of use.
  var id: FieldID { get }

  /// The item that adds the part to a form.
  var item: FormItem { get }

  /// Returns the typed answer, or `nil` if a required answer is missing.
  func read(_ answer: FormworkCore.Answer?) -> Answer?

  /// Returns the handle of the part at another path.
  func at(_ path: FieldID) -> Self

  /// The type of handles like this one, with an optional answer.
  associatedtype WithOptionalAnswer: PartHandle

  /// The part with an answer that may be missing.
  var withOptionalAnswer: WithOptionalAnswer { get }
}

/// A handle of a section, which knows the type of the answer.
///
/// ```swift
/// let street = Field.text("street", label: "Street")
/// let city = Field.text("city", label: "City")
/// let address = Section("address", label: "Address") { street; city }.optional()
/// let name = Field.text("name", label: "Name")
/// let authors = Section.list("authors", label: "Authors", item: "Author", 1...5) { name }
///
/// answers[address]?[city]              // String?
/// answers[authors].map { $0[name] }    // [String]
/// ```
public struct Section<Answer>: PartHandle {
  /// The description of the section, without its type.
  public private(set) var specification: SectionSpecification

  /// The stable name, or the path from the place of use.
  public private(set) var id: FieldID

  private let answer: @Sendable (FormworkCore.Answer?) -> Answer?

  init(
    _ specification: SectionSpecification,
    answer: @escaping @Sendable (FormworkCore.Answer?) -> Answer?
  ) {
    self.specification = specification
    self.answer = answer
    id = specification.id
  }

  /// The item that adds the section to a form.
  public var item: FormItem { .section(specification) }

  /// Returns the typed answer, or `nil` if a required answer is missing.
  public func read(_ answer: FormworkCore.Answer?) -> Answer? { self.answer(answer) }

  /// Returns the handle of the section at another path.
  public func at(_ path: FieldID) -> Self {
    var section = self
    section.id = path
    return section
  }

  private func with(_ change: (inout SectionSpecification) -> Void) -> Self {
    var section = self
    change(&section.specification)
    return section
  }

  /// Sets the help text.
  public func detail(_ text: Message) -> Self { with { $0.detail = text } }

  /// Shows the section only while the condition holds, so that the answer may be missing.
  ///
  /// A hidden section keeps its contents. A section among ``Section/alternatives(_:label:_:)`` cannot have
  /// a condition.
  public func shown(when condition: some ConditionConvertible) -> Section<Answer?> {
    withOptionalAnswer.with { $0.condition = condition.condition }
  }

  /// Shows the section only while the condition holds, and otherwise answers it with the empty answer.
  public func shown(when condition: some ConditionConvertible) -> Self
  where Answer: EmptiableAnswer {
    with { $0.condition = condition.condition }
  }

  /// The section with an answer that may be missing.
  public var withOptionalAnswer: Section<Answer?> {
    let answer = answer
    return Section<Answer?>(specification) { .some($0.flatMap(answer)) }.at(id)
  }

  /// Adds a rule about the section as a whole, with the sentence for an answer that breaks it.
  ///
  /// The rule runs when the focus leaves the section and at a submission, if all required parts in it have valid
  /// answers. Other parts may be empty or invalid. The closure is pure.
  ///
  /// ```swift
  /// stay.rule("ends before it begins") { $0[from] <= $0[until] }
  /// ```
  public func rule(_ sentence: Message, holds: @escaping @Sendable (Answer) -> Bool) -> Self {
    rule { holds($0) ? nil : .customError(sentence) }
  }

  /// Adds a rule about the section as a whole, with several violations.
  public func rule(violation: @escaping @Sendable (Answer) -> Violation?) -> Self {
    let answer = answer
    return with { $0.rules.append { answer($0).flatMap(violation) } }
  }

  /// Adds a rule about the section as a whole, for its answer without a type.
  package func rule(violation: @escaping @Sendable (FormworkCore.Answer) -> Violation?) -> Self {
    with { $0.rules.append(violation) }
  }

  /// The condition that the section is open and belongs to the form.
  public var isPresent: Condition { .isFilled(id) }

  /// Lets the user leave the section out, so that it has no answer.
  ///
  /// Unless it is wanted, it is left out at first.
  public func optional(wanted isWanted: Bool = false) -> Section<Answer?> {
    withOptionalAnswer.optional(wanted: isWanted)
  }

  /// Lets the user leave out a section whose answer can already be missing for another reason.
  public func optional<Wrapped>(wanted isWanted: Bool = false) -> Self where Answer == Wrapped? {
    with { ($0.isOptional, $0.isWantedAtFirst) = (true, isWanted) }
  }
}

extension Section {
  /// Requires all items of the list to be different.
  public func differing<Item>() -> Section where Answer == [Item] {
    with { section in
      guard case .list(var list) = section.body else { return }
      list.differs = true
      section.body = .list(list)
    }
  }
}

extension Section where Answer == Answers {
  /// Creates a section of members.
  public init(_ id: FieldID, label: Message, @FormBuilder items: () -> [FormItem]) {
    self.init(SectionSpecification(id: id, label: label, body: .object(items()))) { $0?.members }
  }
}

extension Section where Answer == [Answers] {
  /// Creates a list of items with the same members.
  ///
  /// The label of an item has no number. The permitted numbers of items are limits such as `1...5` or `1...`, and
  /// the form starts with the minimum.
  public static func list(
    _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>,
    @FormBuilder items: () -> [FormItem]
  ) -> Section {
    let body = ListBody(itemLabel: item, item: items(), count: ListBody.count(count), form: .object)
    return Section(SectionSpecification(id: id, label: label, body: .list(body))) { answer in
      (answer?.items ?? []).map { $0?.members ?? Answers() }
    }
  }
}

extension Section {
  /// Creates a list of items that are a single part each.
  public static func list<Part: PartHandle>(
    _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>, of part: Part
  ) -> Section where Answer == [Part.Answer] {
    let body = ListBody(
      itemLabel: item, item: [part.item], count: ListBody.count(count), form: .single)
    return Section(SectionSpecification(id: id, label: label, body: .list(body))) { answer in
      (answer?.items ?? []).map { part.read($0) }.unlessMissing()
    }
  }

  /// Creates a map: a list of items that have different keys.
  public static func map<Part: PartHandle>(
    _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>, key: Field<String>,
    of part: Part
  ) -> Section
  where Answer == [(key: String, value: Part.Answer)] {
    let body = ListBody(
      itemLabel: item, item: [key.required().item, part.item], count: ListBody.count(count),
      form: .entry)
    return Section(SectionSpecification(id: id, label: label, body: .list(body))) { answer in
      let entries = answer?.members ?? Answers()
      return entries.fields.map { key in
        part.read(entries.answer(at: key)).map { (key.unescaped, $0) }
      }.unlessMissing()
    }
  }
}

extension Section where Answer == Answers {
  /// Creates a list of items that are parts of any type, each a single one.
  package static func list(
    _ id: FieldID, label: Message, item: Message, _ count: ClosedRange<Int>, of part: FormItem
  ) -> Section {
    let body = ListBody(
      itemLabel: item, item: [part], count: ListBody.count(count), form: .single)
    return Section(SectionSpecification(id: id, label: label, body: .list(body))) { $0?.members }
  }

  /// Creates a map whose values are parts of any type.
  package static func map(
    _ id: FieldID, label: Message, item: Message, key: Field<String>, of part: FormItem
  ) -> Section {
    let body = ListBody(
      itemLabel: item, item: [key.required().item, part], count: ListBody.count(0...),
      form: .entry)
    return Section(SectionSpecification(id: id, label: label, body: .list(body))) { $0?.members }
  }
}

extension Array {
  /// Returns the elements, or `nil` if one of them is missing.
  fileprivate func unlessMissing<Wrapped>() -> [Wrapped]? where Element == Wrapped? {
    let found = compactMap(\.self)
    return found.count == count ? found : nil
  }
}

extension Section where Answer == Alternative {
  /// Creates a section from which the user chooses one of several sections.
  ///
  /// ```swift
  /// let card = Section("card", label: "Card") { number }
  /// let account = Section("account", label: "Account") { iban }
  /// let payment = Section.alternatives("payment", label: "Payment", card, account)
  /// answers[payment].option           // "card"
  /// answers[payment][card]?[number]   // String?
  /// ```
  ///
  /// The user has to choose a section. With `optional(wanted:)` a choice is not required,
  /// regardless of `wanted`, and the answer is an `Alternative?`.
  ///
  /// No section is chosen at first, unless the prefilled content at `payment?` names one. The
  /// alternatives cannot have their own conditions.
  public static func alternatives(
    _ id: FieldID, label: Message, _ sections: Section<Answers>...
  ) -> Section {
    alternatives(id, label: label, sections)
  }

  /// Creates a section from which the user chooses one of the sections of an array.
  package static func alternatives(
    _ id: FieldID, label: Message, _ sections: [Section<Answers>]
  ) -> Section {
    let options = sections.map(\.specification)
    return Section(SectionSpecification(id: id, label: label, body: .alternatives(options))) {
      answer in
      guard case .alternative(let option, let answer)? = answer else { return nil }
      return Alternative(option: option.rawValue, answers: answer.members)
    }
  }
}

extension Section where Answer == Answers {
  /// Creates a section whose parts are created when the user opens it.
  ///
  /// An opened section stays open. The user has to open it before the submission. With
  /// `optional(wanted:)` the user opens it by including it, or leaves it out; then it has
  /// no answer.
  public static func deferred(_ id: FieldID, label: Message, _ body: DeferredBody) -> Section {
    Section(SectionSpecification(id: id, label: label, body: .deferred(body))) { $0?.members }
  }
}

/// The chosen alternative and its answers.
public struct Alternative: Equatable, Sendable {
  /// The name of the chosen section.
  public let option: String

  /// The answers of its members.
  public let answers: Answers

  /// The answers of a section, if it is the chosen one.
  public subscript(section: Section<Answers>) -> Answers? {
    option == section.specification.id.rawValue ? answers : nil
  }
}

/// Returns the part in a section, by its path from the place of the section: `address / city`.
public func / <Answer, Part: PartHandle>(section: Section<Answer>, part: Part) -> Part {
  part.at(section.id.appending(part.id))
}

/// Returns the part in a section that may be missing, so that its answer may be missing as well.
public func / <Members, Part: PartHandle>(
  section: Section<Members?>, part: Part
) -> Part.WithOptionalAnswer {
  part.at(section.id.appending(part.id)).withOptionalAnswer
}

/// Returns the part in a section that may be missing, so that its answer may be empty.
public func / <Members, Part: PartHandle>(section: Section<Members?>, part: Part) -> Part
where Part.Answer: EmptiableAnswer {
  part.at(section.id.appending(part.id))
}

/// Returns one of several sections, which has no answer if the user has chosen another one.
public func / (choice: Section<Alternative>, section: Section<Answers>) -> Section<Answers?> {
  section.withOptionalAnswer.at(choice.id.appending(section.id))
}

extension PartHandle {
  /// The part, by its path from a section within the one that contains the part.
  ///
  /// For an item of a list or for an alternative, the path leads to the section that contains the
  /// list or the alternatives.
  public var outside: Self { at(FieldID(rawValue: "../" + id.rawValue)) }
}
