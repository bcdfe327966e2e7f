package import FormworkCore

extension ViewTree {
  /// Does what a change says: a front end's side of the tree, and the proof of its laws.
  ///
  /// A change that names a node which is not there changes nothing.
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

  /// Replays changes one after the other.
  package mutating func replay(_ changes: [Change]) {
    for change in changes { replay(change) }
  }
}
