/// What stands for a part of a form and knows the type of its answer: a field or a section.
public protocol PartHandle<Answer>: Sendable {
  /// What the part says.
  associatedtype Answer

  /// The stable name, or the path to it from where it is used.
  var id: FieldID { get }

  /// What the part adds to a form.
  var item: FormItem { get }

  /// Reads the answer out of what stands at the part; of nothing, the empty answer.
  func read(_ answer: FormworkCore.Answer?) -> Answer

  /// The same part, found by another path.
  func at(_ path: FieldID) -> Self
}

/// A section of a form, as a handle that knows the type of its answer.
///
/// ```swift
/// let street = Field.text("street", label: "Street")
/// let city = Field.text("city", label: "City")
/// let address = Section("address", label: "Address") { street; city }.optional()
/// let name = Field.text("name", label: "Name")
/// let authors = Repeated("authors", label: "Authors", item: "Author", 1...5) { name }
///
/// answers[address]?[city]              // String?
/// answers[authors].map { $0[name] }    // [String]
/// ```
public struct Section<Answer>: PartHandle {
  /// All that the form knows of it.
  public private(set) var specification: SectionSpecification

  /// The stable name, or the path to it from where it is used.
  public private(set) var id: FieldID

  private let answer: @Sendable (FormworkCore.Answer?) -> Answer

  init(
    _ specification: SectionSpecification,
    answer: @escaping @Sendable (FormworkCore.Answer?) -> Answer
  ) {
    self.specification = specification
    self.answer = answer
    id = specification.id
  }

  /// What it adds to a form.
  public var item: FormItem { .section(specification) }

  /// Reads the answer; of nothing, the empty answer.
  public func read(_ answer: FormworkCore.Answer?) -> Answer { self.answer(answer) }

  /// The same section, found by another path.
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

  /// Help for the person.
  public func detail(_ text: Message) -> Self { with { $0.detail = text } }

  /// Part of the form only while the condition holds.
  ///
  /// What was entered in it is kept while it is hidden. One of some ``Alternatives(_:label:_:)`` has none of
  /// its own.
  public func shown(when condition: Condition) -> Self { with { $0.condition = condition } }

  /// A rule about the whole section.
  ///
  /// It is judged with members that are empty, too, of which a required text reads as `""`: let it hold
  /// there.
  ///
  /// ```swift
  /// stay.rule("order") { $0[until].isEmpty || $0[from] <= $0[until] ? nil : .customError("order") }
  /// ```
  public func rule(
    _ name: String, judge: @escaping @Sendable (Answer) -> Violation?
  ) -> Self {
    let answer = answer
    return with { $0.rules.append(SectionRule(name) { judge(answer($0)) }) }
  }

  /// The condition that the section is part of the form, and is open.
  public var isPresent: Condition { .isFilled(id) }

  /// The person may leave it out; then it has no answer.
  ///
  /// - Parameter isWanted: Whether it is part of the form before the person has said so.
  /// - Returns: The section, whose answer may be none.
  public func optional(wanted isWanted: Bool = false) -> Section<Answer?> {
    var optional = specification
    optional.isOptional = true
    optional.isWantedAtFirst = isWanted
    let answer = answer
    return Section<Answer?>(optional) { $0.map { answer($0) } }
  }
}

extension Section {
  /// No two items of the list may be the same.
  public func differing<Item>() -> Section where Answer == [Item] {
    with { section in
      guard case .list(var list) = section.body else { return }
      list.differs = true
      section.body = .list(list)
    }
  }
}

extension Section where Answer == Answers {
  /// Makes a section of members that belong together.
  public init(_ id: FieldID, label: Message, @FormBuilder items: () -> [FormItem]) {
    self.init(SectionSpecification(id, label: label, .object(items()))) { $0.members }
  }
}

/// Makes a list of items that have the same members.
///
/// - Parameters:
///   - id: The stable name.
///   - label: What a person calls the list.
///   - item: What a person calls an item, without its number.
///   - count: How many items there may be, such as `1...5` or `1...`. The form begins with as many as there have
///     to be.
///   - items: The members of each item.
/// - Returns: The list.
public func Repeated(
  _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>,
  @FormBuilder items: () -> [FormItem]
) -> Section<[Answers]> {
  let body = ListBody(itemLabel: item, item: items(), count: ListBody.count(count), form: .object)
  return Section(SectionSpecification(id, label: label, .list(body))) { answer in
    (answer?.items ?? []).map(\.members)
  }
}

/// Makes a list of items that are one part each.
public func Repeated<Part: PartHandle>(
  _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>, of part: Part
) -> Section<[Part.Answer]> {
  let body = ListBody(
    itemLabel: item, item: [part.item], count: ListBody.count(count), form: .single)
  return Section(SectionSpecification(id, label: label, .list(body))) { answer in
    (answer?.items ?? []).map { part.read($0) }
  }
}

/// Makes a map: a list whose items have a key, and no two the same.
public func Map<Part: PartHandle>(
  _ id: FieldID, label: Message, item: Message, _ count: some Limits<Int>, key: Field<String>,
  of part: Part
) -> Section<[(key: String, value: Part.Answer)]> {
  let body = ListBody(
    itemLabel: item, item: [key.required().item, part.item], count: ListBody.count(count),
    form: .entry)
  return Section(SectionSpecification(id, label: label, .list(body))) { answer in
    let entries = Optional(answer ?? .object(Answers())).members
    return entries.fields.map { ($0.unescaped, part.read(entries.answer(at: $0))) }
  }
}

/// Makes a section that is one of some others, which the person chooses.
///
/// ```swift
/// let card = Section("card", label: "Card") { number }
/// let account = Section("account", label: "Account") { iban }
/// let payment = Alternatives("payment", label: "Payment", card, account)
/// answers[payment]?.option          // "card"
/// answers[payment]?.answers[number] // String
/// ```
///
/// The person has to choose one; the answer is `nil` for as long as nothing is chosen. With
/// ``Section/optional(wanted:)`` the person need not, whatever `wanted` says, and the answer is an
/// `Alternative??`. None is chosen at first but the one that the contents prefilled at `payment?` name. They come and
/// go together: none of them has a condition of its own.
public func Alternatives(
  _ id: FieldID, label: Message, _ sections: Section<Answers>...
) -> Section<Alternative?> {
  let options = sections.map(\.specification)
  return Section(SectionSpecification(id, label: label, .alternatives(options))) { answer in
    guard case .alternative(let option, let answer)? = answer else { return nil }
    return Alternative(option: option.rawValue, answers: Optional(answer).members)
  }
}

/// Makes a section whose parts are made when the person opens it.
///
/// It is not closed again, and has to be opened before the form is handed in. With
/// ``Section/optional(wanted:)`` it is opened by being wanted and may be left out; then it has no answer.
public func Deferred(_ id: FieldID, label: Message, _ body: DeferredBody) -> Section<Answers> {
  Section(SectionSpecification(id, label: label, .deferred(body))) { $0.members }
}

/// Which of some sections was chosen, and what it says.
public struct Alternative: Equatable, Sendable {
  /// The name of the section that was chosen.
  public let option: String

  /// What it says.
  public let answers: Answers
}

/// The part in a section, seen from where the section is: `address / city`.
public func / <Answer, Part: PartHandle>(section: Section<Answer>, part: Part) -> Part {
  part.at(section.id.appending(part.id))
}

extension PartHandle {
  /// The part, seen from a section inside the one that it belongs to.
  ///
  /// From an item of a list, or from one of some alternatives, that is the section around the list or
  /// around the alternatives.
  public var outside: Self { at(FieldID(rawValue: "../" + id.rawValue)) }
}
