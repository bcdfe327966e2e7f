package import FormworkCore

extension FormDefinition {
  /// The fields that are in no section, in order.
  package var fields: [FieldSpecification] { items.flatMap(\.fields) }
}

extension FormItem {
  /// The fields in it that are in no section of their own, in order.
  package var fields: [FieldSpecification] {
    switch self {
    case .field(let field): [field]
    case .group(_, _, let items): items.flatMap(\.fields)
    case .note, .section: []
    }
  }
}
