extension FormViewModel {
  // MARK: One field

  func apply(_ event: FieldMachine.Event, toFieldAt path: FieldID) {
    if let field = parts?.field(at: path) { apply(event, to: field) }
  }

  func apply(_ event: FieldMachine.Event, to field: FieldPart) {
    var machine = field.machine
    let before = machine.state
    let action = machine.apply(event)
    let after = machine.state
    field.machine = machine
    if after.isTouched != before.isTouched { drafts.note(field) }
    let isElsewhere = after != before
    if isElsewhere { field.parent?.count(after.tally - before.tally) }
    perform(action, of: field)
    if isElsewhere { drawing.drawStatus(of: field, in: &tree) }
  }

  private func perform(_ action: FieldMachine.Action, of field: FieldPart) {
    switch action {
    case .nothing: break
    case .startPause(let id):
      actions.append(
        .startPause(field.path, id, field.specification.check?.pause ?? .zero))
    case .check(let id):
      guard let check = field.specification.check else { return }
      var answers = field.answers(to: field.shape.reads.filter { check.reads.contains($0.id) })
      if let value = field.activeValue { answers.append(field.shape.name, .value(value)) }
      actions.append(
        .check(
          CheckRequest(
            field: field.path, id: id, check: check.name, answers: answers,
            timeOut: check.timeOut)))
    case .cancel(let id):
      actions.append(.cancel(field.path, id))
    }
  }

  /// What the field's own rules say of what stands there now.
  func verdict(of field: FieldPart) -> Verdict {
    let violations = field.specification.rules.violations(
      of: field.content, kind: field.kind, isRequired: field.specification.isRequired,
      isEdited: field.isEdited, mode: field.mode, answers: field.answers(to: field.shape.reads))
    if !violations.isEmpty { return .broken(violations) }
    return field.specification.check != nil && !field.content.isEmpty ? .needsCheck : .holds
  }

  // MARK: One section

  func apply(_ event: SectionMachine.Event, to section: SectionPart) -> SectionMachine.Action {
    let before = section.machine
    let action = section.machine.apply(event)
    let after = section.machine
    section.count(after.tally - before.tally)
    if after.fault != before.fault { drawing.drawStatus(of: section, in: &tree) }
    return action
  }

  /// Withdraws what was said of the whole of the sections around a part that differs, or comes or goes.
  func withdrawViolations(around part: Part) {
    var next = part.parent
    while let section = next {
      if section.machine.fault != nil { _ = apply(.edited, to: section) }
      next = section.parent
    }
  }

  /// Judges the sections that a person leaves on the way from one place to another.
  func leaveSections(from left: Part, to entered: Part?) {
    let around = Set((entered?.sections ?? []).map(ObjectIdentifier.init))
    for section in left.sections where !around.contains(ObjectIdentifier(section)) {
      if section.hasRules { _ = apply(.left(section.violations), to: section) }
    }
  }

  // MARK: Changes and who is reached by them

  /// Changes what stands in a field, and tells the parts that depend on it.
  func replaceContent(of field: FieldPart, with content: FieldContent) {
    field.enter(content)
    drafts.note(field)
    withdrawViolations(around: field)
    guard let section = field.parent, section.control === field else {
      if field.shape.dependents.isEmpty { return apply(.edited(verdict(of: field)), to: field) }
      return settle([field]) { self.apply(.edited(self.verdict(of: field)), to: field) }
    }
    change(section, to: content)
  }

  /// Decides and judges anew what is reached by a change.
  ///
  /// First the conditions are decided, then fields are judged, each once: no field is judged while
  /// one thing has changed already and another not yet.
  ///
  /// - Parameters:
  ///   - changed: What differs, or has gone.
  ///   - come: What was not part of the form before, with all that is below.
  ///   - removed: What is gone for good, with all that is below, if anything is.
  ///   - judge: Judges that itself, once the conditions are decided.
  func settle(
    _ changed: [Part], with come: [Part] = [], without removed: Part? = nil, judge: () -> Void
  ) {
    let changed =
      changed
      + (come + [removed].compactMap(\.self))
      .flatMap { Dependencies.withParts(below: $0) }
    let turned = Dependencies.decide(after: changed, with: come, without: removed)
    // What was part of the form is shown until now; what is neither says nothing before and after.
    let reached = (changed + turned.flatMap { Dependencies.withParts(below: $0) })
      .filter { $0.node != nil || $0.isActive }
    judge()
    for part in turned { turn(part) }
    for (field, reachesCheck) in Dependencies.judges(of: reached) {
      apply(.dependencyChanged(verdict(of: field), reachesCheck: reachesCheck), to: field)
    }
  }

  /// Shows a part whose condition holds again, or hides one whose condition does not any more.
  func turn(_ part: Part) {
    if !part.isHidden { drawing.draw(part, in: &tree) }
    tellPresence(of: part)
    if part.isHidden { drawing.erase(part, in: &tree) }
    if part.isHeld { withdrawViolations(around: part) }
  }

  /// Tells a part and those below whether they are part of the form now.
  func tellPresence(of part: Part) {
    for part in Dependencies.withParts(below: part) {
      let isActive = part.isActive
      if let section = part as? SectionPart {
        _ = apply(isActive ? .included : .excluded, to: section)
      } else if let field = part as? FieldPart {
        if !isActive {
          apply(.excluded, to: field)
        } else if field.machine.isExcluded {
          apply(.included(verdict(of: field), isDefault: !field.isChanged), to: field)
        }
      }
    }
  }
}
