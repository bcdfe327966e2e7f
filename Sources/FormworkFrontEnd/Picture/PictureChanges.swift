/// What one flush brought, against the flush before it.
///
/// ```swift
/// if changes.isAttached { lines = [:] }
/// for id in changes.removed { lines[id] = nil }
/// for change in changes.changed where change.properties.contains(.label) {
///   lines[change.node] = picture[change.node]?.text(.label)
/// }
/// ```
public struct PictureChanges: Equatable, Sendable {
  /// A node, and which of its properties changed.
  public struct Change: Equatable, Sendable {
    /// The node; it stands in the picture.
    public let node: NodeID
    /// Its properties that were set to something else, or unset.
    public let properties: Set<Property>
  }

  /// Whether everything was forgotten first.
  ///
  /// All nodes are inserted ones then.
  public internal(set) var isAttached = false

  /// Nodes that came to be, in the order in which the host told them.
  public internal(set) var inserted: [NodeID] = []

  /// Nodes that went, parents before what was below them.
  public internal(set) var removed: [NodeID] = []

  /// Nodes that stand elsewhere among their siblings.
  public internal(set) var moved: Set<NodeID> = []

  /// Nodes with changed properties, inserted ones among them, in the order of the host's telling.
  public internal(set) var changed: [Change] = []

  /// Whether the person is at another node.
  public internal(set) var isFocusMoved = false

  /// Whether nothing changed.
  package var isEmpty: Bool {
    !isAttached && !isFocusMoved && inserted.isEmpty && removed.isEmpty && moved.isEmpty
      && changed.isEmpty
  }
}
