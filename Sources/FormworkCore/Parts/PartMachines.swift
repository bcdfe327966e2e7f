/// The machines of a form's parts at work: they are told what happened, and what comes of it is counted, shown,
/// noted for a draft, and asked for.
final class PartMachines {
  let drawing: FormDrawing
  let drafts: DraftTracker
  let queue: ActionQueue

  init(drawing: FormDrawing, drafts: DraftTracker, queue: ActionQueue) {
    (self.drawing, self.drafts, self.queue) = (drawing, drafts, queue)
  }

  func apply(_ event: FieldMachine.Event, to field: FieldPart) {
    var machine = field.machine
    let before = machine.state
    let action = machine.apply(event)
    let after = machine.state
    field.machine = machine
    if after.isTouched != before.isTouched { drafts.note(field) }
    let isElsewhere = after != before
    if case .refusedBySubmission = event {
      field.isRefusedByStore = !machine.isExcluded
    } else if isElsewhere {
      field.isRefusedByStore = false
    }
    if isElsewhere { field.parent?.count(after.tally - before.tally) }
    switch action {
    case .nothing: break
    case .startPause(let id):
      queue.append(.startPause(field.path, id, field.specification.check?.pause ?? .zero))
    case .check(let id):
      if let request = field.checkRequest(id) { queue.append(.check(request)) }
    case .cancel(let id): queue.append(.cancel(field.path, id))
    }
    // A valid field has no status while it is empty.
    let isMiscounted = field.isMiscounted
    if isElsewhere || isMiscounted { drawing.drawStatus(of: field) }
    if isMiscounted { drawing.count(field) }
  }

  @discardableResult
  func apply(_ event: SectionMachine.Event, to section: SectionPart) -> SectionMachine.Action {
    let before = section.machine
    let action = section.machine.apply(event)
    let after = section.machine
    section.count(after.tally - before.tally)
    if after.fault != before.fault { drawing.drawStatus(of: section) }
    return action
  }

  // MARK: Parts around and below

  /// Withdraws what was said of the whole of the sections around a part that differs, or comes or goes.
  func withdrawViolations(around part: Part) {
    var next = part.parent
    while let section = next {
      if section.machine.fault != nil { apply(.edited, to: section) }
      next = section.parent
    }
  }

  /// Judges a field that the person leaves, and the sections on the way to another place.
  func leave(_ left: Part, for entered: Part?) {
    if let field = left as? FieldPart { apply(.left(field.verdict), to: field) }
    let around = Set((entered?.sections ?? []).map(ObjectIdentifier.init))
    for section in left.sections where !around.contains(ObjectIdentifier(section)) {
      if section.hasRules { apply(.left(section.violations), to: section) }
    }
  }

  /// Judges all that is part of the form, for a submission.
  func judge(_ root: SectionPart) {
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart {
        if field.isActive { apply(.submitPressed(field.verdict), to: field) }
      } else if let section = part as? SectionPart, section.hasRules, section.isActive {
        apply(.submitPressed(section.violations), to: section)
      }
    }
  }

  /// Judges what was put back, as far as it is part of the form.
  func judge(restored: [FieldPart]) {
    for field in restored where field.isActive { apply(.restored(field.verdict), to: field) }
  }

  /// Tells a part and those below whether they are part of the form now.
  func tellPresence(of part: Part) {
    for part in Dependencies.withParts(below: part) {
      let isActive = part.isActive
      if let section = part as? SectionPart {
        apply(isActive ? .included : .excluded, to: section)
      } else if let field = part as? FieldPart {
        if !isActive {
          apply(.excluded, to: field)
        } else if field.machine.isExcluded {
          apply(.included(field.verdict, isDefault: !field.isChanged), to: field)
        }
      }
    }
  }

  /// Takes an item out of its list, with all that was counted and asked of it.
  func take(_ item: SectionPart, outOf list: SectionPart) {
    list.removeItem(at: item.place)
    item.withdrawAnswers()
    tellPresence(of: item)
    list.count(Tally() - item.tally)
    drawing.forget(item)
    drafts.forget(item)
  }

  // MARK: Parts that depend on others

  /// Decides and judges anew what is reached by a change.
  ///
  /// First the conditions are decided, then fields are judged, each once: no field is judged while
  /// one thing has changed already and another not yet.
  ///
  /// - Parameters:
  ///   - changed: What differs, or has come or gone.
  ///   - come: What was not part of the form before: all that is in it is decided.
  ///   - judge: Judges what has changed, once the conditions are decided.
  func settle(_ changed: [Part], deciding come: [Part] = [], judge: () -> Void = {}) {
    let turned = Dependencies.decide(after: changed, with: come)
    // A part that was in the form still has its node here. One that has no node, and is not in the form now,
    // had no value before and has none now.
    let reached = (changed + turned.flatMap { Dependencies.withParts(below: $0) })
      .filter { $0.node != nil || $0.isActive }
    judge()
    for part in turned { turn(part) }
    for (field, reachesCheck) in Dependencies.judges(of: reached) {
      apply(.dependencyChanged(field.verdict, reachesCheck: reachesCheck), to: field)
    }
  }

  /// Shows a part whose condition holds again, or hides one whose condition does not any more.
  private func turn(_ part: Part) {
    if !part.isHidden { drawing.draw(part) }
    tellPresence(of: part)
    if part.isHidden { drawing.erase(part) }
    if part.isHeld { withdrawViolations(around: part) }
  }
}
