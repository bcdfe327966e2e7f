extension FormDrawing {
  /// Shows what stands in a field.
  ///
  /// An edit that was made before this is stale.
  func drawContent(of field: FieldPart) {
    guard let node = field.node else { return }
    field.entry.show(at: node, in: &tree)
    let content = field.content
    for (option, child) in zip(field.specification.kind.options, field.options) {
      let isSelected =
        switch content {
        case .choice(let chosen): chosen == option.value
        case .choices(let chosen): chosen.contains(option.value)
        case .text, .secret, .toggle: false
        }
      tree.set(child, .selected, .number(isSelected ? 1 : 0))
    }
  }

  /// Takes in what a front end shows in a field by now.
  ///
  /// - Returns: What stands there now, where the edit counts.
  func edit(
    _ field: FieldPart, _ content: FieldContent, cursor: Int, revision: UInt64
  ) -> FieldContent? {
    guard let node = field.node else { return nil }
    return field.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: field.specification.nodeKind == .textArea)
  }

  /// The node of the field that an option belongs to; any other node itself.
  func owner(of node: NodeID) -> NodeID {
    field(at: node) == nil ? tree[node]?.parent ?? node : node
  }

  /// Tells a front end once more what stands in a field, because it shows something else.
  func restate(_ node: NodeID) { field(at: node)?.entry.restate(at: node, in: &tree) }

  /// Tells a front end that what it reported of a node does not count, and what stands there.
  func refuse(_ node: NodeID, _ reason: InputRefusal) {
    // What answers no picture at all is not even looked up.
    let counts = reason == .notSeen || field(at: node) != nil
    let text = reason == .hindered ? catalogue.text(for: Violation.tooManyMarks.message()) : ""
    tree.refuse(node, counts ? reason : .noNode, counts ? text : "")
    restate(node)
  }
}
