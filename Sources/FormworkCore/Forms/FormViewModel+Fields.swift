extension FormViewModel {
  // MARK: One field

  func apply(_ event: FieldMachine.Event, to field: FieldID) {
    if let index = index(of: field) { apply(event, at: index) }
  }

  func apply(_ event: FieldMachine.Event, at index: Int) {
    tally.count(fields[index], by: -1)
    let action = fields[index].machine.apply(event)
    tally.count(fields[index], by: 1)
    perform(action, at: index)
    drawStatus(of: index)
  }

  /// Changes what stands in a field, and tells whoever depends on it.
  func replaceContent(at index: Int, with content: FieldContent) {
    tally.count(fields[index], by: -1)
    fields[index].content = content
    fields[index].isEdited = true
    tally.count(fields[index], by: 1)
    apply(.edited(verdict(of: index)), at: index)
    tellDependents(of: index)
  }

  private func perform(_ action: FieldMachine.Action, at index: Int) {
    let record = fields[index]
    switch action {
    case .nothing: break
    case .startPause(let id):
      actions.append(.startPause(record.id, id, record.specification.check?.pause ?? .zero))
    case .check(let id):
      guard let check = record.specification.check else { return }
      actions.append(
        .check(
          CheckRequest(
            field: record.id, id: id, check: check.name,
            answers: answers(of: [record.id] + check.reads), timeOut: check.timeOut)))
    case .cancel(let id):
      actions.append(.cancel(record.id, id))
    }
  }

  // MARK: Rules

  /// What the field's own rules say of what stands there now.
  func verdict(of index: Int) -> Verdict {
    guard let definition else { return .holds }
    let record = fields[index]
    let violations = record.specification.violations(
      of: record.content, isEdited: record.isEdited, mode: definition.mode,
      answers: answers(of: definition.graph.reads[index]))
    if !violations.isEmpty { return .broken(violations) }
    return record.specification.check == nil || record.content.isEmpty ? .holds : .needsCheck
  }

  /// The values of some fields; those of hidden ones are not there.
  func answers(of ids: [FieldID]) -> Answers {
    if ids.isEmpty { return Answers() }
    var values: [FieldID: Value] = [:]
    for id in ids {
      if let index = index(of: id) { values[id] = fields[index].value }
    }
    return Answers(values)
  }

  // MARK: Dependents

  /// Tells the fields that read this one: conditions first, since they decide who is judged.
  private func tellDependents(of index: Int) {
    guard let definition else { return }
    for dependent in definition.graph.dependents[index] {
      if dependent.reach.contains(.condition) { updateCondition(of: dependent.field) }
      guard !dependent.reach.isDisjoint(with: [.rules, .check]) else { continue }
      apply(
        .dependencyChanged(
          verdict(of: dependent.field), reachesCheck: dependent.reach.contains(.check)),
        at: dependent.field)
    }
  }

  private func updateCondition(of index: Int) {
    guard let condition = fields[index].specification.condition else { return }
    let holds = condition.holds(answers(of: condition.reads))
    guard holds == (fields[index].machine.state == .excluded) else { return }
    if holds {
      // Part of the form again before it is judged, so that others read its value.
      drawField(at: index)
      apply(
        .included(verdict(of: index), isDefault: !fields[index].isChanged), at: index)
    } else {
      apply(.excluded, at: index)
      eraseField(at: index)
    }
    tellDependents(of: index)
  }

  /// Hides what is hidden from the start.
  ///
  /// Fields that others' conditions read may come later in the definition: each is decided with all
  /// contents in place, until nothing changes any more.
  func beginConditions() {
    let conditional = fields.indices.filter { fields[$0].specification.condition != nil }
    for index in fields.indices { tally.count(fields[index], by: 1) }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in conditional {
        guard let condition = fields[index].specification.condition else { continue }
        let holds = condition.holds(answers(of: condition.reads))
        guard holds == (fields[index].machine.state == .excluded) else { continue }
        tally.count(fields[index], by: -1)
        _ = fields[index].machine.apply(
          holds ? .included(.holds, isDefault: true) : .excluded)
        tally.count(fields[index], by: 1)
        isSettled = false
      }
    }
  }
}
