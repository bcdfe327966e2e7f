/// The controller of a loaded form's parts, which updates all parts that a change affects.
///
/// It does not know the state of the form: its owner decides whether parts may change.
final class LiveParts {
  let definition: FormDefinition

  var tree: PartTree
  private let machines: PartMachines
  private var drawing: FormDrawing { machines.drawing }
  private var drafts: DraftTracker { machines.drafts }

  /// Creates the parts of a loaded form, restores the contents, and shows them.
  ///
  /// Contents that drafts exclude, such as a consent, are not restored from a previous form.
  init(_ definition: FormDefinition, after previous: LiveParts?, _ machines: PartMachines) {
    (self.definition, self.machines) = (definition, machines)
    let prefilled = machines.drafts.takePrefilled()
    let entered = previous?.end() ?? prefilled
    tree = PartTree(definition, after: previous?.tree)
    root = tree.root
    drafts.forget()
    if previous != nil || entered != Draft() { drafts.note(root) }
    let restored = Restoration(entered, machines).restore(root, of: &tree)
    settle(restored) { drawing.draw(definition, root) }
    // The saved draft belongs to the previous form.
    if previous != nil { sendDraftChange() }
  }

  /// Cancels the requests to operations, and returns the contents for the form that replaces it.
  private func end() -> Draft {
    var collector = DraftCollector(leavesOut: \.specification.isExcludedFromDrafts)
    root.collectMembers(&collector, "")
    root.isHidden = true
    machines.updatePresence(of: root)
    drawing.eraseForm()
    return collector.entered
  }

  /// Evaluates all conditions, validates restored fields, and moves the focus to the first stop.
  private func settle(_ restored: [FieldPart], others: [FieldPart] = [], draw: () -> Void) {
    machines.settle(restored + others, deciding: [root]) {
      machines.updatePresence(of: root)
      draw()
      machines.validate(restored: restored)
    }
    drawing.focus = drawing.stop(after: nil, in: root)
  }

  // MARK: Lookup

  let root: SectionPart

  /// All fields that were created, even if they do not belong to the form now.
  var fields: [FieldPart] { tree.fields }

  /// Returns the field at a path, in which items have their numbers.
  func field(at path: FieldID) -> FieldPart? { tree.field(at: path) }

  /// The labels of the fields whose checks run or wait for a pause.
  var awaited: [Message] {
    fields.filter { $0.machine.state.statusCounts.pending > 0 }.map(\.specification.label)
  }

  // MARK: Fields and focus

  /// Changes the content of a field, which the front end already shows.
  func edit(_ field: FieldPart, to content: FieldContent) {
    field.enter(content)
    drafts.note(field)
    machines.withdrawViolations(around: field)
    if let section = field.parent, section.control === field {
      return change(section, field, to: content)
    }
    if field.shape.dependents.isEmpty { return machines.apply(.edited(field.verdict), to: field) }
    machines.settle([field]) { machines.apply(.edited(field.verdict), to: field) }
  }

  func put(_ content: FieldContent, into field: FieldPart) {
    edit(field, to: content)
    drawing.drawContent(of: field)
  }

  func commit(_ field: FieldPart) {
    machines.apply(.committed(field.verdict), to: field)
    sendDraftChange()
  }

  /// Treats the content of a field as a new answer.
  func answerAgain(_ field: FieldPart) { machines.apply(.edited(field.verdict), to: field) }

  /// Treats a field as not visited.
  func reset(_ field: FieldPart) {
    field.isEdited = false
    machines.apply(.reset, to: field)
    // Only this clears a refusal of a section that is left out or not chosen.
    if let section = field.parent, section.control === field {
      machines.apply(.edited, to: section)
    }
    drawing.drawContent(of: field)
    sendDraftChange()
  }

  func send(_ event: FieldMachine.Event, toFieldAt path: FieldID) {
    if let field = field(at: path) { machines.apply(event, to: field) }
  }

  /// Moves the focus, and validates the field and all sections that it leaves.
  func go(to node: NodeID) {
    guard node != drawing.focus else { return }
    if let left = drawing.focus.flatMap({ drawing.place(at: $0) }) {
      machines.leave(left, for: drawing.place(at: node))
      sendDraftChange()
    }
    drawing.focus = node
  }

  // MARK: Submission

