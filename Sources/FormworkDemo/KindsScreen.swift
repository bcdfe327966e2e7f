import FormworkCore
import FormworkSession

/// Each kind of node, status, format, role and property, on one screen with a question.
final class KindsScreen: DemoFieldScreen {
  var tree = ViewTree()
  var navigation: Navigation?
  let isLeftByInterrupt: Bool
  let catalogue: Catalogue
  var texts: [NodeID: (entry: TextEntry, initial: FieldContent)] = [:]
  private var lists: [ListDrawing<Int>] = []

  /// The groups that the user may skip, with their fields and buttons, in order.
  private var sections: [(group: NodeID, stops: [NodeID])] = []
  private var notice: NodeID?

  init(catalogue: Catalogue, isLeftByInterrupt: Bool) {
    self.catalogue = catalogue
    self.isLeftByInterrupt = isLeftByInterrupt
  }

  // MARK: Drawing

  func open() {
    let screen = add(.screen, "kinds", .key("demo.kinds"), under: nil)
    tree.set(screen, .detail, catalogue.value(.key("demo.kinds.detail")))
    notice = add(.notice, "notice", .key("demo.kinds.notice"), under: screen)
    drawFields(under: section("fields", under: screen))
    drawStatuses(under: section("statuses", under: screen))
    drawFormats(under: section("formats", under: screen))
    drawRoles(under: section("roles", under: screen))
    drawProgress(under: section("progress", under: screen))
    drawLists(under: screen)
    let lasting = add(.note, "lasting", .key("demo.kinds.lasting"), under: screen)
    tree.set(lasting, .lasting, .number(1))
    let ask = add(.button, "ask", .key("demo.kinds.ask"), under: screen)
    let leave = add(.button, "leave", .key("demo.kinds.leave"), under: screen)
    tree.set(leave, .role, .number(NodeRole.cancel.rawValue))
    sections.append((screen, [ask, leave]))
    tree.setFocus(stops.first)
  }

  private func section(_ name: String, under screen: NodeID) -> NodeID {
    let group = add(.group, name, .key("demo.kinds", of: name), under: screen)
    sections.append((group, []))
    return group
  }

  private func note(_ stops: [NodeID]) {
    sections[sections.count - 1].stops += stops
  }

  private func addField(
    _ kind: NodeKind, _ name: String, _ content: FieldContent, under group: NodeID,
    _ properties: [(Property, PropertyValue)] = []
  ) {
    // The name is also the label, such as the name of a status.
    let node = add(kind, name, .verbatim(name), under: group)
    show(content, at: node)
    for (property, value) in properties { tree.set(node, property, value) }
    note([node])
  }

  private func drawFields(under group: NodeID) {
    tree.set(group, .detail, catalogue.value(.key("demo.kinds.fields.detail")))
    tree.set(group, .explanation, catalogue.value(.key("demo.kinds.fields.explanation")))
    tree.set(group, .status, .number(NodeStatus.incomplete.rawValue))
    _ = add(.note, "note", .key("demo.kinds.note"), under: group)
    addField(
      .textField, "text", .text(""), under: group,
      [
        (.detail, catalogue.value(.key("demo.kinds.text.detail"))), (.placeholder, .text("apple")),
        (.required, .number(1)), (.completes, .number(1)), (.extent, .number(20)),
      ])
    addField(
      .textField, "begun", .text("half a line"), under: group, [(.cursor, .number(4))])
    addField(.secretField, "secret", .secret(Secret("")), under: group)
    addField(.textArea, "lines", .text("one\ntwo"), under: group, [(.extent, .number(4))])
    addField(.textField, "disabled", .text("as it is"), under: group, [(.enabled, .number(0))])
    let toggle = add(.toggle, "toggle", "toggle", under: group)
    tree.set(toggle, .value, .number(0))
    note([toggle])
    for kind in [NodeKind.choice, .choices] {
      let node = add(kind, "\(kind)", "\(kind)", under: group)
      let options = (1...4).map {
        add(.option, "option-\($0)", "option \($0)", under: node)
      }
      tree.set(options[1], .selected, .number(1))
      tree.set(options[3], .enabled, .number(0))
      note([node])
    }
    updateCounts()
  }

