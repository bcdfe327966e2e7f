package import FormworkCore

extension FormDefinition {
  /// The fields outside of all sections, in order.
  package var fields: [FieldSpecification] { items.flatMap(\.fields) }
}

extension FormItem {
  /// The fields directly in the item, in order.
  package var fields: [FieldSpecification] {
    switch self {
    case .field(let field): [field.value]
    case .group(_, _, let items): items.flatMap(\.fields)
    case .note, .section: []
    }
  }
}