  /// Validates all parts for a submission, and returns the result.
  func validate() -> SubmissionReadiness {
    machines.validate(root)
    sendDraftChange()
    return root.statusCounts.readiness
  }

  /// Returns the answers to submit.
  ///
  /// Removed items can be put back after this, but without their secrets.
  func takeAnswers() -> Answers {
    for case let section as SectionPart in Dependencies.withParts(below: root) {
      if let removed = section.removed { section.removed?.entered = removed.entered.withoutSecrets }
    }
    return root.members
  }

  /// Forgets all secrets and removed items.
  func forgetSecrets() {
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart, field.isSecret {
        field.entry.content = .secret(.empty)
      } else if let section = part as? SectionPart {
        section.removed = nil
      }
    }
  }

  /// Shows a violation of the store, or returns a message if the screen does not show the part.
  func show(_ refusal: FormIssue) -> Message? {
    let part = refusal.field.flatMap { tree.part(atPointer: $0) }
    if let field = part as? FieldPart, field.isActive {
      machines.apply(.refusedBySubmission(refusal.violation), to: field)
    } else if let section = part as? SectionPart, section.isActive {
      machines.apply(.refusedBySubmission(refusal.violation), to: section)
    } else {
      // A missing part is described by the innermost existing part around it.
      let known = refusal.field?.withPathsAround.lazy.compactMap { self.tree.part(atPointer: $0) }
      let label = known?.first?.spokenLabel ?? refusal.field.map { .verbatim($0.rawValue) }
      return .refusedElsewhere(label: label, refusal.violation)
    }
    return nil
  }

  // MARK: Drafts

  /// Restores the answers of a draft, validates each field, and goes to the first unfinished field.
  func restore(_ draft: Draft) {
    let previous = Set(fields.filter(\.isActive).map(\.path))
    let restored = Restoration(draft, machines).restore(root, of: &tree)
    for field in restored { drawing.drawContent(of: field) }
    // Fields that appear or disappear with a section affect the parts that read them.
    let others = fields.filter { $0.isActive != previous.contains($0.path) }
    settle(restored, others: others) { drawing.redraw(root) }
    drawing.focus = root.firstUnfinishedField?.node ?? drawing.buttons.first?.node
    drafts.resume(draft, in: root)
    sendDraftChange()
  }

  /// Sends the change of the draft, if drafts are saved and there is a change.
  func sendDraftChange() {
    if let change = drafts.take() { machines.queue.append(.saveDraft(change)) }
  }

  /// Sends the whole draft, unless each commit already sends changes.
  func saveDraft() {
    if drafts.isOn { return sendDraftChange() }
    machines.queue.append(.saveDraft(DraftChange(to: drafts.whole(of: root))))
  }

  // MARK: Sections

  /// Returns the reason why the content of a control cannot change, or `nil` if it can.
  func blockingReason(toChanging field: FieldPart, to content: FieldContent) -> Message? {
    guard let section = field.parent, section.control === field, !content.isEmpty
    else { return nil }
    return tree.blockingReason(toOpening: section)
  }

  /// Returns the reason why a button of a section has no effect, or `nil` if it has one.
  func blockingReason(to button: SectionButton) -> Message? {
    switch button.kind {
    case .open: tree.blockingReason(toOpening: button.section)
    case .add, .putBack: tree.hasRoom(forItemOf: button.section) ? nil : .key("tooManyParts")
    case .remove, .moveUp, .moveDown: nil
    }
  }

  /// Performs the action of a button of a section, and returns a message if there is one.
  func press(_ button: SectionButton) -> Message? {
    let section = button.section
    switch button.kind {
    case .open: open(section)
    case .add: return insert(Draft(), in: section, at: section.children.count)
    case .putBack:
      guard let removed = section.removed else { return nil }
      section.removed = nil
      return insert(removed.entered, in: section, at: min(removed.place, section.children.count))
    case .remove: remove(section)
    case .moveUp: move(section, to: section.place - 1)
    case .moveDown: move(section, to: section.place + 1)
    }
    return nil
  }

  /// Applies a change of a control to its section.
  private func change(_ section: SectionPart, _ control: FieldPart, to content: FieldContent) {
    var previous: Part?
    var action = SectionMachine.Action.unfold
    switch content {
    case .choice(let option):
      previous = section.children.first
      section.choose(option.flatMap { tree.alternative($0, of: section) })
    case .toggle(let isOn): action = machines.apply(isOn ? .wanted : .unwanted, to: section)
    case .text, .secret, .choices: return
    }
    if section.isWanted { tree.make(section) }
    let around = ([previous].compactMap(\.self) + section.children)
      .flatMap { Dependencies.withParts(below: $0) }
    machines.settle([section, control] + around, deciding: section.children) {
      machines.apply(.edited(control.verdict), to: control)
      if let previous {
        machines.updatePresence(of: previous)
        drawing.erase(previous)
      }
      perform(action, of: section)
    }
  }

  private func perform(_ action: SectionMachine.Action, of section: SectionPart) {
    switch action {
    case .nothing: return
    case .unfold: drawing.drawBody(of: section)
    case .fold: drawing.eraseBody(of: section)
    }
    for child in section.children { machines.updatePresence(of: child) }
  }

  private func open(_ section: SectionPart) {
    guard machines.apply(.opened, to: section) == .unfold else { return }
    tree.make(section)
    drafts.note(section)
    machines.withdrawViolations(around: section)
    let added = section.children.flatMap { Dependencies.withParts(below: $0) }
    machines.settle([section] + added, deciding: section.children) { perform(.unfold, of: section) }
    if let node = section.firstStopInside() ?? section.stopAfter() ?? drawing.buttons.first?.node {
      go(to: node)
    }
  }

  // MARK: Items

  /// Inserts a new item with some contents, and returns a message if the list is full now.
  private func insert(_ entered: Draft, in list: SectionPart, at place: Int) -> Message? {
    let item = tree.makeItem(in: list)
    list.insert(item, at: place)
    drafts.noteItems(of: list, from: place)
    let restored = Restoration(entered, machines).restore(item, of: &tree)
    machines.withdrawViolations(around: item)
    machines.settle([list] + Dependencies.withParts(below: item), deciding: [item]) {
      drawing.draw(item)
      machines.updatePresence(of: item)
      machines.validate(restored: restored)
    }
    if let node = item.firstStopInside() { go(to: node) }
    drawItems(of: list, from: place, wereRemovable: list.children.count - 1)
    let count = list.children.count
    let isFull = count == list.shape.list?.count.upperBound
    return isFull ? .key("listFull", ["label": list.label], count: count) : nil
  }

  private func remove(_ item: SectionPart) {
    guard let list = item.parent else { return }
    var collector = DraftCollector()
    item.collectMembers(&collector, "")
    let place = item.place
    let hadFocus = drawing.focus != nil
    machines.take(item, outOf: list)
    drafts.noteItems(of: list, from: place)
    list.removed = SectionPart.Removed(entered: collector.entered, place: place)
    machines.withdrawViolations(around: item)
    // Other parts cannot read the parts in an item.
    machines.settle([list])
    drawing.outdatePutBack(of: list)
    drawItems(of: list, from: place, wereRemovable: list.children.count + 1)
    if hadFocus, drawing.focus == nil {
      drawing.focus = list.stop(from: place) ?? drawing.buttons.first?.node
    }
  }

  private func move(_ item: SectionPart, to place: Int) {
    guard let list = item.parent, list.children.indices.contains(place) else { return }
    let previous = item.place
    let places = min(previous, place)..<max(previous, place) + 1
    list.moveItem(at: previous, to: place)
    for item in list.children[places] { drafts.note(item) }
    if let node = item.node { drawing.tree.move(node, to: place) }
    machines.withdrawViolations(around: item)
    drawing.drawItems(of: list, in: places)
  }

  /// Updates the labels and buttons of items from an index on.
  ///
  /// The item before the index may have become the last one, or no longer be the last one. All
  /// items change if items became removable, or no longer are.
  private func drawItems(of list: SectionPart, from place: Int, wereRemovable previous: Int) {
    let least = list.shape.list?.count.lowerBound ?? 0
    let isOther = (previous > least) != (list.children.count > least)
    drawing.drawItems(of: list, in: (isOther ? 0 : max(0, place - 1))..<list.children.count)
  }
}

