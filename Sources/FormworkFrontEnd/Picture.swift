/// The view tree as the front end sees it, built from display messages.
///
/// The cost of a message grows with what it changes: the siblings among which a node is placed,
/// the nodes that are removed. Messages that make no sense (about nodes that are not there, or a
/// node that is there already) change nothing.
///
/// ```swift
/// while let message = host.next() {
///   // Only at a flush there is something to be shown.
///   guard let changes = picture.apply(message) else { continue }
///   if changes.isAttached { lines = [] }
///   lines = picture.nodes().map { $0.text(.label) }
/// }
/// ```
public struct Picture: Sendable {
  /// The screen's title: its label, or what it was called before its label came.
  public var title: String {
    let screen = roots.lazy.compactMap { nodes[$0] }.first { $0.kind == .screen }
    let label = screen?.text(.label) ?? ""
    return label.isEmpty ? firstTitle : label
  }

  private var firstTitle = ""

  /// The nodes at the top, in order.
  public private(set) var roots: [NodeID] = []

  /// The node the person is at; `nil` is the screen as a whole.
  public private(set) var focus: NodeID?

  /// The revision of the last flush.
  public private(set) var revision: UInt64 = 0

  /// The terminal's size in character cells, once the host has told it.
  public private(set) var size: WindowSize?

  /// Whether nothing changed since the last flush: only then may it be shown.
  public private(set) var isConsistent = true

  /// The alerts, the latest last: a person answers that one first.
  public private(set) var alerts: [NodeID] = []

  private var nodes: [NodeID: PictureNode] = [:]
  private var record = PictureRecord()
  private var shownFocus: NodeID?

  /// A picture of nothing.
  public init() {}

  /// A node, or `nil` where there is none of that number.
  public subscript(id: NodeID) -> PictureNode? {
    nodes[id]
  }

  /// Takes a message in.
  ///
  /// - Parameter message: The messages of a host, in order.
  /// - Returns: At a flush, what changed since the one before; else `nil`.
  @discardableResult
  public mutating func apply(_ message: DisplayMessage) -> PictureChanges? {
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

  /// Notes what the person entered as a field's value, and where the cursor is in it.
  ///
  /// An edit that the host accepts is not echoed, so the picture has to be told. One that it does
  /// not accept is answered by a message that sets the value.
  ///
  /// - Returns: Whether the node is there.
  @discardableResult
  public mutating func noteEdit(of id: NodeID, value: PropertyValue, cursor: Int) -> Bool {
    guard let index = nodes.index(forKey: id) else { return false }
    nodes.values[index].adopt(value, cursor: cursor)
    return true
  }

  /// The nodes below a node, or all of them, each before its children.
  ///
  /// - Parameters:
  ///   - id: Where to begin; `nil` is the top. The node itself is not among them.
  ///   - descends: Whether to look below a node, too.
  /// - Returns: The nodes, in the order in which a person meets them.
  public func nodes(
    below id: NodeID? = nil, descendingInto descends: (PictureNode) -> Bool = { _ in true }
  ) -> [PictureNode] {
    let first = id.map { nodes[$0]?.children ?? [] } ?? roots
    var result: [PictureNode] = []
    // A stack and no recursion: how deep a tree is, the host decides.
    var ahead = Array(first.reversed())
    while let id = ahead.popLast() {
      guard let node = self[id] else { continue }
      result.append(node)
      if descends(node) { ahead.append(contentsOf: node.children.reversed()) }
    }
    return result
  }

  private mutating func attach(title: String) {
    firstTitle = title
    roots = []
    alerts = []
    nodes = [:]
    focus = nil
    shownFocus = nil
    isConsistent = false
    record.attach()
  }

  private mutating func insert(_ node: PictureNode, at position: Int) {
    guard nodes[node.id] == nil else { return }
    if let parent = node.parent {
      guard nodes[parent] != nil else { return }
      nodes[parent]?.children.insert(node.id, clampedAt: position)
    } else {
      roots.insert(node.id, clampedAt: position)
    }
    nodes[node.id] = node
    if node.kind == .alert { alerts.append(node.id) }
    isConsistent = false
    record.insert(node.id)
  }

  private mutating func set(_ property: Property, of id: NodeID, to value: PropertyValue?) {
    // A value is set where the terminal shows something else than it, whatever stands here.
    guard let node = nodes[id], node[property] != value || property == .value else {
      return
    }
    nodes[id]?[property] = value
    isConsistent = false
    record.touch(id, property)
  }

  private mutating func move(_ id: NodeID, to position: Int) {
    guard let node = nodes[id] else { return }
    if let parent = node.parent {
      nodes[parent]?.children.move(id, to: position)
    } else {
      roots.move(id, to: position)
    }
    isConsistent = false
    record.move(id)
  }

  private mutating func remove(_ id: NodeID) {
    guard let node = nodes[id] else { return }
    if let parent = node.parent {
      nodes[parent]?.children.removeAll { $0 == id }
    } else {
      roots.removeAll { $0 == id }
    }
    for gone in [id] + nodes(below: id).map(\.id) {
      if nodes.removeValue(forKey: gone)?.kind == .alert { alerts.removeAll { $0 == gone } }
      record.remove(gone)
      if focus == gone { focus = nil }
    }
    isConsistent = false
  }

  private mutating func moveFocus(to id: NodeID?) {
    if let id, nodes[id] == nil { return }
    guard focus != id else { return }
    focus = id
    isConsistent = false
  }

  private mutating func flush(revision: UInt64) -> PictureChanges {
    self.revision = revision
    isConsistent = true
    let changes = record.takeChanges(isFocusMoved: focus != shownFocus)
    shownFocus = focus
    return changes
  }
}

extension [NodeID] {
  /// Inserts at an index, or at the end where there is no such index.
  fileprivate mutating func insert(_ id: NodeID, clampedAt position: Int) {
    insert(id, at: Swift.min(Swift.max(position, 0), count))
  }

