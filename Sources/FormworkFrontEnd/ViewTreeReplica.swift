/// The view tree of a front end, built from display messages.
///
/// The cost of a message depends only on its change: on the siblings of an inserted node, or the number of
/// removed nodes. Invalid messages, for example about nodes that do not exist, change nothing.
///
/// ```swift
/// while let message = host.next() {
///   // Only a flush changes what to show.
///   guard let changes = picture.apply(message) else { continue }
///   if changes.isAttached { lines = [] }
///   lines = picture.nodes().map { $0.text(.label) }
/// }
/// ```
public struct ViewTreeReplica: Sendable {
  /// The title of the screen: its label, or the title from before the label was set.
  public var title: String {
    let screen = roots.lazy.compactMap { self[$0] }.first { $0.kind == .screen }
    let label = screen?.text(.label) ?? ""
    return label.isEmpty ? firstTitle : label
  }

  private var firstTitle = ""

  /// The nodes at the top, in order.
  public private(set) var roots: [NodeID] = []

  /// The focused node; `nil` is the screen as a whole.
  public private(set) var focus: NodeID?

  /// The revision of the last flush.
  public private(set) var revision: UInt64 = 0

  /// The size of the terminal in character cells, if known.
  public private(set) var size: WindowSize?

  /// Whether nothing has changed since the last flush; only then the picture may be shown.
  public private(set) var isConsistent = true

  /// The alerts, latest last: the user answers that one first.
  public private(set) var alerts: [NodeID] = []

  private var nodes: [PictureNode] = []

  /// The indexes of the nodes, which take less space than a dictionary of them.
  private var indexes: [NodeID: Int32] = [:]
  private var record = ReplicaRecord()
  private var shownFocus: NodeID?

  /// Creates an empty picture.
  public init() {}

  /// The node with a number, if it exists.
  public subscript(id: NodeID) -> PictureNode? {
    index(of: id).map { nodes[$0] }
  }

  private func index(of id: NodeID) -> Int? { indexes[id].map { Int($0) } }