/// The dispatcher of events to the state machines of parts, which performs their actions.
final class PartMachines {
  let drawing: FormDrawing
  let drafts: DraftTracker
  let queue: ActionQueue

  init(drawing: FormDrawing, drafts: DraftTracker, queue: ActionQueue) {
    (self.drawing, self.drafts, self.queue) = (drawing, drafts, queue)
  }

  func apply(_ event: FieldMachine.Event, to field: FieldPart) {
    let before = field.machine.state
    let action = field.machine.apply(event)
    let isElsewhere = field.machine.state != before
    if case .refusedBySubmission = event {
      field.isRefusedByStore = !field.machine.isExcluded
    } else if isElsewhere {
      field.isRefusedByStore = false
    }
    switch action {
    case .nothing: break
    case .startPause(let id):
      queue.append(.startPause(field.path, id, field.specification.check?.pause ?? .zero))
    case .check(let id):
      if let request = field.checkRequest(id) { queue.append(.check(request)) }
    case .cancel(let id): queue.append(.cancel(field.path, id))
    }
    if field.machine.state.isTouched != before.isTouched { drafts.note(field) }
    // A valid field has no status while it is empty.
    let difference = field.recount()
    guard isElsewhere || difference != nil else { return }
    drawing.drawStatus(of: field)
    drawing.add(field.machine.state.statusCounts - before.statusCounts, difference, around: field)
  }

