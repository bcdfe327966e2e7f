extension FormViewModel {
  // MARK: Sections that are wanted, chosen and opened

  /// Takes in what the person has said of an optional section, or of alternatives.
  func change(_ section: SectionPart, to content: FieldContent) {
    guard let control = section.control else { return }
    let former = section.children.first
    let action: SectionMachine.Action
    switch content {
    case .choice(let option):
      section.choose(option.flatMap { makeAlternative($0, of: section) })
      action = .unfold
    case .toggle(let isOn):
      action = apply(isOn ? .wanted : .unwanted, to: section)
      if action == .unfold { make(section) }
    case .text, .secret, .choices: return
    }
    let below = section.children.flatMap { Dependencies.withParts(below: $0) }
    let gone = content.isChoice ? former.map { Dependencies.withParts(below: $0) } ?? [] : []
    settle([section, control] + below + gone) {
      self.apply(.edited(self.verdict(of: control)), to: control)
      if let former, content.isChoice {
        self.exclude(former)
        self.drawing.erase(former, in: &self.tree)
      }
      self.perform(action, of: section)
    }
  }

  private func perform(_ action: SectionMachine.Action, of section: SectionPart) {
    switch action {
    case .nothing: break
    case .unfold:
      drawing.drawBody(of: section, in: &tree)
      for child in section.children { include(child) }
    case .fold:
      for child in section.children { exclude(child) }
      drawing.eraseBody(of: section, in: &tree)
    case .show: drawing.draw(section, in: &tree)
    case .hide: drawing.erase(section, in: &tree)
    }
  }

  /// Makes what is in a section that opens.
  func make(_ section: SectionPart) {
    guard !section.isMade else { return }
    parts?.make(section)
    for child in section.children { count(child) }
  }

  private func makeAlternative(_ option: String, of section: SectionPart) -> SectionPart? {
    let known = section.madeChildren.count
    let alternative = parts?.alternative(option, of: section)
    if let alternative, section.madeChildren.count > known { count(alternative) }
    return alternative
  }

  // MARK: Buttons of sections

  /// Does what a button of a section does, where the form may change.
  func press(_ button: SectionButton) {
    guard machine.isEditable else { return }
    let section = button.section
    switch button.kind {
    case .open: open(section)
    case .add: add(to: section)
    case .putBack: putBack(in: section)
    case .remove: remove(section)
    case .moveUp: moveUp(section)
    }
    journal()
  }

  private func open(_ section: SectionPart) {
    guard section.depth < PartTree.depthLimit else { return say("tooDeep") }
    beginEdit()
    guard apply(.opened, to: section) == .unfold else { return }
    section.countChanged(by: 1)
    make(section)
    withdrawViolations(around: section)
    settle([section] + section.children.flatMap { Dependencies.withParts(below: $0) }) {
      self.drawing.eraseOpener(of: section, in: &self.tree)
      self.perform(.unfold, of: section)
    }
    if let node = section.firstFieldNode { focus(on: node) }
  }

  // MARK: Items

  private func add(to list: SectionPart) {
    guard let body = list.shape.list, list.children.count < body.count.upperBound else { return }
    guard let item = makeItem(in: list) else { return say("tooManyParts") }
    beginEdit()
    insert(item, in: list, at: list.children.count, entered: nil)
  }

  private func putBack(in list: SectionPart) {
    guard let removed = list.removed else { return }
    guard let item = makeItem(in: list) else { return say("tooManyParts") }
    beginEdit()
    list.removed = nil
    insert(
      item, in: list, at: min(removed.place, list.children.count), entered: removed.entered)
  }

  func makeItem(in list: SectionPart) -> SectionPart? {
    guard parts?.hasRoom ?? false else { return nil }
    return parts?.makeItem(in: list)
  }

  private func insert(
    _ item: SectionPart, in list: SectionPart, at place: Int, entered: Entered?
  ) {
    list.insert(item, at: place)
    let restored = entered.map { restore($0, in: item, "") } ?? []
    count(item)
    withdrawViolations(around: item)
    settle([list] + Dependencies.withParts(below: item)) {
      self.drawing.draw(item, in: &self.tree)
      for field in restored where field.isActive {
        self.apply(.restored(self.verdict(of: field)), to: field)
      }
    }
    drawItems(of: list, from: place, wereRemovable: list.children.count - 1)
    if let node = item.firstFieldNode { focus(on: node) }
  }

  private func remove(_ item: SectionPart) {
    guard let list = item.parent, let body = list.shape.list,
      list.children.count > body.count.lowerBound
    else { return }
    beginEdit()
    var entered = Entered()
    item.collectMembers(&entered, "", isDraft: false)
    let place = item.place
    exclude(item)
    drawing.erase(item, in: &tree)
    item.withdrawCounts()
    _ = item.withdrawAnswers()
    list.removeItem(at: place)
    list.removed = SectionPart.Removed(entered: entered, place: place)
    withdrawViolations(around: item)
    settle([list] + Dependencies.withParts(below: item)) {}
    drawItems(of: list, from: place, wereRemovable: list.children.count + 1)
  }

  private func moveUp(_ item: SectionPart) {
    guard let list = item.parent, item.place > 0 else { return }
    beginEdit()
    let place = item.place
    list.moveItem(at: place, to: place - 1)
    if let node = item.node { tree.move(node, to: place - 1) }
    withdrawViolations(around: item)
    drawing.drawItems(of: list, in: place - 1..<place + 1, in: &tree)
  }

  /// Shows the numbers of items anew, and of all where they can be removed now, or not any more.
  private func drawItems(of list: SectionPart, from place: Int, wereRemovable former: Int) {
    let least = list.shape.list?.count.lowerBound ?? 0
    let isOther = (former > least) != (list.children.count > least)
    drawing.drawItems(of: list, in: (isOther ? 0 : place)..<list.children.count, in: &tree)
  }
}

extension FieldContent {
  fileprivate var isChoice: Bool { if case .choice = self { true } else { false } }
}
