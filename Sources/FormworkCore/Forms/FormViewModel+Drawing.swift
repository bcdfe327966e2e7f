extension FormViewModel {
  /// Which node shows what.
  struct Layout {
    var screen: NodeID?
    var notices: [NodeID] = []

    /// The buttons on view, in order, and what they do.
    var buttons: [(node: NodeID, button: FormButton)] = []

    /// The picture that first showed the buttons: what was pressed before is not about them.
    var buttonsDrawnAt: UInt64 = 0

    /// The place of each item in the definition, by which one that comes back finds its own.
    var places: [NodeID: Int] = [:]

    /// The parent of each field.
    var parents: [NodeID] = []

    /// What the screen's own properties were made from.
    var drawn: (state: FormMachine.State, pending: Int)?
  }

  /// A message, in words.
  private func words(_ message: Message) -> PropertyValue { .text(catalogue.text(for: message)) }

  // MARK: The form

  func drawForm(_ definition: FormDefinition) {
    guard let screen = layout.screen else { return }
    tree.set(screen, .label, words(definition.title))
    tree.set(screen, .detail, definition.detail.map(words))
    var next = 0
    draw(definition.items, under: screen, next: &next)
    drawFormButtons()
  }

  private func draw(_ items: [FormItem], under parent: NodeID, next: inout Int) {
    for item in items {
      switch item {
      case .field:
        layout.parents.append(parent)
        if fields[next].machine.state != .excluded { drawField(at: next) }
        next += 1
      case .group(let name, let label, let items):
        let group = tree.insert(.group, name: name, under: parent)
        layout.places[group] = next
        tree.set(group, .label, words(label))
        draw(items, under: group, next: &next)
      case .note(let name, let text):
        // No label has lines: each gets a node of its own.
        let lines = catalogue.text(for: text).split(
          separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
          let note = tree.insert(
            .note, name: index == 0 ? name : "\(name)\(index + 1)", under: parent)
          layout.places[note] = next
          tree.set(note, .label, .text(String(line)))
        }
      }
    }
  }

  /// Shows a field, in its place among those that are there.
  func drawField(at index: Int) {
    let specification = fields[index].specification
    let parent = layout.parents[index]
    let node = tree.insert(
      specification.nodeKind, name: specification.id.rawValue, under: parent,
      at: place(of: index, under: parent))
    layout.places[node] = index
    indexes[node] = index
    fields[index].node = node
    tree.set(node, .label, words(specification.label))
    tree.set(node, .detail, specification.detail.map(words))
    tree.set(node, .placeholder, specification.placeholder.map(words))
    if specification.isRequired { tree.set(node, .required, .number(1)) }
    if specification.format != .plain {
      tree.set(node, .format, .number(specification.format.rawValue))
    }
    fields[index].options = specification.kind.options.map { option in
      let child = tree.insert(.option, name: option.value, under: node)
      tree.set(child, .label, words(option.label))
      return child
    }
    drawContent(of: index)
  }

  /// Where among the nodes that are there a field belongs: they stand in the order of the definition.
  private func place(of index: Int, under parent: NodeID) -> Int {
    guard let children = tree[parent]?.children else { return 0 }
    // Bisection: a form of many fields is made by as many of these.
    var places = children.indices
    while let middle = places.dropFirst(places.count / 2).first {
      if (layout.places[children[middle]] ?? .max) > index {
        places = places.lowerBound..<middle
      } else {
        places = middle + 1..<places.upperBound
      }
    }
    return places.lowerBound
  }

  func eraseField(at index: Int) {
    guard let node = fields[index].node else { return }
    let successor = tree.focus == node ? place(after: node) ?? place(before: node) : tree.focus
    tree.remove(node)
    indexes[node] = nil
    layout.places[node] = nil
    fields[index].node = nil
    fields[index].options = []
    if tree.focus != successor { tree.setFocus(successor) }
  }

  /// Shows what stands in a field.
  ///
  /// An edit that was made before this is stale.
  func drawContent(of index: Int) {
    guard let node = fields[index].node else { return }
    fields[index].entry.show(at: node, in: &tree)
    let content = fields[index].content
    for (option, child) in zip(fields[index].specification.kind.options, fields[index].options) {
      let isSelected =
        switch content {
        case .choice(let chosen): chosen == option.value
        case .choices(let chosen): chosen.contains(option.value)
        case .text, .secret, .toggle: false
        }
      tree.set(child, .selected, .number(isSelected ? 1 : 0))
    }
  }

  func drawStatus(of index: Int) {
    let record = fields[index]
    guard let node = record.node else { return }
    let (status, explanation) = told(of: record)
    tree.set(node, .status, status == .nothing ? nil : .number(status.rawValue))
    tree.set(node, .explanation, explanation.map(words))
  }

  private func told(of record: FieldRecord) -> (NodeStatus, Message?) {
    func explain(_ violations: [Violation]) -> Message {
      // Most often there is one, with many a key: no list is made of it.
      if violations.count == 1 { return violations[0].message(of: record.id) }
      return .sentences(violations.map { $0.message(of: record.id) })
    }
    switch record.machine.state {
    case .untouched, .excluded: return (.nothing, nil)
    case .incomplete(let violations): return (.incomplete, explain(violations))
    case .invalid(let violations): return (.invalid, explain(violations))
    case .debouncing: return (.waiting, nil)
    case .checking:
      var text: String?
      if case .text(let shown) = record.content { text = shown }
      return (.checking, .checking(by: record.specification.check?.name ?? "", text))
    case .refused(let violation): return (.refused, explain([violation]))
    case .unverified(let reason): return (.unverified, .unverified(reason))
    case .valid: return (.valid, nil)
    }
  }

  // MARK: The screen

  /// Shows where the form is, if that has changed.
  func drawScreen() {
    guard let screen = layout.screen else { return }
    if let drawn = layout.drawn, drawn == (machine.state, tally.pending) { return }
    let before = layout.drawn?.state
    layout.drawn = (machine.state, tally.pending)
    let (status, explanation) = toldOfScreen
    tree.set(screen, .status, status == .nothing ? nil : .number(status.rawValue))
    tree.set(screen, .explanation, explanation.map(words))
    tree.set(
      screen, .busy, [.loading, .waiting, .submitting].contains(status) ? .number(1) : nil)
    if before == machine.state { return }
    if case .loadFailed = machine.state { drawButtons([.retry, .cancel]) }
    if case .loading = machine.state { drawButtons([]) }
  }

  private var toldOfScreen: (NodeStatus, Message?) {
    switch machine.state {
    case .loading: (.loading, "loading")
    case .loadFailed(let reason): (.failed, .loadFailed(reason))
    case .awaitingChecks: (.waiting, .awaitingChecks(pendingLabels))
    case .submitting: (.submitting, "submitting")
    case .submitted: (.done, nil)
    case .blank, .offeringDraft, .editing, .confirmingLeave, .cancelled, .declined: (.nothing, nil)
    }
  }

  private var pendingLabels: [Message] {
    fields.compactMap { record in
      switch record.machine.state {
      case .debouncing, .checking: record.specification.label
      case .untouched, .incomplete, .invalid, .refused, .unverified, .valid, .excluded: nil
      }
    }
  }

  private func drawFormButtons() {
    drawButtons([.submit, .cancel])
    if let label = definition?.submitLabel, let submit = layout.buttons.first?.node {
      tree.set(submit, .label, words(label))
    }
  }

  private func drawButtons(_ buttons: [FormButton]) {
    guard let screen = layout.screen else { return }
    for shown in layout.buttons { tree.remove(shown.node) }
    layout.buttonsDrawnAt = tree.revision + 1
    layout.buttons = buttons.map { button in
      let node = tree.insertButton(
        button.rawValue, label: catalogue.text(for: button.label), role: button.role,
        under: screen)
      return (node, button)
    }
    if tree.focus == nil { tree.setFocus(layout.buttons.first?.node) }
  }

  // MARK: Questions and notices

  /// A question as it is put to the person.
  public func alert(for question: FormQuestion) -> Alert {
    Alert(
      catalogue.text(for: question.message),
      buttons: question.buttons.map { button in
        Alert.Button(
          button.rawValue, label: catalogue.text(for: button.label), role: button.role)
      })
  }

  /// Says something that belongs to no field: a notice, until the person goes on.
  func say(_ message: Message) {
    guard let screen = layout.screen else { return }
    let notice = tree.insert(.notice, name: "notice", under: screen, at: layout.notices.count)
    layout.places[notice] = -1
    layout.notices.append(notice)
    tree.set(notice, .label, words(message))
    actions.append(.said(message))
  }

  func eraseNotices() {
    if layout.notices.isEmpty { return }
    for notice in layout.notices {
      tree.remove(notice)
      layout.places[notice] = nil
    }
    layout.notices = []
  }
}

extension FieldKind {
  /// The options to choose from, if any.
  var options: [Option] {
    switch self {
    case .choice(let options), .choices(let options): options
    case .text, .textArea, .secret, .wholeNumber, .decimal, .dateTime, .webAddress, .toggle: []
    }
  }
}
