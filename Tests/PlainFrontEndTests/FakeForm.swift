import CFormwork
import FormworkFrontEnd

/// A form with the rules of a test, as a host keeps it.
struct FakeForm: Sendable {
  struct Node: Sendable {
    let id: NodeID
    let kind: NodeKind
    let name: String
    let parent: NodeID?
    var properties: [Property: PropertyValue] = [:]
  }

  /// Returns the status of a text and its explanation.
  typealias Rule = @Sendable (String) -> (NodeStatus, String)
  /// The effect of a button.
  typealias Effect = @Sendable (inout FakeForm) -> [DisplayMessage]

  static let screen = NodeID(rawValue: 1)

  var title: String
  private(set) var nodes: [Node]
  private(set) var focus: NodeID?
  private var lastID: UInt32 = 1
  private var rules: [NodeID: Rule] = [:]
  private var effects: [NodeID: Effect] = [:]
  /// The effect of leaving; by default, the host detaches.
  var onBack: Effect = { _ in [.detach()] }
  /// Returns the reason to refuse a text; `nil` if it is accepted.
  var refusal: @Sendable (String) -> String? = { _ in nil }
  /// Returns the messages for requested rows, by the first row and their number.
  var onWindow: @Sendable (inout FakeForm, Int, Int) -> [DisplayMessage] = { _, _, _ in [] }

  init(title: String, _ properties: [Property: PropertyValue] = [:]) {
    self.title = title
    nodes = [
      Node(id: Self.screen, kind: .screen, name: "screen", parent: nil, properties: properties)
    ]
  }

  /// A form with a name and a city.
  static func nameAndCity(_ name: Rule? = nil, _ city: Rule? = nil) -> FakeForm {
    var form = FakeForm(title: "Form")
    form.add(.textField, "name", label: "Name", rule: name)
    form.add(.textField, "city", label: "City", rule: city)
    return form
  }

  // MARK: Building

  /// Appends a node to its parent, the screen by default.
  mutating func add(
    _ kind: NodeKind, _ name: String, label: String, in parent: String? = nil,
    _ properties: [Property: PropertyValue] = [:], rule: Rule? = nil
  ) {
    lastID += 1
    let id = NodeID(rawValue: lastID)
    var properties = properties
    properties[.label] = .text(label)
    nodes.append(
      Node(
        id: id, kind: kind, name: name, parent: parent.map { self.id($0) } ?? Self.screen,
        properties: properties))
    rules[id] = rule
    let isInAlert = parent.map { node($0).kind == .alert } ?? false
    if focus == nil && (kind.isField || kind == .button) && !isInAlert { focus = id }
  }

  /// Appends a button to its parent.
  mutating func addButton(
    _ name: String, label: String, in parent: String? = nil,
    _ properties: [Property: PropertyValue] = [:], effect: Effect? = nil
  ) {
    add(.button, name, label: label, in: parent, properties)
    effects[id(name)] = effect
  }

  mutating func placeFocus(on name: String?) {
    focus = name.map { id($0) }
  }

  func id(_ name: String) -> NodeID {
    nodes.first { $0.name == name }?.id ?? NodeID(rawValue: 0)
  }

  /// Sets the effect of activating a node.
  mutating func onActivation(of name: String, _ effect: @escaping Effect) {
    effects[id(name)] = effect
  }

  func name(of id: NodeID) -> String { nodes.first { $0.id == id }?.name ?? "?" }

  func text(_ name: String) -> String {
    if case .text(let text) = node(name).properties[.value] { text } else { "" }
  }

  private func node(_ name: String) -> Node {
    nodes.first { $0.name == name } ?? nodes[0]
  }

  // MARK: Messages

  /// Returns the whole picture.
  func snapshot() -> [DisplayMessage] {
    [.attach(title: title)] + nodes.flatMap { insertion(of: $0) } + [.change(.focused(focus))]
  }

  /// Returns the insertion of a node that was added later.
  func insertion(of name: String) -> [DisplayMessage] { insertion(of: node(name)) }

  private func insertion(of node: Node) -> [DisplayMessage] {
    let siblings = nodes.filter { $0.parent == node.parent }
    let position = siblings.firstIndex { $0.id == node.id } ?? 0
    let properties = node.properties.sorted { $0.key.rawValue < $1.key.rawValue }
    return [
      .change(
        .inserted(node.id, kind: node.kind, name: node.name, parent: node.parent, index: position))
    ] + properties.map { .change(.set(node.id, $0.key, $0.value)) }
  }

