package import FormworkCore
package import FormworkSession

/// A screen without rules: it takes whatever is entered, and shows what a check puts into its tree.
package final class ScriptedScreen: Screen {
  package var tree = ViewTree()
  package var navigation: Navigation?

  /// The text that completes every other text; empty if none does.
  package var suggestion = ""

  /// Creates a screen without nodes below its root.
  package init(_ title: String) {
    tree.set(tree.insert(.screen, name: "screen"), .label, .text(title))
  }

  /// Adds a node at the end of its parent, which is the root unless another one is given.
  ///
  /// The first field gets the focus.
  @discardableResult
  package func add(
    _ kind: NodeKind, _ name: String, _ properties: [Property: PropertyValue],
    into parent: NodeID? = nil
  ) -> NodeID {
    let node = tree.insert(kind, name: name, under: parent ?? tree.root)
    for (property, value) in properties { tree.set(node, property, value) }
    if tree.focus == nil, kind.isField { tree.setFocus(node) }
    return node
  }

  /// Returns all of the screen, without a flush.
  package func picture(_ title: String = "Harbour", isLost: Bool = false) -> [DisplayMessage] {
    [.attach(title: title, isLost: isLost)] + tree.snapshot().map { .change($0) }
  }

  // MARK: Answering

  package func open() {}
  package func inputEnded() -> Bool { true }

  package func handle(_ input: UserInput, revision: UInt64) {
    switch input {
    case .edit(let node, let content, _), .commit(let node, let content?):
      tree.adopt(node, .value, content.shown)
    case .choose(let node, let isOn): choose(node, isOn)
    case .go(.node(let node)): if tree[node] != nil { tree.setFocus(node) }
    case .go(let destination): tree.go(to: destination, among: stops)
    default: break
    }
  }

  package func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    suggestion.isEmpty
      ? [] : [Suggestion(replacing: 0..<request.text.utf8.count, with: suggestion)]
  }

  /// The fields that can be entered.
  package var stops: [NodeID] {
    tree.all.filter { $0.node.kind.isField && $0.node[.enabled] != .number(0) }.map(\.id)
  }

  private func choose(_ node: NodeID, _ isOn: Bool) {
    let value = PropertyValue.number(isOn ? 1 : 0)
    guard tree.kind(of: node) == .option else { return tree.set(node, .value, value) }
    if let choice = tree[node]?.parent, tree.kind(of: choice) == .choice {
      for option in tree[choice]?.children ?? [] { tree.set(option, .selected, .number(0)) }
    }
    tree.set(node, .selected, value)
  }
}

extension ViewTree {
  /// Returns the first node of a name.
  package func node(_ name: String) -> NodeID? { all.first { $0.node.name == name }?.id }
}

extension ScriptedScreen {
  /// A small form with a field of every kind, with the focus on a node, and changed.
  package static func sample(
    at name: String = "berth", _ change: (ScriptedScreen) -> Void = { _ in }
  ) -> ScriptedScreen {
    single([.detail: .text("Where it lies"), .value: .text("quay")]) { form in
      form.add(.textField, "vessel", [.label: .text("Vessel"), .required: .number(1)])
      form.add(.textField, "master", [.label: .text("Master")])
      form.add(.toggle, "insured", [.label: .text("Insured"), .value: .number(0)])
      form.addChoice(of: ["Grain", "Timber"])
      form.add(.secretField, "code", [.label: .text("Code"), .value: .number(0)])
      form.add(.textArea, "remarks", [.label: .text("Remarks"), .value: .text("none")])
      form.add(
        .button, "submit",
        [.label: .text("Register"), .role: .number(NodeRole.submit.rawValue)])
      form.tree.setFocus(form.tree.node(name))
      change(form)
    }
  }

  /// Creates a form of one text field, and changes it.
  package static func single(
    _ properties: [Property: PropertyValue] = [:], _ change: (ScriptedScreen) -> Void = { _ in }
  ) -> ScriptedScreen {
    let form = ScriptedScreen("Harbour")
    form.add(
      .textField, "berth", properties.merging([.label: .text("Berth")]) { given, _ in given })
    change(form)
    return form
  }

  /// A form that could not be loaded.
  package static func failed() -> ScriptedScreen {
    let form = ScriptedScreen("Harbour")
    form.set("screen", .status, .number(NodeStatus.failed.rawValue))
    form.set("screen", .explanation, .text("Fog bank"))
    form.tree.setFocus(form.add(.button, "retry", [.label: .text("Once more")]))
    return form
  }

  /// A list of two rows and columns.
  package static func fleet() -> ScriptedScreen {
    let screen = ScriptedScreen("Harbour")
    let list = screen.add(
      .list, "fleet", [.label: .text("Fleet"), .rowCount: .number(2), .firstRow: .number(0)])
    for name in ["Rig", "Length"] { screen.add(.column, name, [.label: .text(name)], into: list) }
    for (rig, length) in [("Ketch", "12 m"), ("Sloop", "9 m")] {
      screen.add(
        .row, rig, [.label: .text("\(rig), \(length)"), .cells: .text("\(rig)\t\(length)")],
        into: list)
    }
    screen.tree.setFocus(screen.tree.node("Ketch"))
    return screen
  }

  /// Adds a choice of options, which are named by their labels; returns the options.
  @discardableResult
  package func addChoice(of labels: [String]) -> [NodeID] {
    let choice = add(.choice, "cargo", [.label: .text("Cargo")])
    return labels.map { add(.option, $0, [.label: .text($0)], into: choice) }
  }

  /// Sets a property of the first node of a name.
  package func set(_ name: String, _ property: Property, _ value: PropertyValue) {
    if let node = tree.node(name) { tree.set(node, property, value) }
  }
}
