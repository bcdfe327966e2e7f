package import FormworkCore

extension ViewTree {
  /// Applies a change as a front end does, to test the laws of the tree.
  package mutating func replay(_ change: Change) {
    switch change {
    case .inserted(let id, let kind, let name, let parent, let index):
      insert(kind, name: name, under: parent, at: index, as: id)
    case .moved(let id, let index): move(id, to: index)
    case .removed(let id): remove(id)
    case .set(let id, let property, let value): set(id, property, value)
    case .focused(let id): setFocus(id)
    }
  }

  /// All nodes, parents first.
  package var all: [(id: NodeID, node: ViewNode)] {
    var nodes: [(NodeID, ViewNode)] = []
    var rest = root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard let node = self[id] else { continue }
      nodes.append((id, node))
      rest += node.children.reversed()
    }
    return nodes
  }

  package mutating func replay(_ changes: [Change]) {
    for change in changes { replay(change) }
  }
}
