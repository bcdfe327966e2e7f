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
      if text.utf8.count > String.inputLimit { return .set(node, property, nil) }
      let allowsLines = kind == .textArea && property == .value
      let isOneLine = kind == .textField && property == .value
      let text = isOneLine ? text.joinedLines(withTabs: true) : text
      return .set(node, property, .text(text.replacingControls(allowingLines: allowsLines)))
    case .inserted(let node, let kind, let name, let parent, let index):
      return .inserted(
        node, kind: kind, name: name.replacingControls(), parent: parent, index: index)
    case .set, .moved, .removed, .focused:
      return self
    }
  }
}
