import FormworkCore

extension Change {
  /// The change as a terminal may be told it.
  ///
  /// A text longer than any text may be is told as none.
  ///
  /// - Parameter kind: What the node is: a text area keeps newlines and tabs in its value, and a field of one
  ///   line has blanks in their place.
  /// - Returns: The change without control characters.
  func shown(kind: NodeKind?) -> Change {
    switch self {
    case .set(let node, let property, .text(let text)):
      let shown =
        switch (property, kind) {
        case (.value, .textArea): text.shownInField(allowingLines: true)
        case (.value, .textField): text.shownInField(allowingLines: false)
        case (.cells, _):
          text.split(separator: "\t", omittingEmptySubsequences: false)
            .map { String($0).replacingControls() }.joined(separator: "\t")
        default: text.replacingControls()
        }
      return .set(node, property, shown.withinLimit.map { .text($0) })
    case .inserted(let node, let kind, let name, let parent, let index):
      return .inserted(
        node, kind: kind, name: name.replacingControls(), parent: parent, index: index)
    case .set, .moved, .removed, .focused:
      return self
    }
  }

  /// The change as a front end of the contract's first version knows it; `nil` where it is about what came later.
  func asOfFirstVersion(in tree: ViewTree) -> Change? {
    switch self {
    case .set(_, let property, _) where property.rawValue > Property.firstRow.rawValue: return nil
    case .set(let node, .role, .number(let role)) where role > NodeRole.destroy.rawValue:
      return role == NodeRole.remove.rawValue
        ? .set(node, .role, .number(NodeRole.destroy.rawValue)) : nil
    case .focused(let node?) where tree.kind(of: node) == .row:
      return .focused(tree[node]?.parent)
    case .inserted, .moved, .removed, .set, .focused: return self
    }
  }
}

extension String {
  /// The text, unless it is longer than any text may be: U+FFFD is longer than most of what it stands for.
  var withinLimit: String? { utf8.count <= Self.inputLimit ? self : nil }
}