  /// Moves to an index among the others, or to the end where there is no such index.
  fileprivate mutating func move(_ id: NodeID, to position: Int) {
    removeAll { $0 == id }
    insert(id, clampedAt: position)
  }
}

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

/// A node of the view tree, as the front end sees it.
///
/// ```swift
/// let label = node.text(.label) + (node.isRequired ? " *" : "")
/// let isOn = node.kind == .toggle && node.number(.value) == 1
/// let isWrong = node.status == .invalid || node.status == .refused
/// ```
public struct PictureNode: Equatable, Sendable {
  /// The number by which messages name it.
  public let id: NodeID

  /// What it is.
  public let kind: NodeKind

  /// The name that stays the same from run to run: a field's name, or a JSON pointer.
  public let name: String

  /// The node it is in; `nil` at the top.
  public let parent: NodeID?

  /// What is in it, in order.
  public internal(set) var children: [NodeID] = []

  private var values = PropertyList()

  init(id: NodeID, kind: NodeKind, name: String, parent: NodeID?) {
    (self.id, self.kind, self.name, self.parent) = (id, kind, name, parent)
  }

  /// What is said of it.
  public var properties: [Property: PropertyValue] {
    Dictionary(uniqueKeysWithValues: values.inOrder.map { ($0.property, $0.value) })
  }

  /// A property; `nil` where it has none.
  public internal(set) subscript(property: Property) -> PropertyValue? {
    get { values[property] }
    set { values.set(property, newValue) }
  }

  /// Takes over what the person entered.
  mutating func adopt(_ value: PropertyValue, cursor: Int) {
    self[.value] = value
    self[.cursor] = .number(cursor)
  }

  /// A text property; empty where it has none.
  public func text(_ property: Property) -> String {
    guard case .text(let text) = self[property] else { return "" }
    return text
  }

  /// A number property; `nil` where it has none.
  public func number(_ property: Property) -> Int? {
    guard case .number(let number) = self[property] else { return nil }
    return number
  }

  /// What is true of it.
  public var status: NodeStatus { number(.status).flatMap(NodeStatus.init) ?? .nothing }

  /// What it is for, if it is a button.
  public var role: NodeRole { number(.role).flatMap(NodeRole.init) ?? .nothing }

  /// Whether it can be used; so it is, unless the host says otherwise.
  public var isEnabled: Bool { number(.enabled) != 0 }

  /// Whether it must not be left empty.
  public var isRequired: Bool { number(.required) == 1 }

  /// Whether it is an option that was chosen.
  public var isSelected: Bool { number(.selected) == 1 }
}

/// Collects what happens between two flushes, at a cost that grows with what happens alone.
struct PictureRecord {
  private var isAttached = false
  private var inserted: [NodeID] = []
  private var standing: Set<NodeID> = []
  private var removed: [NodeID] = []
  private var moved: Set<NodeID> = []
  private var touchedInOrder: [NodeID] = []
  private var touched: [NodeID: Set<Property>] = [:]

  mutating func attach() {
    self = PictureRecord()
    isAttached = true
  }

  mutating func insert(_ node: NodeID) {
    inserted.append(node)
    standing.insert(node)
  }

  mutating func remove(_ node: NodeID) {
    touched[node] = nil
    moved.remove(node)
    // What came and went between two flushes was never seen.
    if standing.remove(node) == nil { removed.append(node) }
  }

  mutating func move(_ node: NodeID) {
    moved.insert(node)
  }

  mutating func touch(_ node: NodeID, _ property: Property) {
    if touched[node] == nil { touchedInOrder.append(node) }
    touched[node, default: []].insert(property)
  }

  /// The changes since the last flush; the record is empty afterwards.
  mutating func takeChanges(isFocusMoved: Bool) -> PictureChanges {
    var changes = PictureChanges()
    changes.isAttached = isAttached
    changes.removed = removed
    changes.moved = moved
    changes.isFocusMoved = isFocusMoved
    // A node that was removed and came back is in these lists twice: the first mention counts.
    for node in inserted where standing.remove(node) != nil { changes.inserted.append(node) }
    for node in touchedInOrder {
      guard let properties = touched.removeValue(forKey: node) else { continue }
      changes.changed.append(PictureChanges.Change(node: node, properties: properties))
    }
    self = PictureRecord()
    return changes
  }
}
