/// The parts of a form that is filled in: takes in what becomes of fields and sections, and tells all parts that
/// are reached by it.
///
/// It knows nothing of the form as a whole: whether anything may change now is for its owner to say.
final class LiveParts {
  /// What the parts were made from.
  let definition: FormDefinition

  var tree: PartTree
  private let machines: PartMachines
  private var drawing: FormDrawing { machines.drawing }
  private var drafts: DraftTracker { machines.drafts }

  /// Makes the parts of a form that has come, and shows them with what was entered, or is to stand there at once.
  ///
  /// What goes into no draft, such as a consent, is not taken over: it was given to the former form.
  init(_ definition: FormDefinition, after former: LiveParts?, _ machines: PartMachines) {
    (self.definition, self.machines) = (definition, machines)
    let prefilled = machines.drafts.takePrefilled()
    let entered = former?.end() ?? prefilled
    tree = PartTree(definition, after: former?.tree)
    root = tree.root
    drafts.forget()
    if former != nil || entered != Draft() { drafts.note(root) }
    let restored = Restoration(entered, machines).restore(root, of: &tree)
    settle(restored) { drawing.draw(definition, root) }
    // The draft that was kept is one of the form that was there before.
    if former != nil { journal() }
  }

  /// Ends what is asked of operations, as another form comes in the place of this one; returns what was entered.
  private func end() -> Draft {
    var collector = DraftCollector(leavesOut: \.specification.isLeftOutOfDrafts)
    root.collectMembers(&collector, "")
    root.isHidden = true
    machines.tellPresence(of: root)
    drawing.eraseForm()
    return collector.entered
  }

  /// Decides all conditions, judges each field that has other content, and puts the person at the beginning.
  private func settle(_ restored: [FieldPart], others: [FieldPart] = [], draw: () -> Void) {
    machines.settle(restored + others, deciding: [root]) {
      machines.tellPresence(of: root)
      draw()
      machines.judge(restored: restored)
    }
    drawing.focus = drawing.stop(after: nil, in: root)
  }

  // MARK: What is known

  /// The form as a whole.
  let root: SectionPart

  /// All fields that were made, whether they are part of the form or not.
  var fields: [FieldPart] { tree.fields }

  /// The field at a path of names; an item's name is its number.
  func field(at path: FieldID) -> FieldPart? { tree.field(at: path) }

  /// The labels of the fields whose checks wait or run.
  var awaited: [Message] {
    fields.filter { $0.machine.state.tally.pending > 0 }.map(\.specification.label)
  }

  // MARK: Fields, and where the person is

  /// Changes what stands in a field, as a front end shows it by now.
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

  /// Changes what stands in a field, and shows it.
  func put(_ content: FieldContent, into field: FieldPart) {
    edit(field, to: content)
    drawing.drawContent(of: field)
  }

  /// Judges a field in earnest.
  func commit(_ field: FieldPart) {
    machines.apply(.committed(field.verdict), to: field)
    journal()
  }

  /// Takes what stands in a field for an answer that was given once more.
  func answerAgain(_ field: FieldPart) { machines.apply(.edited(field.verdict), to: field) }

  /// Takes a field for one that the person has not been at.
  func reset(_ field: FieldPart) {
    field.isEdited = false
    machines.apply(.reset, to: field)
    // What the store said of a section that is left out, or not chosen, has no other way to go.
    if let section = field.parent, section.control === field {
      machines.apply(.edited, to: section)
    }
    drawing.drawContent(of: field)
    journal()
  }

  /// Tells a field what operations have found out.
  func tell(_ event: FieldMachine.Event, toFieldAt path: FieldID) {
    if let field = field(at: path) { machines.apply(event, to: field) }
  }

  /// Moves the person.
  ///
  /// The field that is left is judged in earnest, and so is the whole of each section that is left.
  func go(to node: NodeID) {
    guard node != drawing.focus else { return }
    if let left = drawing.focus.flatMap({ drawing.place(at: $0) }) {
      machines.leave(left, for: drawing.place(at: node))
      journal()
    }
    drawing.focus = node
  }

  // MARK: Handing in

  /// Judges all parts in earnest; returns what they say together.
  func judge() -> Readiness {
    machines.judge(root)
    journal()
    return root.tally.readiness
  }

  /// The answers to be handed in.
  ///
  /// What was removed can be put back until the form is loaded anew; its secrets cannot, once they were handed in.
  func handIn() -> Answers {
    for case let section as SectionPart in Dependencies.withParts(below: root) {
      if let removed = section.removed { section.removed?.entered = removed.entered.withoutSecrets }
    }
    return root.members
  }