  /// Applies the next message, and returns the changes since the previous flush if it is a flush.
  @discardableResult
  public mutating func apply(_ message: DisplayMessage) -> ReplicaChanges? {
    switch message {
    case .attach(let title, _): attach(title: title)
    case .change(let change): apply(change)
    case .resized(let size): self.size = size
    case .flush(let revision): return flush(revision: revision)
    case .suggestion, .history, .refused, .detach: break
    }
    return nil
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .inserted(let id, let kind, let name, let parent, let index):
      insert(PictureNode(id: id, kind: kind, name: name, parent: parent), at: index)
    case .set(let id, let property, let value): set(property, of: id, to: value)
    case .moved(let id, let index): move(id, to: index)
    case .removed(let id): remove(id)
    case .focused(let id): moveFocus(to: id)
    }
  }

  /// Notes an edit by the user: the value of a field and the cursor in it.
  ///
  /// The host does not echo an accepted edit, so the picture needs this call. The host answers a refused
  /// edit with a message that sets the value. Returns whether the node exists.
  @discardableResult
  public mutating func noteEdit(of id: NodeID, value: PropertyValue, cursor: Int) -> Bool {
    guard let index = index(of: id) else { return false }
    nodes[index].adopt(value, cursor: cursor)
    return true
  }

  /// Returns the nodes below a node, or all nodes, in reading order: each before its children.
  public func nodes(
    below id: NodeID? = nil, descendingInto descends: (PictureNode) -> Bool = { _ in true }
  ) -> [PictureNode] {
    let first = id.map { self[$0]?.children ?? [] } ?? roots
    var result: [PictureNode] = []
    // A stack instead of recursion, because the host controls the depth of the tree.
    var ahead = Array(first.reversed())
    while let id = ahead.popLast() {
      guard let node = self[id] else { continue }
      result.append(node)
      if descends(node) { ahead.append(contentsOf: node.children.reversed()) }
    }
    return result
  }

  private mutating func attach(title: String) {
    (firstTitle, roots, alerts, nodes, indexes) = (title, [], [], [], [:])
    (focus, shownFocus, isConsistent) = (nil, nil, false)
    record.attach()
  }

  private mutating func insert(_ node: PictureNode, at position: Int) {
    let hasPlace = node.parent.map { indexes[$0] != nil } ?? true
    guard indexes[node.id] == nil, hasPlace else { return }
    changeSiblings(of: node) { $0.insert(node.id, clampedAt: position) }
    indexes[node.id] = Int32(nodes.count)
    nodes.append(node)
    if node.kind == .alert { alerts.append(node.id) }
    isConsistent = false
    record.insert(node.id)
  }

  private mutating func set(_ property: Property, of id: NodeID, to value: PropertyValue?) {
    // The host sets a value that the terminal must show, even if the picture already has this value.
    guard let index = index(of: id), nodes[index].set(property, to: value) || property == .value
    else { return }
    isConsistent = false
    record.touch(id, property)
  }

  private mutating func move(_ id: NodeID, to position: Int) {
    guard let node = self[id] else { return }
    changeSiblings(of: node) { siblings in
      siblings.removeAll { $0 == id }
      siblings.insert(id, clampedAt: position)
    }
    isConsistent = false
    record.move(id)
  }

  private mutating func remove(_ id: NodeID) {
    guard let node = self[id] else { return }
    changeSiblings(of: node) { $0.removeAll { $0 == id } }
    for gone in [id] + nodes(below: id).map(\.id) {
      if take(gone)?.kind == .alert { alerts.removeAll { $0 == gone } }
      record.remove(gone)
      if focus == gone { focus = nil }
    }
    isConsistent = false
  }

  /// Removes a node, whose index the last node gets.
  private mutating func take(_ id: NodeID) -> PictureNode? {
    guard let index = indexes.removeValue(forKey: id), let last = nodes.last?.id else { return nil }
    if last != id { indexes[last] = index }
    nodes.swapAt(Int(index), nodes.count - 1)
    return nodes.removeLast()
  }

  private mutating func changeSiblings(of node: PictureNode, _ change: (inout [NodeID]) -> Void) {
    guard let parent = node.parent else { return change(&roots) }
    if let index = index(of: parent) { change(&nodes[index].children) }
  }

  private mutating func moveFocus(to id: NodeID?) {
    if let id, indexes[id] == nil { return }
    guard focus != id else { return }
    focus = id
    isConsistent = false
  }

  private mutating func flush(revision: UInt64) -> ReplicaChanges {
    self.revision = revision
    isConsistent = true
    let changes = record.takeChanges(isFocusMoved: focus != shownFocus)
    shownFocus = focus
    return changes
  }
}

extension [NodeID] {
  /// Inserts at an index, or at the end if the index does not exist.
  fileprivate mutating func insert(_ id: NodeID, clampedAt position: Int) {
    insert(id, at: Swift.min(Swift.max(position, 0), count))
  }
}

/// The changes of one flush, compared with the previous flush.
public struct ReplicaChanges: Equatable, Sendable {
  /// A node and its changed properties.
  public struct NodeChange: Equatable, Sendable {
    /// The node, which exists in the picture.
    public let node: NodeID

    // One bit each: the first picture of a large form has a change for each node.
    fileprivate var bits: UInt32 = 0

    /// The properties that were changed or unset.
    public var properties: Set<Property> { Set(Property.allCases.filter(contains)) }

    /// Returns whether a property was changed or unset.
    public func contains(_ property: Property) -> Bool { bits & property.bit != 0 }
  }

  /// Whether the picture was cleared first, so that all nodes are inserted ones.
  public internal(set) var isAttached = false

  /// The inserted nodes, in the order of the messages.
  public internal(set) var inserted: [NodeID] = []

  /// The removed nodes, parents before children.
  public internal(set) var removed: [NodeID] = []

  /// The nodes with a new position among their siblings.
  public internal(set) var moved: Set<NodeID> = []

  /// The nodes with changed properties, including inserted nodes, in the order of the messages.
  public internal(set) var changed: [NodeChange] = []

