package import FormworkCore
import Testing

/// The view tree of a front end, made of changes alone, with the names of ``FormStore``.
struct NamedPicture {
  private(set) var tree = ViewTree()
  private var names: [NodeID: String] = [:]
  private var nodes: [String: NodeID] = [:]

  /// The nodes whose names include their section, because other nodes have the same name.
  private var told: Set<NodeID> = []

  /// The node that has the name, or had it last.
  subscript(name: String) -> NodeID? { nodes[name] }

  /// Returns the node of a step, and fails the test for an unknown name except `nowhere`.
  func node(_ name: String, _ place: SourceLocation) -> NodeID {
    if let node = self[name] { return node }
    if name == "nowhere" { return NodeID(rawValue: .max) }
    let names = Set(names.values).sorted().joined(separator: ", ")
    Issue.record(
      "the form has no node \"\(name)\": there are \(names)", sourceLocation: place)
    return NodeID(rawValue: .max)
  }

  /// Replays a change, and returns its line; `nil` for the count of answered fields, which often changes.
  mutating func take(_ change: Change) -> String? {
    tree.replay(change)
    switch change {
    case .inserted(let node, let kind, let name, let parent, let index):
      let path = "\(spell(parent))/\(name)"
      let known = isToldBySection(node) || isTaken(name, parent) ? path : name
      names[node] = known
      nodes[path] = node
      if isToldBySection(node) { told.insert(node) } else { nodes[name] = node }
      return "+ \(kind) \(known) in \(spell(parent)) at \(index)"
    case .moved(let node, let index): return "> \(spell(node)) to \(index)"
    case .removed(let node): return "- \(spell(node))"
    case .set(_, .answered, _), .set(_, .total, _): return nil
    case .set(let node, let property, let value):
      return "\(spell(node)).\(property) = \(property.spelled(value))"
    case .focused(let node): return "at \(spell(node))"
    }
  }

  /// Displays typed text, as a front end does on its own.
  mutating func show(_ step: FormStep, _ place: SourceLocation) {
    switch step {
    case .edit(let name, let content, let cursor, _): show(content, cursor, in: node(name, place))
    case .commit(let name, let content?, _): show(content, nil, in: node(name, place))
    default: break
    }
  }

  private mutating func show(_ content: FieldContent, _ cursor: Int?, in node: NodeID) {
    guard [.textField, .textArea, .secretField].contains(tree[node]?.kind) else { return }
    tree.adopt(node, .value, content.shown)
    let cursor = content.cursorShown(
      cursor ?? content.length, allowingLines: tree.kind(of: node) == .textArea)
    tree.adopt(node, .cursor, .number(cursor))
  }

  func input(
    of step: FormStep, _ place: SourceLocation
  ) -> (input: UserInput, revision: UInt64?)? {
    switch step {
    case .edit(let name, let content, let cursor, let seen):
      (.edit(node(name, place), content, cursor: cursor ?? content.length), seen)
    case .commit(let name, let content, let seen): (.commit(node(name, place), content), seen)
    case .choose(let name, let isOn): (.choose(node(name, place), isOn: isOn), nil)
    case .activate(let name, let seen): (.activate(node(name, place)), seen)
    case .go(let name): (.go(.node(node(name, place))), nil)
    case .goOn: (.go(.next), nil)
    case .goBack: (.go(.previous), nil)
    case .leave(let seen): (.back(insists: true), seen)
    case .reset(let name): (.reset(node(name, place)), nil)
    case .reload: (.reload, nil)
    case .invalidInput, .open, .decline, .press, .leaveUnasked, .learn, .check, .offer, .set: nil
    }
  }

  /// Whether the name may repeat, as those of options, of a section's buttons, and of parts of items.
  private func isToldBySection(_ node: NodeID) -> Bool {
    guard let parent = tree[node]?.parent else { return false }
    if tree[node]?.kind == .option { return true }
    return told.contains(parent) || Int(spell(parent)) != nil
      || tree[node]?.kind == .button && tree[parent]?.kind == .group
  }

  /// Whether another section has a node with the name, which passes to the next one at its removal.
  private func isTaken(_ name: String, _ parent: NodeID?) -> Bool {
    guard let other = nodes[name], let known = tree[other] else { return false }
    return known.parent != parent
  }

  private func spell(_ node: NodeID?) -> String { node.map { names[$0] ?? "?" } ?? "-" }
}

extension FieldContent {
  /// Returns the position of a cursor in the content as a front end receives it.
  package func cursorShown(_ cursor: Int, allowingLines: Bool) -> Int {
    guard case .text(let text) = self else { return cursor }
    return text.offsetShown(
      for: max(0, min(cursor, text.utf8.count)), allowingLines: allowingLines)
  }

  var length: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: 0
    }
  }
}

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