  /// Forgets the secrets, and what was removed.
  func forgetSecrets() {
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart, field.isSecret {
        field.entry.content = .secret(.empty)
      } else if let section = part as? SectionPart {
        section.removed = nil
      }
    }
  }

  /// Shows on a part what the store said.
  ///
  /// - Returns: What the person has to be told where no part on the screen is about it.
  func show(_ refusal: Refusal) -> Message? {
    let part = refusal.field.flatMap { tree.part(atPointer: $0) }
    if let field = part as? FieldPart, field.isActive {
      machines.apply(.refusedBySubmission(refusal.violation), to: field)
    } else if let section = part as? SectionPart, section.isActive {
      machines.apply(.refusedBySubmission(refusal.violation), to: section)
    } else {
      // Of what is not there, what it would be in is known.
      let known = refusal.field?.withPathsAround.lazy.compactMap { self.tree.part(atPointer: $0) }
      return .refusedElsewhere(label: known?.first?.spokenLabel, refusal.violation)
    }
    return nil
  }

  // MARK: Drafts

  /// Restores the answers of a draft, validates each field, and goes to the first unfinished field.
  func restore(_ draft: Draft) {
    let former = Set(fields.filter(\.isActive).map(\.path))
    let restored = Restoration(draft, machines).restore(root, of: &tree)
    for field in restored { drawing.drawContent(of: field) }
    // A field that comes or goes with its section is read like one that was entered.
    let others = fields.filter { $0.isActive != former.contains($0.path) }
    settle(restored, others: others) { drawing.redraw(root) }
    drawing.focus = root.firstUnfinishedField?.node ?? drawing.buttons.first?.node
    drafts.goOn(with: draft, in: root)
    journal()
  }

  /// Has what was entered kept, where that is wanted and anything differs from the last time.
  func journal() {
    if let change = drafts.take() { machines.queue.append(.saveDraft(change)) }
  }

  /// Has what was entered kept, though it is not wanted with each commit.
  func saveDraft() {
    if drafts.isOn { return journal() }
    machines.queue.append(.saveDraft(DraftChange(to: drafts.whole(of: root))))
  }

  // MARK: Sections

  /// Why a field cannot have another content: it says that a section is wanted; `nil` where it can.
  func hindrance(toChanging field: FieldPart, to content: FieldContent) -> Message? {
    guard let section = field.parent, section.control === field, !content.isEmpty
    else { return nil }
    return tree.hindrance(toOpening: section)
  }

  /// Why a button of a section cannot do what it says; `nil` where it can.
  func hindrance(to button: SectionButton) -> Message? {
    switch button.kind {
    case .open: tree.hindrance(toOpening: button.section)
    case .add, .putBack: tree.hasRoom(forItemOf: button.section) ? nil : "tooManyParts"
    case .remove, .moveUp, .moveDown: nil
    }
  }

  /// Does what a button of a section says.
  ///
  /// - Returns: What the person has to be told of it, if anything.
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

  /// Takes in what the person has said of an optional section, or of alternatives.
  private func change(_ section: SectionPart, _ control: FieldPart, to content: FieldContent) {
    var former: Part?
    var action = SectionMachine.Action.unfold
    switch content {
    case .choice(let option):
      former = section.children.first
      section.choose(option.flatMap { tree.alternative($0, of: section) })
    case .toggle(let isOn): action = machines.apply(isOn ? .wanted : .unwanted, to: section)
    case .text, .secret, .choices: return
    }
    if section.isWanted { tree.make(section) }
    let around = ([former].compactMap(\.self) + section.children)
      .flatMap { Dependencies.withParts(below: $0) }
    machines.settle([section, control] + around, deciding: section.children) {
      machines.apply(.edited(control.verdict), to: control)
      if let former {
        machines.tellPresence(of: former)
        drawing.erase(former)
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
    for child in section.children { machines.tellPresence(of: child) }
  }

  private func open(_ section: SectionPart) {
    guard machines.apply(.opened, to: section) == .unfold else { return }
    tree.make(section)
    drafts.note(section)
    machines.withdrawViolations(around: section)
    let come = section.children.flatMap { Dependencies.withParts(below: $0) }
    machines.settle([section] + come, deciding: section.children) { perform(.unfold, of: section) }
    if let node = section.firstStopInside() ?? section.stopBehind() ?? drawing.buttons.first?.node {
      go(to: node)
    }
  }

  // MARK: Items

  /// Puts a new item into a list, with what is to stand in it.
  ///
  /// - Returns: That the list is full, where it is.
  private func insert(_ entered: Draft, in list: SectionPart, at place: Int) -> Message? {
    let item = tree.makeItem(in: list)
    list.insert(item, at: place)
    drafts.noteItems(of: list, from: place)
    let restored = Restoration(entered, machines).restore(item, of: &tree)
    machines.withdrawViolations(around: item)
    machines.settle([list] + Dependencies.withParts(below: item), deciding: [item]) {
      drawing.draw(item)
      machines.tellPresence(of: item)
      machines.judge(restored: restored)
    }
    if let node = item.firstStopInside() { go(to: node) }
    drawItems(of: list, from: place, wereRemovable: list.children.count - 1)
    let count = list.children.count
    let isFull = count == list.shape.list?.count.upperBound
    return isFull ? Message("listFull", ["label": list.label], count: count) : nil
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
    // What is in an item is read from there alone.
    machines.settle([list])
    drawing.outdatePutBack(of: list)
    drawItems(of: list, from: place, wereRemovable: list.children.count + 1)
    if hadFocus, drawing.focus == nil {
      drawing.focus = list.stop(from: place) ?? drawing.buttons.first?.node
    }
  }

  private func move(_ item: SectionPart, to place: Int) {
    guard let list = item.parent, list.children.indices.contains(place) else { return }
    let former = item.place
    let places = min(former, place)..<max(former, place) + 1
    list.moveItem(at: former, to: place)
    for item in list.children[places] { drafts.note(item) }
    if let node = item.node { drawing.tree.move(node, to: place) }
    machines.withdrawViolations(around: item)
    drawing.drawItems(of: list, in: places)
  }

  /// Shows the numbers of items anew from a place on, and the buttons of the one before, which may be the
  /// last one now, or not any more; of all where they can be removed now, or not any more.
  private func drawItems(of list: SectionPart, from place: Int, wereRemovable former: Int) {
    let least = list.shape.list?.count.lowerBound ?? 0
    let isOther = (former > least) != (list.children.count > least)
    drawing.drawItems(of: list, in: (isOther ? 0 : max(0, place - 1))..<list.children.count)
  }
}

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
