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

  /// Whose words the rules are in.
  public let mode: RuleMode

  /// What it shows, in order.
  public let items: [FormItem]

  /// The fields, in order.
  public let fields: [FieldSpecification]

  /// Which field depends on which others.
  let graph: FieldGraph

  /// Makes a form.
  ///
  /// - Throws: ``DefinitionError`` where two fields have one name, a rule, a check or a condition
  ///   reads a field that is not there, conditions depend on each other in a circle, or the limit of a date
  ///   or time is none.
  public init(
    _ name: String, title: Message, detail: Message? = nil, submitLabel: Message? = nil,
    mode: RuleMode = .html, @FormBuilder items: () -> [FormItem]
  ) throws(DefinitionError) {
    self.name = name
    self.title = title
    self.detail = detail
    self.submitLabel = submitLabel
    self.mode = mode
    self.items = items()
    fields = self.items.flatMap(\.fields)
    graph = try FieldGraph(fields)
    for field in fields {
      if let limit = field.badLimit { throw .badLimit(limit, of: field.id) }
    }
  }
}

/// What is wrong with a form's definition.
public enum DefinitionError: Explained, Equatable {
  /// Two fields have one name.
  case duplicateField(FieldID)

  /// A field reads another that is not there.
  case unknownField(FieldID, readBy: FieldID)

  /// The conditions of these fields depend on each other in a circle.
  case circularConditions([FieldID])

  /// A field's limit is no date or time such as the field holds.
  case badLimit(String, of: FieldID)

  /// What, where, and the mend.
  public var message: Message {
    switch self {
    case .duplicateField(let field):
      Message("definition.duplicateField", ["field": .verbatim(field.rawValue)])
    case .unknownField(let field, let reader):
      Message(
        "definition.unknownField",
        ["field": .verbatim(field.rawValue), "reader": .verbatim(reader.rawValue)])
    case .circularConditions(let fields):
      Message(
        "definition.circularConditions",
        ["fields": .list(fields.map { .verbatim("\"\($0)\"") })])
    case .badLimit(let limit, let field):
      Message(
        "definition.badLimit",
        ["field": .verbatim(field.rawValue), "limit": .verbatim(limit.quoted)])
    }
  }
}
