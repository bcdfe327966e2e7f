import CFormwork
import FormworkCore

/// A form as a host keeps it, without rules: whatever is entered is taken.
struct ScriptedForm {
  /// A node, and what is said of it.
  struct Node {
    let id: UInt32
    let kind: NodeKind
    let name: String
    let parent: UInt32
    var properties: [Property: PropertyValue]
  }

  var title = ""
  private(set) var nodes: [Node] = []
  private(set) var focus: UInt32 = 0
  private var lastID: UInt32 = 0

  /// What COMPLETE brings, in place of the whole text; none where it is empty.
  var suggestion = ""

  // MARK: Making one

  /// A form with nothing on it but its screen.
  init(_ title: String) {
    self.title = title
    add(.screen, "screen", [.label: .text(title)])
  }

  /// Adds a node at the end of its parent; 0 is the top.
  @discardableResult
  mutating func add(
    _ kind: NodeKind, _ name: String, _ properties: [Property: PropertyValue],
    into parent: UInt32? = nil
  ) -> UInt32 {
    lastID += 1
    let parent = parent ?? (kind == .screen ? 0 : 1)
    nodes.append(
      Node(id: lastID, kind: kind, name: name, parent: parent, properties: properties))
    if focus == 0, kind.isField { focus = lastID }
    return lastID
  }

  mutating func placeFocus(on node: UInt32) { focus = node }

  subscript(id: UInt32) -> Node? { nodes.first { $0.id == id } }

  /// The nodes below a node, itself first.
  func tree(of id: UInt32) -> [UInt32] {
    [id] + nodes.filter { $0.parent == id }.flatMap { tree(of: $0.id) }
  }

  // MARK: Telling

  /// The whole picture.
  func snapshot() -> [ScriptMessage] {
    var counts: [UInt32: Int] = [:]
    var messages = [ScriptMessage.attach(title)]
    for node in nodes {
      messages += insertion(of: node, at: counts[node.parent, default: 0])
      counts[node.parent, default: 0] += 1
    }
    return messages + [.focus(focus)]
  }

  /// Tells of a node that is new.
  func insertion(of node: Node) -> [ScriptMessage] {
    let siblings = nodes.filter { $0.parent == node.parent }
    return insertion(of: node, at: siblings.firstIndex { $0.id == node.id } ?? 0)
  }

  private func insertion(of node: Node, at position: Int) -> [ScriptMessage] {
    [.insert(node.id, into: node.parent, at: position, node.kind, name: node.name)]
      + node.properties.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { .set(node.id, $0.key, $0.value) }
  }

  mutating func set(
    _ id: UInt32, _ property: Property, _ value: PropertyValue?
  ) -> ScriptMessage {
    if let index = nodes.firstIndex(where: { $0.id == id }) {
      nodes[index].properties[property] = value
    }
    return .set(id, property, value)
  }

  /// Takes a node away, with all that is below it.
  mutating func remove(_ id: UInt32) -> [ScriptMessage] {
    let gone = tree(of: id)
    nodes.removeAll { gone.contains($0.id) }
    guard gone.contains(focus) else { return [.remove(id)] }
    focus = stops.first ?? 0
    return [.remove(id), .focus(focus)]
  }

  /// Moves a node to another index among its siblings.
  mutating func move(_ id: UInt32, to position: Int) -> ScriptMessage {
    guard let node = self[id] else { return .move(id, to: position) }
    let siblings = nodes.filter { $0.parent == node.parent && $0.id != id }
    nodes.removeAll { $0.id == id }
    let next = position < siblings.count ? siblings[position].id : 0
    let index = nodes.firstIndex { $0.id == next } ?? nodes.endIndex
    nodes.insert(node, at: index)
    return .move(id, to: position)
  }

  // MARK: Answering

  /// What a host tells in answer to what a front end has posted; empty where it tells nothing.
  mutating func answer(to post: ScriptMessage) -> [ScriptMessage]? {
    switch formwork_message_kind(rawValue: post.kind) {
    case FORMWORK_EDIT:
      return edit(post)
    case FORMWORK_GO:
      if post.node != 0 {
        if self[post.node] != nil { focus = post.node }
      } else {
        step(by: post.flags & FORMWORK_NEXT.rawValue != 0 ? 1 : -1)
      }
      return [.focus(focus)]
    case FORMWORK_CHOOSE:
      return choose(post)
    case FORMWORK_QUIT:
      return [.detach]
    case FORMWORK_COMPLETE:
      let end = ScriptMessage(
        kind: FORMWORK_SUGGEST.rawValue, revision: post.revision, node: post.node)
      guard !suggestion.isEmpty else { return [end] }
      var first = end
      (first.count, first.text) = (Int64(post.text.count), Array(suggestion.utf8))
      return [first, end]
    case FORMWORK_COMMIT, FORMWORK_ACTIVATE, FORMWORK_BACK, FORMWORK_RELOAD, FORMWORK_SWITCH,
      FORMWORK_EDIT_OUTSIDE, FORMWORK_RESET, FORMWORK_WINDOW:
      return []
    default:
      return nil
    }
  }

  /// An edit is taken, and not echoed; elsewhere than at the focus it changes nothing.
  private mutating func edit(_ post: ScriptMessage) -> [ScriptMessage]? {
    guard let node = self[post.node], node.kind != .secretField else { return nil }
    guard focus == post.node else { return [.set(post.node, .value, node.properties[.value])] }
    _ = set(post.node, .value, .text(post.string))
    return nil
  }

  private mutating func choose(_ post: ScriptMessage) -> [ScriptMessage] {
    guard let node = self[post.node] else { return [] }
    let isOn = post.flags & FORMWORK_ON.rawValue != 0 ? 1 : 0
    guard node.kind == .option else { return [set(node.id, .value, .number(isOn))] }
    var messages: [ScriptMessage] = []
    if self[node.parent]?.kind == .choice {
      for other in nodes where other.parent == node.parent {
        messages.append(set(other.id, .selected, .number(0)))
      }
    }
    return messages + [set(node.id, .selected, .number(isOn))]
  }

  private var stops: [UInt32] {
    nodes.filter { $0.kind.isField && $0.properties[.enabled] != .number(0) }.map(\.id)
  }

  private mutating func step(by distance: Int) {
    let stops = stops
    guard let index = stops.firstIndex(of: focus) else {
      focus = stops.first ?? 0
      return
    }
    focus = stops[min(max(index + distance, 0), stops.count - 1)]
  }
}