  mutating func set(
    _ name: String, _ properties: [Property: PropertyValue?]
  ) -> [DisplayMessage] {
    guard let index = nodes.firstIndex(where: { $0.name == name }) else { return [] }
    return properties.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { property, value in
      guard nodes[index].properties[property] != value else { return nil }
      nodes[index].properties[property] = value
      return .change(.set(nodes[index].id, property, value))
    }
  }

  mutating func setStatus(
    _ name: String, _ status: NodeStatus, _ explanation: String = ""
  ) -> [DisplayMessage] {
    set(name, [.status: .number(status.rawValue), .explanation: .text(explanation)])
  }

  mutating func remove(_ name: String) -> [DisplayMessage] {
    let id = id(name)
    nodes.removeAll { $0.id == id || $0.parent == id }
    return [.change(.removed(id))]
  }

  mutating func moveFocus(to name: String?) -> [DisplayMessage] {
    placeFocus(on: name)
    return [.change(.focused(focus))]
  }

  // MARK: Answers

  /// Returns the answer to a post; a flush follows if it is not empty.
  mutating func answer(to post: FakePost) -> [DisplayMessage] {
    if let reason = post.text.flatMap(refusal),
      let node = nodes.first(where: { $0.id == post.node })
    {
      return [
        .refused(node.id, .blocked, reason),
        .change(.set(node.id, .value, node.properties[.value])),
      ]
    }
    switch post.kind {
    case FORMWORK_EDIT: return edit(post)
    case FORMWORK_COMMIT: return commit(post) + [.change(.focused(focus))]
    case FORMWORK_CHOOSE: return choose(post)
    case FORMWORK_RESET:
      let isSecret = nodes.contains { $0.id == post.node && $0.kind == .secretField }
      let name = nodes.first { $0.id == post.node }?.name ?? ""
      return set(name, [.value: isSecret ? .number(0) : nil]) + setStatus(name, .nothing)
        + [.change(.focused(focus))]
    case FORMWORK_GO:
      if post.has(FORMWORK_NEXT) { step(by: 1) }
      if post.has(FORMWORK_PREVIOUS) { step(by: -1) }
      if nodes.contains(where: { $0.id == post.node }) { focus = post.node }
      return [.change(.focused(focus))]
    case FORMWORK_ACTIVATE:
      guard let effect = effects[post.node] else { return [.change(.focused(focus))] }
      return effect(&self) + [.change(.focused(focus))]
    case FORMWORK_BACK: return onBack(&self)
    case FORMWORK_WINDOW:
      return onWindow(&self, Int(post.number), post.count) + [.change(.focused(focus))]
    case FORMWORK_QUIT, FORMWORK_SWITCH: return [.detach()]
    default: return []
    }
  }

  private mutating func edit(_ post: FakePost) -> [DisplayMessage] {
    guard let index = nodes.firstIndex(where: { $0.id == post.node }) else { return [] }
    guard focus == post.node else {
      return [.change(.set(post.node, .value, nodes[index].properties[.value]))]
    }
    // The host sends only the length of a secret; the fake keeps no secrets.
    nodes[index].properties[.value] =
      nodes[index].kind == .secretField
      ? .number(post.text?.unicodeScalars.count ?? 0) : .text(post.text ?? "")
    return []
  }

  private mutating func commit(_ post: FakePost) -> [DisplayMessage] {
    guard let node = nodes.first(where: { $0.id == post.node }), let rule = rules[node.id] else {
      return []
    }
    let (status, explanation) = rule(post.text ?? "")
    return setStatus(node.name, status, explanation)
  }

  private mutating func choose(_ post: FakePost) -> [DisplayMessage] {
    guard let node = nodes.first(where: { $0.id == post.node }) else { return [] }
    let isOn = PropertyValue.number(post.has(FORMWORK_ON) ? 1 : 0)
    guard node.kind == .option else { return set(node.name, [.value: isOn]) }
    let parent = nodes.first { $0.id == node.parent }
    let others = nodes.filter { $0.parent == node.parent && parent?.kind == .choice }
    return others.flatMap { set($0.name, [.selected: .number(0)]) }
      + set(node.name, [.selected: isOn])
  }

  private mutating func step(by distance: Int) {
    let stops = nodes.filter { node in
      let parent = nodes.first { $0.id == node.parent }
      return (node.kind.isField || node.kind == .button) && parent?.kind != .alert
        && node.properties[.enabled] != .number(0)
    }
    guard let index = stops.firstIndex(where: { $0.id == focus }) else { return }
    focus = stops[min(max(index + distance, 0), stops.count - 1)].id
  }
}
