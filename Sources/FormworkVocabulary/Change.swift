/// One difference between two pictures of a view tree.
public enum Change: Hashable, Sendable {
  /// A node is there now, at an index among its parent's children; the root has no parent.
  case inserted(NodeID, kind: NodeKind, name: String, parent: NodeID?, index: Int)

  /// A node has another index among its siblings: this one, once it is moved.
  case moved(NodeID, index: Int)

  /// A node is gone, with all that was below it.
  case removed(NodeID)

  /// A property differs; `nil` where there is none any more.
  case set(NodeID, Property, PropertyValue?)

  /// The person is at another node; `nil` is the screen as a whole.
  case focused(NodeID?)
}
