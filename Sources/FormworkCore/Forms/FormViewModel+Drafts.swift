extension FormViewModel {
  // MARK: Coming back

  /// Asks whether to go on with what was entered another time, and waits for the answer.
  ///
  /// - Parameters:
  ///   - draft: What was entered then.
  ///   - time: When, for a person.
  /// - Returns: What the form's operations are to do.
  public func offer(_ draft: Draft, keptAt time: String) -> [FormAction] {
    tell(.draft(.found(KeptDraft(draft, at: time))))
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
  func restore(_ draft: Draft) {
    guard let root = parts?.root else { return }
    let restored = restore(draft, in: root)
    for field in restored { drawing.drawContent(of: field, in: &tree) }
    let turned = Dependencies.decide(after: [], with: [root])
    for part in turned { turn(part) }
    tellPresence(of: root)
    redraw(root)
    judge(restored)
    for (field, reachesCheck) in Dependencies.judges(of: restored + turned) {
      apply(.dependencyChanged(verdict(of: field), reachesCheck: reachesCheck), to: field)
    }
    // The field that the person was at may have gone.
    tree.setFocus(place(after: nil))
    drafts.goOn(with: draft, in: root)
    journal()
  }

  /// Shows the sections anew that have other parts than are shown.
  private func redraw(_ part: Part) {
    guard let section = part as? SectionPart else { return }
    let isShown = section.node != nil && !section.isShownClosed
    let isStale =
      section.isWanted != isShown || section.shape.list != nil
      || section.shape.alternatives != nil
    if isStale, section.parent != nil, section.isActive, section.control != nil || section.isWanted
    {
      drawing.eraseBody(of: section, in: &tree)
      drawing.drawBody(of: section, in: &tree)
    } else {
      for child in section.children { redraw(child) }
    }
  }

  /// Asks whether to go on with a draft: a person who leaves instead of an answer keeps it as it is.
  func offerDraft(keptAt time: String) {
    drafts.forget()
    actions.append(.asked(.resume(keptAt: time)))
  }

  /// Begins anew: what was kept goes.
  func discardDraft() {
    if let root = parts?.root { drafts.note(root) }
    actions.append(.discardDraft)
  }

  /// Puts what was entered into the parts of a section, making those that are missing.
  ///
  /// - Returns: The fields that have other content now, or that a person had been at, in order.
  func restore(_ entered: Draft, in section: SectionPart) -> [FieldPart] {
    if entered == Draft() { return [] }
    return restore(Restoration(entered), in: section, "")
  }

  /// Judges what was put back, as far as it is part of the form.
  func judge(_ restored: [FieldPart]) {
    for field in restored where field.isActive {
      apply(.restored(verdict(of: field)), to: field)
    }
  }

  /// The same of what stands below a path, which has a slash behind it where it is not empty.
  private func restore(
    _ restoration: Restoration, in section: SectionPart, _ prefix: String
  ) -> [FieldPart] {
    section.children.flatMap { child -> [FieldPart] in
      let path = prefix + child.shape.name.rawValue
      if let field = child as? FieldPart {
        return restore(restoration, field, FieldID(rawValue: path))
      }
      guard let section = child as? SectionPart else { return [] }
      if case .group = section.shape.content { return restore(restoration, in: section, prefix) }
      return restoreSection(restoration, section, path)
    }
  }

  private func restore(
    _ restoration: Restoration, _ field: FieldPart, _ path: FieldID
  ) -> [FieldPart] {
    let entered = restoration.entered
    let content = entered.contents[path].flatMap { field.kind.accepts($0) ? $0 : nil }
    if let content { field.enter(content) }
    return content != nil || entered.touched.contains(path) ? [field] : []
  }

  private func restoreSection(
    _ restoration: Restoration, _ section: SectionPart, _ path: String
  ) -> [FieldPart] {
    guard hindrance(toOpening: section) == nil else { return [] }
    var restored: [FieldPart] = []
    let id = FieldID(rawValue: path)
    if let control = section.control {
      restored += restore(restoration, control, id.control)
      switch control.content {
      case .toggle(let isOn): _ = apply(isOn ? .wanted : .unwanted, to: section)
      case .choice(let option):
        section.choose(option.flatMap { parts?.alternative($0, of: section) })
      case .text, .secret, .choices: break
      }
    }
    let count = restoration.entered.counts[id]
    if restoration.sections.contains(id) { _ = apply(.opened, to: section) }
    // What was entered in a section that is not wanted any more is kept as well.
    if section.isWanted || restoration.sections.contains(id) { parts?.make(section) }
    if section.shape.alternatives != nil {
      for shape in section.shape.children {
        let path = id.appending(shape.name)
        guard restoration.sections.contains(path),
          let option = parts?.alternative(shape.name.rawValue, of: section)
        else { continue }
        restored += restoreSection(restoration, option, path.rawValue)
      }
      return restored
    }
    guard let list = section.shape.list else {
      return restored + restore(restoration, in: section, path + "/")
    }
    // A list that was kept is whole: an item of a file is another one, though it has the same place.
    if count != nil, !section.hasFirstItems {
      for case let item as SectionPart in section.children.reversed() {
        take(item, outOf: section)
      }
    }
    let kept = count.map { max(list.count.lowerBound, min($0, list.count.upperBound)) } ?? 0
    while section.children.count < kept, let item = makeItem(in: section) {
      section.insert(item, at: section.children.count)
    }
    for case let item as SectionPart in section.children {
      let prefix = "\(path)/\(item.place)"
      // A long list may have little in it.
      guard restoration.sections.contains(FieldID(rawValue: prefix)) else { continue }
      restored += restore(restoration, in: item, prefix + "/")
    }
    return restored
  }

  // MARK: Going away

  func saveDraft() {
    if journalsDrafts {
      journal()
    } else {
      actions.append(.saveDraft(DraftChange(to: drafts.whole(of: parts?.root))))
    }
  }

  /// Has what was entered kept, where that is wanted and anything differs from the last time.
  func journal() {
    if definition != nil, let change = drafts.take() { actions.append(.saveDraft(change)) }
  }
}