  private func drawStatuses(under group: NodeID) {
    for status in NodeStatus.allCases {
      let isBusy = [.waiting, .checking, .loading, .submitting].contains(status)
      var properties: [(Property, PropertyValue)] = [(.status, .number(status.rawValue))]
      if status != .nothing, status != .valid {
        properties.append((.explanation, catalogue.value(.key("demo.kinds.explanation"))))
      }
      // A permanently busy field would block the user, so it is disabled.
      if isBusy { properties += [(.busy, .number(1)), (.enabled, .number(0))] }
      addField(.textField, "\(status)", .text(""), under: group, properties)
    }
  }

  private func drawFormats(under group: NodeID) {
    for format in NodeFormat.allCases {
      addField(
        .textField, "\(format)", .text(""), under: group, [(.format, .number(format.rawValue))])
    }
  }

  private func drawRoles(under group: NodeID) {
    let buttons = NodeRole.allCases.map {
      tree.insertButton("\($0)", label: "\($0)", role: $0, under: group)
    }
    // As in a form, Enter stops at the first one and then after all of them.
    note(Array(buttons.prefix(1)))
  }

  private func drawProgress(under group: NodeID) {
    let known = add(.progress, "known", .key("demo.kinds.known"), under: group)
    tree.set(known, .fraction, .number(500))
    let unknown = add(.progress, "unknown", .key("demo.kinds.unknown"), under: group)
    tree.set(unknown, .busy, .number(1))
  }

  private func drawLists(under screen: NodeID) {
    let columns = zip(SortOrder.allCases, CellAlignment.allCases).map { order, alignment in
      ListColumn("\(order)", alignment: alignment, order: order, extent: 12)
    }
    for layout in ListLayout.allCases {
      var list = ListDrawing<Int>(
        "\(layout)", label: layout == .table ? .key("demo.kinds.table") : .key("demo.kinds.grid"),
        columns: columns, layout: layout, catalogue: catalogue, under: screen, in: &tree)
      let rows = (1...3).map {
        ListRow($0, "row \($0)", cells: [.number($0), .number($0 * $0), "x"])
      }
      list.show(ListPage(rows, of: rows.count), in: &tree)
      lists.append(list)
      let shown = tree[list.node]?.children.filter { tree.kind(of: $0) == .row } ?? []
      sections.append((list.node, shown))
    }
  }

  // MARK: Events

  func handle(_ input: UserInput, revision: UInt64) {
    for place in lists.indices {
      switch lists[place].handle(input, in: &tree) {
      case .passedOn: continue
      case .opened(let row): say("demo.kinds.opened", ["row": .number(row)])
      case .wants, .sorts, .handled: break
      }
      return
    }
    switch input {
    case .edit(let node, let content, let cursor):
      edit(node, content, cursor: cursor, revision)
      updateCounts()
    case .commit(let node, nil):
      if tree.kind(of: node)?.isField != true { tree.refuse(node, .noNode) }
    case .commit(let node, let content?):
      edit(node, content, revision)
      updateCounts()
    case .choose(let node, let isOn): choose(node, isOn)
    case .activate(let node): press(node)
    case .go(let destination): go(to: destination)
    case .reset(let node): reset(node)
    case .back: navigation = .pop(nil)
    default: break
    }
  }

  func answered(_ button: Alert.Button) {
    say("demo.kinds.answered", ["answer": .verbatim(button.label)])
  }

  func suggestions(for request: CompletionRequest) -> [Suggestion]? {
    guard tree[request.node]?[.completes] != nil else { return [] }
    let typed = String(decoding: request.text.utf8.prefix(request.cursor), as: UTF8.self)
    return ["apple", "apricot", "banana", "cherry"].filter { $0.hasPrefix(typed) }
      .map { Suggestion(replacing: 0..<request.cursor, with: $0) }
  }