  /// Whether another node has the focus.
  public internal(set) var isFocusMoved = false

  package var isEmpty: Bool {
    !isAttached && !isFocusMoved && inserted.isEmpty && removed.isEmpty && moved.isEmpty
      && changed.isEmpty
  }
}

/// A node of the view tree of a front end.
public struct PictureNode: Equatable, Sendable {
  /// The number of the node in messages.
  public let id: NodeID

  /// The kind of the node.
  public let kind: NodeKind

  /// The stable name: the name of a field, or a JSON pointer.
  public let name: String

  /// The parent of the node; `nil` at the top.
  public let parent: NodeID?

  /// The children of the node, in order.
  public internal(set) var children: [NodeID] = []

  private var values = PropertyList()

  init(id: NodeID, kind: NodeKind, name: String, parent: NodeID?) {
    (self.id, self.kind, self.name, self.parent) = (id, kind, name, parent)
  }

  /// The properties of the node.
  public var properties: [Property: PropertyValue] {
    Dictionary(uniqueKeysWithValues: values.inOrder.map { ($0.property, $0.value) })
  }

  /// The value of a property; `nil` if it is not set.
  public subscript(property: Property) -> PropertyValue? { values[property] }

  /// Sets a property, and returns whether its value changes.
  @discardableResult
  mutating func set(_ property: Property, to value: PropertyValue?) -> Bool {
    values.set(property, value) != nil
  }

  mutating func adopt(_ value: PropertyValue, cursor: Int) {
    set(.value, to: value)
    set(.cursor, to: .number(cursor))
  }

  /// Returns a text property; empty if it is not set.
  public func text(_ property: Property) -> String {
    guard case .text(let text) = self[property] else { return "" }
    return text
  }

  /// Returns a number property; `nil` if it is not set.
  public func number(_ property: Property) -> Int? {
    guard case .number(let number) = self[property] else { return nil }
    return number
  }

  /// The status of the node.
  public var status: NodeStatus { number(.status).flatMap(NodeStatus.init) ?? .nothing }

  /// The purpose of a button.
  public var role: NodeRole { number(.role).flatMap(NodeRole.init) ?? .nothing }

  /// Whether the node can be used, which is the default.
  public var isEnabled: Bool { number(.enabled) != 0 }

  /// Whether the field must not be left empty.
  public var isRequired: Bool { number(.required) == 1 }

  /// Whether the option is chosen.
  public var isSelected: Bool { number(.selected) == 1 }
}

/// The record of changes between two flushes, with a cost that depends only on the changes.
struct ReplicaRecord {
  private var changes = ReplicaChanges()
  private var surviving: Set<NodeID> = []

  /// The places of nodes among the changed ones.
  private var places: [NodeID: Int32] = [:]

  mutating func attach() {
    self = ReplicaRecord()
    changes.isAttached = true
  }

  mutating func insert(_ node: NodeID) {
    changes.inserted.append(node)
    surviving.insert(node)
  }

  mutating func remove(_ node: NodeID) {
    if let place = places[node] { changes.changed[Int(place)].bits = 0 }
    changes.moved.remove(node)
    // A node inserted and removed between two flushes was never visible.
    if surviving.remove(node) == nil { changes.removed.append(node) }
  }

  mutating func move(_ node: NodeID) { changes.moved.insert(node) }

  mutating func touch(_ node: NodeID, _ property: Property) {
    let place = places[node].map { Int($0) } ?? changes.changed.count
    if place == changes.changed.count {
      places[node] = Int32(place)
      changes.changed.append(.init(node: node))
    }
    changes.changed[place].bits |= property.bit
  }

  mutating func takeChanges(isFocusMoved: Bool) -> ReplicaChanges {
    defer { self = ReplicaRecord() }
    changes.isFocusMoved = isFocusMoved
    if surviving.count < changes.inserted.count {
      // A node that was removed and inserted again is in the list twice: the first entry counts.
      changes.inserted.removeAll { surviving.remove($0) == nil }
    }
    changes.changed.removeAll { $0.bits == 0 }
    return changes
  }
}
