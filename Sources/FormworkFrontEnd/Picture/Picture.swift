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
