extension FormViewModel {
  func go(to destination: Destination) {
    switch destination {
    case .node(let node):
      if indexes[node] != nil || layout.buttons.contains(where: { $0.node == node }) {
        focus(on: node)
      }
    case .next:
      if let next = place(after: tree.focus) { focus(on: next) }
    case .previous:
      if let previous = place(before: tree.focus) { focus(on: previous) }
    }
  }

  /// Moves the person.
  ///
  /// The field that is left is judged in earnest.
  func focus(on node: NodeID) {
    guard node != tree.focus else { return }
    if let left = tree.focus.flatMap({ indexes[$0] }) {
      apply(.left(verdict(of: left)), at: left)
      journal()
    }
    tree.setFocus(node)
  }

  /// The next place that a person can be at; the first one where there is none yet.
  func place(after node: NodeID?) -> NodeID? {
    if let start = node.map({ indexes[$0] }) ?? .some(-1) {
      if let next = fields[(start + 1)...].first(where: { $0.node != nil })?.node { return next }
      return layout.buttons.first?.node
    }
    guard let place = layout.buttons.firstIndex(where: { $0.node == node }) else {
      return layout.buttons.first?.node
    }
    return layout.buttons.dropFirst(place + 1).first?.node
  }

  /// The place before; `nil` at the first.
  func place(before node: NodeID?) -> NodeID? {
    guard let node else { return nil }
    if let place = layout.buttons.firstIndex(where: { $0.node == node }), place > 0 {
      return layout.buttons[place - 1].node
    }
    let end = indexes[node] ?? fields.endIndex
    return fields[..<end].last { $0.node != nil }?.node
  }

  func focusOnFirstObjection() {
    let first = fields.first { record in
      switch record.machine.state {
      case .incomplete, .invalid, .refused: true
      case .untouched, .debouncing, .checking, .unverified, .valid, .excluded: false
      }
    }
    if let node = first?.node { focus(on: node) }
  }
}