  @discardableResult
  func apply(_ event: SectionMachine.Event, to section: SectionPart) -> SectionMachine.Action {
    let before = section.machine
    let action = section.machine.apply(event)
    section.count(section.machine.statusCounts - before.statusCounts)
    if section.machine.fault != before.fault { drawing.drawStatus(of: section) }
    return action
  }

  // MARK: Parts around and below

  /// Clears the violations of all sections around a part that changed, appeared or disappeared.
  func withdrawViolations(around part: Part) {
    guard let section = part.parent else { return }
    if section.machine.fault != nil { apply(.edited, to: section) }
    withdrawViolations(around: section)
  }

  /// Validates the field and the sections that the focus leaves.
  func leave(_ left: Part, for entered: Part?) {
    if let field = left as? FieldPart { apply(.left(field.verdict), to: field) }
    let around = Set((entered?.sections ?? []).map(ObjectIdentifier.init))
    for section in left.sections where !around.contains(ObjectIdentifier(section)) {
      if section.hasRules { apply(.left(section.violations), to: section) }
    }
  }

  /// Validates all parts that belong to the form, for a submission.
  func validate(_ root: SectionPart) {
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart {
        if field.isActive { apply(.submitPressed(field.verdict), to: field) }
      } else if let section = part as? SectionPart, section.hasRules, section.isActive {
        apply(.submitPressed(section.violations), to: section)
      }
    }
  }

  func validate(restored: [FieldPart]) {
    for field in restored where field.isActive { apply(.restored(field.verdict), to: field) }
  }

  /// Updates whether a part and the parts below belong to the form, in their machines.
  func updatePresence(of part: Part) {
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

  /// Removes an item from its list, with its counts and requests to operations.
  func take(_ item: SectionPart, outOf list: SectionPart) {
    list.removeItem(at: item.place)
    item.withdrawAnswers()
    updatePresence(of: item)
    list.count(StatusCounts() - item.statusCounts)
    drawing.forget(item)
    drafts.forget(item)
  }

  // MARK: Dependencies

  /// Evaluates the conditions and validates the fields that a change affects.
  ///
  /// All conditions are evaluated first. Then `validate` handles the changed parts, and each field that reads them
  /// is validated once, so that no field sees an incomplete change.
  func settle(_ changed: [Part], deciding added: [Part] = [], validate: () -> Void = {}) {
    let toggled = Dependencies.decide(after: changed, with: added)
    // A part that was in the form still has its node here. A part without a node that is not in the
    // form had no value before and has none now.
    let reached = (changed + toggled.flatMap { Dependencies.withParts(below: $0) })
      .filter { $0.node != nil || $0.isActive }
    validate()
    for part in toggled { updateVisibility(of: part) }
    for (field, reachesCheck) in Dependencies.fieldsToValidate(after: reached) {
      apply(.dependencyChanged(field.verdict, reachesCheck: reachesCheck), to: field)
    }
  }

  /// Shows a part whose condition holds now, or hides a part whose condition no longer holds.
  private func updateVisibility(of part: Part) {
    if !part.isHidden { drawing.draw(part) }
    updatePresence(of: part)
    if part.isHidden { drawing.erase(part) }
    if part.isHeld { withdrawViolations(around: part) }
  }
}