  private func say(_ key: String, _ arguments: [String: Message] = [:]) {
    if let notice { tree.set(notice, .label, catalogue.value(.key(key, arguments))) }
  }

  private func choose(_ node: NodeID, _ isOn: Bool) {
    if tree.kind(of: node) == .toggle { tree.set(node, .value, .number(isOn ? 1 : 0)) }
    if tree.kind(of: node) == .option, isEnabled(node), let list = tree[node]?.parent {
      if tree.kind(of: list) == .choice { deselect(in: list) }
      tree.set(node, .selected, isOn ? .number(1) : nil)
    }
    updateCounts()
  }

  private func deselect(in list: NodeID) {
    for option in tree[list]?.children ?? [] { tree.set(option, .selected, nil) }
  }

  private func press(_ node: NodeID) {
    guard let button = tree[node], button.kind == .button else {
      return tree.refuse(node, .noNode)
    }
    tree.setFocus(node)
    switch button.name {
    case "ask":
      let buttons = [
        Alert.Button(
          "yes", label: catalogue.text(for: .key("demo.yes")), role: .destroy, isYes: true),
        Alert.Button(
          "no", label: catalogue.text(for: .key("demo.no")), role: .cancel, isYes: false),
      ]
      navigation = .present(
        Alert(catalogue.text(for: .key("demo.kinds.question")), buttons: buttons))
    case "leave": navigation = .pop(nil)
    default: say("demo.kinds.pressed", ["button": .verbatim(button.name)])
    }
  }

  private func reset(_ node: NodeID) {
    if let initial = texts[node]?.initial { show(initial, at: node) }
    if tree.kind(of: node) == .toggle { choose(node, false) }
    if [.choice, .choices].contains(tree.kind(of: node)) { deselect(in: node) }
    updateCounts()
  }

  /// Clears a secret that was not typed to its end.
  func clearPartialSecret(_ node: NodeID) {
    if tree.kind(of: node) == .secretField { reset(node) }
  }

  private func isEnabled(_ node: NodeID) -> Bool { tree[node]?[.enabled] == nil }

  // MARK: Focus

  private var stops: [NodeID] { sections.flatMap(\.stops).filter(isEnabled) }

  private func go(to destination: Destination) {
    let stops = stops
    if case .node(let node) = destination, tree.kind(of: node) == .button {
      return tree.setFocus(node)
    }
    // From any button of a group, Enter moves as from its first one.
    if let focus = tree.focus, !stops.contains(focus),
      let section = sections.first(where: { $0.group == tree[focus]?.parent })
    {
      tree.setFocus(section.stops.first)
    }
    let section = sections.firstIndex { $0.stops.contains { $0 == tree.focus } }
    let aim: NodeID?
    switch destination {
    case .node, .next, .previous: return tree.go(to: destination, among: stops)
    case .nextSection:
      aim = section.flatMap { sections.dropFirst($0 + 1).first { !$0.stops.isEmpty }?.stops.first }
    case .previousSection:
      let first = section.flatMap { sections[$0].stops.first }
      let before = section.flatMap { sections.prefix($0).last { !$0.stops.isEmpty }?.stops.first }
      aim = first == tree.focus ? before : first
    }
    if let aim { tree.setFocus(aim) }
  }

  private func updateCounts() {
    guard let (group, stops) = sections.first else { return }
    let answered = stops.count { stop in
      if let text = texts[stop] { return !text.entry.content.isEmpty }
      if case .number(let value) = tree[stop]?[.value] { return value == 1 }
      return tree[stop]?.children.contains { tree[$0]?[.selected] != nil } ?? false
    }
    tree.set(group, .answered, .number(answered))
    tree.set(group, .total, .number(stops.count))
  }
}
