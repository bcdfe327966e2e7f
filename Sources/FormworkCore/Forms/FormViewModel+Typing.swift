extension FormViewModel {
  /// Takes in what the person did.
  public func handle(_ event: UserEvent) -> [FormAction] {
    switch event {
    case .edited(let node, let content, let cursor, let revision):
      edit(node, content, cursor: cursor, revision: revision)
    case .committed(let node, let content, let revision):
      commit(node, content, revision: revision)
    case .chosen(let node, let isOn):
      choose(node, isOn: isOn)
    case .activated(let node, let revision):
      activate(node, revision: revision)
    case .went(let destination):
      go(to: destination)
    case .reset(let node):
      reset(node)
    case .garbled(let node):
      restate(node)
    case .leaveRequested:
      leave()
    case .reloadRequested:
      tell(.reloadRequested)
    }
    return settled()
  }

  // MARK: Typing

  /// Takes an edit in, which at the wrong time is answered with the content as it stands.
  ///
  /// - Returns: Whether it was accepted.
  @discardableResult
  private func edit(_ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64) -> Bool
  {
    guard let field = drawing.field(at: node) else { return false }
    guard machine.isEditable, field.kind.accepts(content) else {
      restate(node)
      return false
    }
    let edited = field.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: field.specification.nodeKind == .textArea)
    guard let edited else { return false }
    if edited != field.content { change(field, to: edited) }
    return true
  }

  /// Tells a front end once more what stands in a field, because it shows something else.
  private func restate(_ node: NodeID) {
    drawing.field(at: node)?.entry.restate(at: node, in: &tree)
  }

  private func change(_ field: FieldPart, to content: FieldContent) {
    drawing.eraseNotices(in: &tree)
    tell(.edited)
    replaceContent(of: field, with: content)
  }

  private func commit(_ node: NodeID, _ content: FieldContent?, revision: UInt64) {
    guard let field = drawing.field(at: node) else { return }
    guard machine.isEditable, tree.focus == node else {
      if content != nil { restate(node) }
      return
    }
    if let content {
      guard edit(node, content, cursor: .max, revision: revision) else { return }
    }
    drawing.eraseNotices(in: &tree)
    apply(.committed(verdict(of: field)), to: field)
    journal()
  }

  /// Puts what a field began with back: it is as if the person had not been there.
  private func reset(_ node: NodeID) {
    guard let field = drawing.field(at: node) else { return }
    guard machine.isEditable, tree.focus == node else { return restate(node) }
    if field.content != field.specification.initial {
      change(field, to: field.specification.initial)
    } else if machine.mayResetFields {
      drawing.eraseNotices(in: &tree)
    } else {
      return restate(node)
    }
    field.isEdited = false
    apply(.reset, to: field)
    drawing.drawContent(of: field, in: &tree)
    journal()
  }

  /// Switches a toggle or an option.
  ///
  /// Unlike an edit it is answered: others may have gone off.
  private func choose(_ node: NodeID, isOn: Bool) {
    let owner = drawing.field(at: node) == nil ? tree[node]?.parent ?? node : node
    guard machine.isEditable, let field = drawing.field(at: owner),
      let content = field.choosing(node, isOn: isOn)
    else { return }
    if tree.focus != owner { focus(on: owner) }
    guard content != field.content else { return }
    if let section = field.parent, section.control === field, !content.isEmpty,
      let hindrance = hindrance(toOpening: section)
    {
      drawing.eraseNotices(in: &tree)
      restate(owner)
      return say(hindrance)
    }
    change(field, to: content)
    drawing.drawContent(of: field, in: &tree)
    journal()
  }

  /// Empties a secret that was not typed to its end, wherever the person is.
  ///
  /// A submission that waits is withdrawn; what is reviewed, or was handed in, stays as it is.
  public func emptySecret(_ node: NodeID) -> [FormAction] {
    guard let field = drawing.field(at: node), field.isSecret, machine.mayEmptySecrets
    else { return [] }
    tell(.edited)
    replaceContent(of: field, with: .secret(.empty))
    drawing.drawContent(of: field, in: &tree)
    return settled()
  }

  // MARK: Going

  private func go(to destination: Destination) {
    switch destination {
    case .node(let node):
      if drawing.place(at: node) != nil || drawing.button(at: node) != nil { focus(on: node) }
    case .next:
      if let next = place(after: tree.focus) { focus(on: next) }
    case .previous:
      if let previous = place(before: tree.focus) { focus(on: previous) }
    }
  }

  /// Moves the person.
  ///
  /// The field that is left is judged in earnest, and so is the whole of each section that is left.
  func focus(on node: NodeID) {
    guard node != tree.focus else { return }
    if let left = tree.focus.flatMap({ drawing.place(at: $0) }) {
      if let field = left as? FieldPart { apply(.left(verdict(of: field)), to: field) }
      leaveSections(from: left, to: drawing.place(at: node))
      journal()
    }
    tree.setFocus(node)
  }

  /// The next place that a person can be at; the first one where there is none yet.
  func place(after node: NodeID?) -> NodeID? {
    guard let node else { return parts?.root.firstStop() ?? drawing.buttons.first?.node }
    if let part = drawing.place(at: node) {
      return part.stopBehind() ?? drawing.buttons.first?.node
    }
    guard let place = drawing.buttons.firstIndex(where: { $0.node == node }) else {
      return drawing.buttons.first?.node
    }
    return drawing.buttons.dropFirst(place + 1).first?.node
  }

  /// The place before; `nil` at the first.
  func place(before node: NodeID?) -> NodeID? {
    guard let node else { return nil }
    if let place = drawing.buttons.firstIndex(where: { $0.node == node }), place > 0 {
      return drawing.buttons[place - 1].node
    }
    guard let part = drawing.place(at: node) else { return parts?.root.lastStop() }
    guard let section = part as? SectionPart else { return part.stopBefore() }
    // What puts an item back stands behind what adds one.
    if let own = section.stopButton, own != node { return own }
    return section.lastStop(before: section.children.endIndex) ?? section.control?.node
      ?? section.stopBefore()
  }

  func focusOnFirstObjection() {
    if let node = parts?.root.firstObjection { focus(on: node) }
  }
}

extension FieldPart {
  /// The content once an option, or the toggle itself, is switched.
  fileprivate func choosing(_ node: NodeID, isOn: Bool) -> FieldContent? {
    if case .toggle = content { return node == self.node ? .toggle(isOn) : nil }
    guard let place = options.firstIndex(of: node) else { return nil }
    switch (kind, content) {
    case (.choice(let all), .choice(let chosen)):
      let option = all[place].value
      return .choice(isOn ? option : chosen == option ? nil : chosen)
    case (.choices(let all), .choices(let chosen)):
      let option = all[place].value
      return .choices(
        all.map(\.value).filter { $0 == option ? isOn : chosen.contains($0) })
    default:
      return nil
    }
  }
}
