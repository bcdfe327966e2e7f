/// A form: its fields with their rules, in order, and what it is called.
public struct FormDefinition: Sendable {
  /// The stable name.
  public let name: String

  /// What a person calls it.
  public let title: String

  /// What it is for, if that needs saying.
  public let detail: String?

  /// What the button says that hands it in.
  public let submitLabel: String?

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
  ///   reads a field that is not there, or conditions depend on each other in a circle.
  public init(
    _ name: String, title: String, detail: String? = nil, submitLabel: String? = nil,
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
  }
}

/// What is wrong with a form's definition.
public enum DefinitionError: Error, Equatable, CustomStringConvertible {
  /// Two fields have one name.
  case duplicateField(FieldID)

  /// A field reads another that is not there.
  case unknownField(FieldID, readBy: FieldID)

  /// The conditions of these fields depend on each other in a circle.
  case circularConditions([FieldID])

  /// One line: what, where, and the mend.
  public var description: String {
    switch self {
    case .duplicateField(let field):
      "two fields are called \"\(field)\": give one of them another name"
    case .unknownField(let field, let reader):
      "the field \"\(reader)\" reads \"\(field)\", which is not in the form: add it, or read another"
    case .circularConditions(let fields):
      "the conditions of \(fields.map { "\"\($0)\"" }.joined(separator: ", ")) "
        + "depend on each other in a circle: take one of them away"
    }
  }
}
