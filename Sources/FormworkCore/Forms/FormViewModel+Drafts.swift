extension FormViewModel {
  // MARK: Coming back

  /// Asks whether to go on with what was entered another time, and waits for the answer.
  ///
  /// - Parameters:
  ///   - draft: What was entered then.
  ///   - time: When, for a person.
  /// - Returns: What the form's operations are to do.
  public func offer(_ draft: Draft, keptAt time: String) -> [FormAction] {
    guard machine.state == .editing else { return [] }
    offer = (draft, time)
    tell(.draft(.found))
    return settled()
  }

  /// Tells the person what has to be known of drafts.
  public func report(_ message: Message) -> [FormAction] {
    say(message)
    return settled()
  }

  /// Puts what was entered back in its place, and judges each field anew.
  ///
  /// Content that a field cannot hold is left out.
  func restoreDraft() {
    guard let draft = offer?.draft, let root = parts?.root else { return }
    offer = nil
    let wasMade = Set(parts?.fields.map(ObjectIdentifier.init) ?? [])
    let restored = restore(draft.entered, in: root, "")
    for field in restored { drawing.drawContent(of: field, in: &tree) }
    let turned = Dependencies.decideAll(in: root)
    for field in parts?.fields ?? [] where !wasMade.contains(ObjectIdentifier(field)) {
      if !field.isActive { _ = field.machine.apply(.excluded) }
      field.parent?.count(field.machine.state, insteadOf: nil)
    }
    for part in turned { turn(part) }
    redraw(root)
    for field in restored where field.isActive { apply(.restored(verdict(of: field)), to: field) }
    for (field, reachesCheck) in Dependencies.judges(of: restored + turned) {
      apply(.dependencyChanged(verdict(of: field), reachesCheck: reachesCheck), to: field)
    }
    // The field that the person was at may have gone.
    tree.setFocus(place(after: nil))
    // What was prefilled besides is not in the file yet.
    let now = self.draft
    if now.contents == draft.contents && now.counts == draft.counts {
      lastDraft = now
    } else {
      journal()
    }
  }

  /// Shows the sections anew that have other parts than are shown.
  private func redraw(_ part: Part) {
    guard let section = part as? SectionPart else { return }
    let isStale =
      section.isWanted != (section.node != nil) || section.shape.list != nil
      || section.shape.alternatives != nil
    if isStale, section.parent != nil, section.isActive, section.control != nil || section.isWanted
    {
      drawing.eraseBody(of: section, in: &tree)
      drawing.drawBody(of: section, in: &tree)
      for child in section.children { include(child) }
    } else {
      for child in section.children { redraw(child) }
    }
  }

  /// Begins anew: what was kept goes.
  func discardDraft() {
    offer = nil
    actions.append(.discardDraft)
  }

  /// Puts what was entered into the parts of a section, making those that are missing.
  ///
  /// - Parameters:
  ///   - entered: What was entered, by paths of names and places.
  ///   - section: Where it goes.
  ///   - prefix: The path of that section, with a slash behind it where it has one.
  /// - Returns: The fields that have other content now, or that a person had been at, in order.
  func restore(_ entered: Entered, in section: SectionPart, _ prefix: String) -> [FieldPart] {
    if entered == Entered() { return [] }
    return section.children.flatMap { child -> [FieldPart] in
      let path = prefix + child.shape.name.rawValue
      if let field = child as? FieldPart { return restore(entered, field, path) }
      guard let section = child as? SectionPart else { return [] }
      if case .group = section.shape.content { return restore(entered, in: section, prefix) }
      return restoreSection(entered, section, path)
    }
  }

  private func restore(_ entered: Entered, _ field: FieldPart, _ path: String) -> [FieldPart] {
    let path = FieldID(rawValue: path)
    let content = entered.contents[path].flatMap { field.kind.accepts($0) ? $0 : nil }
    if let content { field.enter(content) }
    return content != nil || entered.touched.contains(path) ? [field] : []
  }

  private func restoreSection(
    _ entered: Entered, _ section: SectionPart, _ path: String
  ) -> [FieldPart] {
    var restored: [FieldPart] = []
    if let control = section.control {
      restored += restore(entered, control, path + "?")
      switch control.content {
      case .toggle(let isOn): _ = section.machine.apply(isOn ? .wanted : .unwanted)
      case .choice(let option):
        section.choose(option.flatMap { parts?.alternative($0, of: section) })
      case .text, .secret, .choices: break
      }
    }
    let count = entered.counts[FieldID(rawValue: path)]
    if count != nil { _ = section.machine.apply(.opened) }
    if section.isWanted, section.depth <= PartTree.depthLimit { parts?.make(section) }
    guard let list = section.shape.list else {
      return restored + restore(entered, in: section, path + "/")
    }
    for _ in section.children
      .count..<max(section.children.count, min(count ?? 0, list.count.upperBound))
    {
      guard let item = makeItem(in: section) else { break }
      section.insert(item, at: section.children.count)
    }
    for case let item as SectionPart in section.children {
      restored += restore(entered, in: item, "\(path)/\(item.place)/")
    }
    return restored
  }

  // MARK: Going away

  /// What was entered, but for the secrets and what is left out.
  private var draft: Draft {
    var entered = Entered()
    parts?.root.collectMembers(&entered, "", isDraft: true)
    return Draft(entered)
  }

  func saveDraft() {
    if journalsDrafts { journal() } else { actions.append(.saveDraft(draft)) }
  }

  /// Has what was entered kept, where that is wanted and anything differs from the last time.
  func journal() {
    // Before the person has answered, what was kept another time stays.
    guard journalsDrafts, definition != nil, offer == nil else { return }
    let draft = draft
    guard draft != lastDraft else { return }
    lastDraft = draft
    actions.append(.saveDraft(draft))
  }
}
