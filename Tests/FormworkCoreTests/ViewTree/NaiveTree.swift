import FormworkCore

/// A view tree as a dictionary, without a change log: the reference for ``ViewTree``.
struct NaiveTree: Equatable {
  struct Node: Equatable {
    let kind: NodeKind
    let name: String
    let parent: NodeID?
    var children: [NodeID] = []
    var properties: [Property: PropertyValue] = [:]
  }

  private(set) var nodes: [NodeID: Node] = [:]
  private(set) var focus: NodeID?

  init() {}

  /// Copies the displayed state of a view tree, through its public interface.
  init(_ tree: ViewTree) {
    focus = tree.focus
    var rest = tree.root.map { [$0] } ?? []
    while let id = rest.popLast() {
      guard let node = tree[id] else { continue }
      nodes[id] = Node(
        kind: node.kind, name: node.name, parent: node.parent, children: node.children,
        properties: Dictionary(uniqueKeysWithValues: node.properties.map { ($0, $1) }))
      rest += node.children
    }
  }

  var root: NodeID? { nodes.first { $0.value.parent == nil }?.key }

  /// All nodes, in a reproducible order.
  var ids: [NodeID] { nodes.keys.sorted { $0.rawValue < $1.rawValue } }

  // MARK: Operations

  mutating func insert(
    _ id: NodeID, _ kind: NodeKind, _ name: String, under parent: NodeID?, at index: Int?
  ) {
    guard let parent else {
      if root == nil { nodes[id] = Node(kind: kind, name: name, parent: nil) }
      return
    }
    guard let count = nodes[parent]?.children.count else { return }
    nodes[id] = Node(kind: kind, name: name, parent: parent)
    nodes[parent]?.children.insert(id, at: max(0, min(count, index ?? count)))
  }

  mutating func remove(_ id: NodeID) {
    guard let node = nodes[id] else { return }
    for child in node.children { remove(child) }
    nodes[id] = nil
    if let parent = node.parent { nodes[parent]?.children.removeAll { $0 == id } }
    if focus == id { focus = nil }
  }

  mutating func move(_ id: NodeID, to index: Int) {
    guard let parent = nodes[id]?.parent, var children = nodes[parent]?.children else { return }
    children.removeAll { $0 == id }
    children.insert(id, at: max(0, min(children.count, index)))
    nodes[parent]?.children = children
  }

  mutating func set(_ id: NodeID, _ property: Property, _ value: PropertyValue?) {
    nodes[id]?.properties[property] = value
  }

  mutating func setFocus(_ id: NodeID?) {
    focus = id.flatMap { nodes[$0] == nil ? nil : $0 }
  }

  // MARK: Changes

  mutating func replay(_ changes: [Change]) {
    for change in changes {
      switch change {
      case .inserted(let id, let kind, let name, let parent, let index):
        insert(id, kind, name, under: parent, at: index)
      case .moved(let id, let index): move(id, to: index)
      case .removed(let id): remove(id)
      case .set(let id, let property, let value): set(id, property, value)
      case .focused(let id): setFocus(id)
      }
    }
  }
}
