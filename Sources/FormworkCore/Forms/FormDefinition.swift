/// A form: its fields with their rules, in order, and what it is called.
public struct FormDefinition: Sendable {
  /// The stable name.
  public let name: String

  /// What a person calls it.
  public let title: Message

  /// What it is for, if that needs saying.
  public let detail: Message?

  /// What the button says that hands it in.
  public let submitLabel: Message?

  /// What the button says that declines to answer; there is none where it is `nil`.
  public let declineLabel: Message?

  /// Whether the person is asked once more before the answers are handed in: shown all of them, or asked the
  /// ``confirmation``.
  public let isReviewed: Bool

  /// What the person is asked before the answers are handed in, in place of the answers; the person begins at the
  /// answer that does nothing.
  public let confirmation: Message?

  /// Whose words the rules are in.
  public let mode: RuleMode

  /// What it shows, in order.
  public let items: [FormItem]

  /// How many sections that were made when a person opened them may stand in each other.
  package static let depthLimit = PartTree.depthLimit

  /// How many items a form may be given in all.
  package static let itemLimit = PartTree.itemLimit

  /// What the form as a whole is made of.
  let shape: Shape

  /// What the parts are made of that are made when a person opens them.
  let bodies: DeferredBodies

  /// Makes a form.
  ///
  /// - Throws: ``DefinitionError`` where two parts of a section have one name, a rule, a check or a
  ///   condition reads a part that is not there or is none such, or a value that it cannot have, there is
  ///   nothing to choose from, conditions depend on each other in a circle,
  ///   the limit of a date or time is none, or a section contains itself without end.
  public init(
    _ name: String, title: Message, detail: Message? = nil, submitLabel: Message? = nil,
    declineLabel: Message? = nil, isReviewed: Bool = false, confirmation: Message? = nil,
    mode: RuleMode = .html, @FormBuilder items: () -> [FormItem]
  ) throws(DefinitionError) {
    self.name = name
    self.title = title
    self.detail = detail
    self.submitLabel = submitLabel
    self.declineLabel = declineLabel
    self.isReviewed = isReviewed || confirmation != nil
    self.confirmation = confirmation
    self.mode = mode
    self.items = items()
    shape = try Shape.compile(self.items)
    bodies = try DeferredBodies(in: self.items)
  }
}

/// What is wrong with a form's definition.
public enum DefinitionError: Explained, Equatable {
  /// A name that is none: it is empty, leads to a section around, or has a slash that is not written `~1`; or
  /// one that the host itself gives: it ends with a question mark, or is a number and that of a group.
  case badName(FieldID)

  /// What is in the section of this name opens itself again and again.
  case endlessSection(String)

  /// Two parts of a section have one name.
  case duplicateField(FieldID)

  /// A field reads another that is not there.
  case unknownField(FieldID, readBy: FieldID)

  /// A field reads another part as what it is not: the value of a section, the items of what is no list, or
  /// from outside what is in an item, or in a section that is opened.
  case unfit(FieldID, readBy: FieldID)

  /// A condition compares a field with a value that it cannot have, such as an option that is none of its own.
  case unfitValue(of: FieldID, readBy: FieldID)

  /// There is nothing to choose from.
  case noOptions(FieldID)

  /// One of some alternatives has a condition of its own.
  case conditionalOption(FieldID)

  /// The conditions of these fields depend on each other in a circle.
  case circularConditions([FieldID])

  /// The least count of a list is less than 0, or makes more items than a form may have, together with those of
  /// the lists before it and around it.
  case badCount(FieldID)

  /// A field's limit is no date or time such as the field holds.
  case badLimit(String, of: FieldID)

  /// What, where, and the mend.
  public var message: Message {
    switch self {
    case .badName(let name): Message("definition.badName", ["name": .verbatim(name.rawValue)])
    case .endlessSection(let name):
      Message("definition.endlessSection", ["name": .verbatim(name)])
    case .duplicateField(let field):
      Message("definition.duplicateField", ["field": .verbatim(field.rawValue)])
    case .unknownField(let field, let reader):
      Message(
        "definition.unknownField",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .unfit(let field, let reader):
      Message(
        "definition.unfit",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .unfitValue(let field, let reader):
      Message(
        "definition.unfitValue",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .noOptions(let field):
      Message("definition.noOptions", ["field": .verbatim(field.rawValue)])
    case .conditionalOption(let option):
      Message("definition.conditionalOption", ["name": .verbatim(option.rawValue)])
    case .circularConditions(let fields):
      Message(
        "definition.circularConditions",
        ["fields": .list(fields.map { .verbatim("\"\($0)\"") })])
    case .badCount(let list):
      Message("definition.badCount", ["name": .verbatim(list.rawValue)], count: PartTree.itemLimit)
    case .badLimit(let limit, let field):
      Message(
        "definition.badLimit",
        ["field": .verbatim(field.rawValue), "limit": .verbatim(limit.quoted)])
    }
  }
}

extension FormDefinition: Hashable {
  /// Whether both are what was made once.
  public static func == (one: Self, other: Self) -> Bool { one.shape === other.shape }
  /// Takes in what tells the form from others.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shape)) }
}
