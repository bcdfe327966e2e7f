extension FormViewModel {
  // MARK: One field

  func apply(_ event: FieldMachine.Event, to field: FieldID) {
    if let index = index(of: field) { apply(event, at: index) }
  }

  func apply(_ event: FieldMachine.Event, at index: Int) {
    let field = fields[index]
    let before = field.machine.state
    let action = field.machine.apply(event)
    let isElsewhere = field.machine.state != before
    if isElsewhere {
      tally.count(before, by: -1)
      tally.count(field.machine.state, by: 1)
    }
    perform(action, at: index)
    if isElsewhere { drawStatus(of: index) }
  }

  /// Takes over what a person has entered, or had entered another time.
  func enter(_ content: FieldContent, into field: FieldRecord) {
    let wasChanged = field.isChanged
    field.enter(content)
    if field.isChanged != wasChanged { tally.changed += field.isChanged ? 1 : -1 }
  }

  /// Changes what stands in a field, and tells the fields that depend on it.
  ///
  /// First the conditions are decided, then fields are judged, each once: no field is judged while
  /// one thing has changed already and another not yet.
  func replaceContent(at index: Int, with content: FieldContent) {
    let field = fields[index]
    enter(content, into: field)
    let turned = decideConditions(after: index)
    apply(.edited(verdict(of: index)), at: index)
    if field.dependents.isEmpty { return }
    for field in turned { turn(field) }
    tellReaders(of: [index] + turned)
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
    let record = fields[index]
    let violations = record.specification.rules.violations(
      of: record.content, kind: record.kind, isRequired: record.specification.isRequired,
      isEdited: record.isEdited, mode: record.mode, answers: answers(of: record.reads))
    if !violations.isEmpty { return .broken(violations) }
    return record.specification.check != nil && !record.content.isEmpty ? .needsCheck : .holds
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

  /// Decides the conditions that a change reaches, each behind those that it depends on.
  ///
  /// - Returns: The fields that come or go.
  private func decideConditions(after index: Int) -> [Int] {
    if fields[index].dependents.isEmpty { return [] }
    guard let graph = definition?.graph else { return [] }
    var turned: [Int] = []
    var reached = graph.dependents[index].filter { $0.reach.contains(.condition) }.map(\.field)
    while let field = reached.min(by: { graph.ranks[$0] < graph.ranks[$1] }) {
      reached.removeAll { $0 == field }
      guard conditionHolds(of: field) == fields[field].isHidden else { continue }
      fields[field].isHidden.toggle()
      turned.append(field)
      reached += graph.dependents[field].filter { $0.reach.contains(.condition) }.map(\.field)
    }
    return turned
  }

  private func conditionHolds(of index: Int) -> Bool {
    guard let condition = fields[index].specification.condition else { return true }
    return condition.holds(answers(of: condition.reads))
  }

  /// Shows a field whose condition holds again, or hides one whose condition does not any more.
  func turn(_ index: Int) {
    if fields[index].isHidden {
      apply(.excluded, at: index)
      eraseField(at: index)
    } else {
      drawField(at: index)
      apply(.included(verdict(of: index), isDefault: !fields[index].isChanged), at: index)
    }
  }

  /// Tells the fields whose rules or check read one of these; these know already.
  func tellReaders(of changed: [Int]) {
    guard let graph = definition?.graph else { return }
    var reached: [Int: FieldGraph.Reach] = [:]
    for dependent in changed.flatMap({ graph.dependents[$0] }) {
      guard !dependent.reach.isDisjoint(with: [.rules, .check]) else { continue }
      reached[dependent.field, default: []].formUnion(dependent.reach)
    }
    for index in changed { reached[index] = nil }
    for (index, reach) in reached.sorted(by: { $0.key < $1.key }) {
      apply(
        .dependencyChanged(verdict(of: index), reachesCheck: reach.contains(.check)), at: index)
    }
  }

  /// Decides each condition once, behind those that it depends on.
  ///
  /// - Returns: The fields that come or go.
  func decideAllConditions() -> [Int] {
    let ranks = definition?.graph.ranks ?? []
    var turned: [Int] = []
    for index in fields.indices.sorted(by: { ranks[$0] < ranks[$1] })
    where conditionHolds(of: index) == fields[index].isHidden {
      fields[index].isHidden.toggle()
      turned.append(index)
    }
    return turned
  }

  /// Hides what is hidden from the start.
  func beginConditions() {
    for index in decideAllConditions() { _ = fields[index].machine.apply(.excluded) }
    for field in fields {
      tally.count(field.machine.state, by: 1)
      if field.isChanged { tally.changed += 1 }
    }
  }
}
