extension FormViewModel {
  // MARK: Sections that are wanted, chosen and opened

  /// Takes in what the person has said of an optional section, or of alternatives.
  func change(_ section: SectionPart, to content: FieldContent) {
    guard let control = section.control else { return }
    var former: Part?
    var action = SectionMachine.Action.unfold
    switch content {
    case .choice(let option):
      former = section.children.first
      section.choose(option.flatMap { parts?.alternative($0, of: section) })
    case .toggle(let isOn):
      action = apply(isOn ? .wanted : .unwanted, to: section)
    case .text, .secret, .choices: return
    }
    if section.isWanted { parts?.make(section) }
    let gone = former.map { Dependencies.withParts(below: $0) } ?? []
    settle([section, control] + gone, with: section.children) {
      self.apply(.edited(self.verdict(of: control)), to: control)
      if let former {
        self.tellPresence(of: former)
        self.drawing.erase(former, in: &self.tree)
      }
      self.perform(action, of: section)
    }
  }

  private func perform(_ action: SectionMachine.Action, of section: SectionPart) {
    switch action {
    case .nothing: return
    case .unfold: drawing.drawBody(of: section, in: &tree)
    case .fold: drawing.eraseBody(of: section, in: &tree)
    }
    for child in section.children { tellPresence(of: child) }
  }

  // MARK: Buttons of sections

  /// Does what a button of a section does, where the form may change.
  func press(_ button: SectionButton) {
    guard machine.isEditable else { return }
    drawing.eraseNotices(in: &tree)
    let section = button.section
    switch button.kind {
    case .open: open(section)
    case .add: add(to: section)
    case .putBack: putBack(in: section)
    case .remove: remove(section)
    case .moveUp: move(section, to: section.place - 1)
    case .moveDown: move(section, to: section.place + 1)
    }
    journal()
  }

  private func open(_ section: SectionPart) {
    if let hindrance = hindrance(toOpening: section) { return say(hindrance) }
    tell(.edited)
    guard apply(.opened, to: section) == .unfold else { return }
    parts?.make(section)
    drafts.note(section)
    withdrawViolations(around: section)
    settle([section], with: section.children) { self.perform(.unfold, of: section) }
    if let node = section.firstFieldNode ?? section.stopBehind() ?? drawing.buttons.first?.node {
      focus(on: node)
    }
  }

  /// Why a section cannot be opened; `nil` where it can.
  func hindrance(toOpening section: SectionPart) -> Message? {
    if !section.mayOpen { return "tooDeep" }
    return parts?.hasRoom(in: section) ?? false ? nil : "tooManyParts"
  }

  // MARK: Items

  private func add(to list: SectionPart) {
    guard let body = list.shape.list, list.children.count < body.count.upperBound else { return }
    guard let item = makeItem(in: list) else { return say("tooManyParts") }
    tell(.edited)
    insert(item, in: list, at: list.children.count, entered: Draft())
  }

  private func putBack(in list: SectionPart) {
    guard let removed = list.removed else { return }
    guard let item = makeItem(in: list) else { return say("tooManyParts") }
    tell(.edited)
    list.removed = nil
    insert(item, in: list, at: min(removed.place, list.children.count), entered: removed.entered)
  }

  func makeItem(in list: SectionPart) -> SectionPart? {
    guard parts?.hasRoom(forItemOf: list) ?? false else { return nil }
    return parts?.makeItem(in: list)
  }

  private func insert(
    _ item: SectionPart, in list: SectionPart, at place: Int, entered: Draft
  ) {
    list.insert(item, at: place)
    drafts.noteItems(of: list, from: place)
    let restored = restore(entered, in: item)
    withdrawViolations(around: item)
    settle([list], with: [item]) {
      self.drawing.draw(item, in: &self.tree)
      self.tellPresence(of: item)
      self.judge(restored)
    }
    if let node = item.firstFieldNode { focus(on: node) }
    drawItems(of: list, from: place, wereRemovable: list.children.count - 1)
    if let most = list.shape.list?.count.upperBound, list.children.count == most {
      say(Message("listFull", ["label": list.label], count: most))
    }
  }

  private func remove(_ item: SectionPart) {
    guard let list = item.parent, let body = list.shape.list,
      list.children.count > body.count.lowerBound
    else { return }
    tell(.edited)
    var collector = DraftCollector()
    item.collectMembers(&collector, "")
    let place = item.place
    let hadFocus = tree.focus != nil
    take(item, outOf: list)
    drafts.noteItems(of: list, from: place)
    list.removed = SectionPart.Removed(entered: collector.entered, place: place)
    withdrawViolations(around: item)
    settle([list], without: item) {}
    drawing.outdatePutBack(of: list, in: tree)
    drawItems(of: list, from: place, wereRemovable: list.children.count + 1)
    if hadFocus, tree.focus == nil {
      tree.setFocus(list.stop(from: place) ?? drawing.buttons.first?.node)
    }
  }

  /// Takes an item out of its list, with all that was counted and asked of it.
  func take(_ item: SectionPart, outOf list: SectionPart) {
    list.removeItem(at: item.place)
    item.withdrawAnswers()
    tellPresence(of: item)
    list.count(Tally() - item.tally)
    drawing.forget(item, in: &tree)
  }

  private func move(_ item: SectionPart, to place: Int) {
    guard let list = item.parent, list.children.indices.contains(place) else { return }
    tell(.edited)
    let former = item.place
    let places = min(former, place)..<max(former, place) + 1
    list.moveItem(at: former, to: place)
    for item in list.children[places] { drafts.note(item) }
    if let node = item.node { tree.move(node, to: place) }
    withdrawViolations(around: item)
    drawing.drawItems(of: list, in: places, in: &tree)
  }

  /// Shows the numbers of items anew from a place on, and the buttons of the one before, which may be the
  /// last one now, or not any more; of all where they can be removed now, or not any more.
  private func drawItems(of list: SectionPart, from place: Int, wereRemovable former: Int) {
    let least = list.shape.list?.count.lowerBound ?? 0
    let isOther = (former > least) != (list.children.count > least)
    let first = isOther ? 0 : max(0, place - 1)
    drawing.drawItems(of: list, in: first..<list.children.count, in: &tree)
  }
}
