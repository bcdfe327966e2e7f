package import FormworkCore
import Testing

/// The view tree of a front end, made only from changes, with the names of ``FormStore``.
struct NamedPicture {
  private(set) var tree = ViewTree()
  private var names: [NodeID: String] = [:]
  private var nodes: [String: NodeID] = [:]

  /// The nodes whose names include their section, because other nodes have the same name.
  private var qualified: Set<NodeID> = []

  /// Returns the node that has the name, or had it last.
  ///
  /// An unknown name except `nowhere` and a node of another kind fail the test.
  func node(_ name: String, _ place: SourceLocation, _ kinds: [NodeKind] = []) -> NodeID {
    guard let node = nodes[name] else {
      if name != "nowhere" { Issue.record(unknown(name), sourceLocation: place) }
      return NodeID(rawValue: .max)
    }
    if let kind = tree[node]?.kind, !kinds.isEmpty, !kinds.contains(kind) {
      let (kind, kinds) = ("\(kind)", kinds.map { "\($0)" }.joined(separator: " or "))
      Issue.record("\(name) is of the kind \(kind), not \(kinds)", sourceLocation: place)
    }
    return node
  }

  /// Returns the property of a node, or `none`; for an unknown name, a sentence with the known ones.
  func property(_ property: Property, of name: String) -> String {
    nodes[name].map { property.spelled(tree[$0]?[property]) } ?? unknown(name).rawValue
  }

  /// Returns the sentence about an unknown name.
  func unknown(_ name: String) -> Comment {
    let status = tree.root.flatMap { tree[$0]?[.status] }
    let isLoading = status == .number(NodeStatus.loading.rawValue)
    let known = "there are \(Set(names.values).sorted().joined(separator: ", "))"
    let reason = isLoading ? "it is not loaded yet: wait for .editing" : known
    return "the form has no node \"\(name)\": \(reason)"
  }

  /// The status and the explanation of each node, and all notices, one line each.
  var summary: [String] {
    tree.all.flatMap { id, node in
      (node.kind == .notice ? [.label] : [Property.status, .explanation]).compactMap { property in
        node[property].map { "\(spell(id)).\(property) = \(property.spelled($0))" }
      }
    }
  }

  /// Replays a change, and returns its line; `nil` for the count of answered fields, which often changes.
  mutating func take(_ change: Change) -> String? {
    tree.replay(change)
    switch change {
    case .inserted(let node, let kind, let name, let parent, let index):
      let path = "\(spell(parent))/\(name)"
      let known = isQualified(node) || isTaken(name, parent) ? path : name
      names[node] = known
      nodes[path] = node
      if isQualified(node) { qualified.insert(node) } else { nodes[name] = node }
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
  mutating func show(_ input: UserInput) {
    switch input {
    case .edit(let node, let content, let cursor): show(content, cursor, in: node)
    case .commit(let node, let content?): show(content, content.length, in: node)
    default: break
    }
  }

  private mutating func show(_ content: FieldContent, _ cursor: Int, in node: NodeID) {
    guard [.textField, .textArea, .secretField].contains(tree[node]?.kind) else { return }
    tree.adopt(node, .value, content.shown)
    let cursor = content.cursorShown(cursor, allowingLines: tree.kind(of: node) == .textArea)
    tree.adopt(node, .cursor, .number(cursor))
  }

  func input(
    of step: FormStep, _ place: SourceLocation
  ) -> (input: UserInput, revision: UInt64?)? {
    switch step {
    case .edit(let name, let content, let cursor, let seen):
      (.edit(node(name, place, content.kinds), content, cursor: cursor ?? content.length), seen)
    case .commit(let name, let content, let seen):
      (.commit(node(name, place, content?.kinds ?? []), content), seen)
    case .choose(let name, let isOn):
      (.choose(node(name, place, [.toggle, .option]), isOn: isOn), nil)
    case .activate(let name, let seen): (.activate(node(name, place, [.button])), seen)
    case .go(let name): (.go(.node(node(name, place))), nil)
    case .goForward: (.go(.next), nil)
    case .goBack: (.go(.previous), nil)
    case .leave(let seen): (.back(insists: true), seen)
    case .reset(let name): (.reset(node(name, place)), nil)
    case .reload: (.reload, nil)
    case .invalidInput, .open, .press, .leaveUnasked, .learn, .check, .offer, .set: nil
    }
  }

  /// Whether the name may repeat, as those of options, of a section's buttons, and of parts of items.
  private func isQualified(_ node: NodeID) -> Bool {
    guard let parent = tree[node]?.parent else { return false }
    if tree[node]?.kind == .option { return true }
    return qualified.contains(parent) || Int(spell(parent)) != nil
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

  var isSecret: Bool { if case .secret = self { true } else { false } }

  /// The kinds of the nodes into which the content can be typed.
  fileprivate var kinds: [NodeKind] { isSecret ? [.secretField] : [.textField, .textArea] }

  var length: Int { endCursor ?? 0 }
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

  package mutating func replay(_ changes: [Change]) {
    for change in changes { replay(change) }
  }
}
