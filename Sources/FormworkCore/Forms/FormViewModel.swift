/// The view model of a form: the form's machine, where the person is, and what the person is asked and told.
///
/// It is told what the person did and what the operations found out; it answers with actions and
/// changes of its ``tree``. It does no I/O, knows no clock and holds no sentence. An event touches
/// only the parts that it reaches, so that the work of an edit does not grow with the form.
///
/// Not thread-safe: its owner confines it to one thread. Others reach a form by the bindings of its screen.
public final class FormViewModel {
  /// What a front end is told.
  public var tree: ViewTree {
    _read { yield drawing.tree }
    _modify { yield &drawing.tree }
  }

  /// The form's definition, once it is loaded.
  public var definition: FormDefinition? { parts?.definition }

  /// Where the form is.
  public var state: FormMachine.State { machine.state }

  /// Whether the store is deciding.
  public var isSubmitting: Bool { machine.isSubmitting }

  /// Whether there is something to tell a front end.
  public var hasChanges: Bool { tree.hasChanges }

  /// What a node of the tree is, if it is there.
  public func kind(of node: NodeID) -> NodeKind? { tree.kind(of: node) }

  /// Whether what was entered is handed over for a draft after each commit, and where the form is left.
  ///
  /// Otherwise that is done only where a person confirms to leave.
  public var journalsDrafts: Bool { drafts.isOn }

  /// The parts of the form, once it is loaded.
  private(set) var parts: LiveParts?

  let drawing: FormDrawing

  /// What is to be handed over for a draft.
  let drafts: DraftTracker

  private(set) var machine = FormMachine()
  private let queue = ActionQueue()

  /// What the screen's status was drawn from.
  private var drawn: (state: FormMachine.State, pending: Int)?

  private let name: String
  private let title: Message?

  /// Makes the view model of a form that is yet to be loaded.
  ///
  /// - Parameters:
  ///   - name: The stable name of the screen.
  ///   - title: What the screen is called until the definition says it.
  ///   - catalogue: Has the sentences that a person reads.
  ///   - prefilled: What is to stand in some fields at once, from a draft or from a file, by their paths of
  ///     names and places, such as `username` or `contacts/0/address`, or `payment?` for which of some
  ///     alternatives. It is judged like anything that was entered. Content that a field cannot hold is left out.
  ///   - counts: How many items are in lists, by their paths.
  public init(
    _ name: String, title: Message? = nil, catalogue: Catalogue,
    prefilled: [FieldID: FieldContent] = [:], counts: [FieldID: Int] = [:]
  ) {
    (self.name, self.title) = (name, title)
    var began = Draft(counts: counts)
    began.contents = prefilled
    drafts = DraftTracker(prefilled: began)
    drawing = FormDrawing(catalogue)
  }

  // MARK: What happens

  /// Puts the form on the screen and asks for its definition.
  public func open() -> [FormAction] {
    guard drawing.drawScreen(name, title: title) else { return [] }
    tell(.opened)
    return settled()
  }

  /// Takes in what an operation found out.
  ///
  /// What comes too late changes nothing.
  public func handle(_ event: FormOperationEvent) -> [FormAction] {
    switch event {
    case .loaded(let id, let definition): tell(.loaded(id, definition))
    case .loadFailed(let id, let reason): tell(.loadFailed(id, reason))
    case .pauseElapsed(let field, let id): parts?.tell(.pauseElapsed(id), toFieldAt: field)
    case .checkPassed(let field, let id): parts?.tell(.checkPassed(id), toFieldAt: field)
    case .checkRefused(let field, let id, let violation):
      parts?.tell(.checkRefused(id, violation), toFieldAt: field)
    case .checkFailed(let field, let id, let reason):
      parts?.tell(.checkFailed(id, reason), toFieldAt: field)
    case .submissionAccepted(let id): tell(.accepted(id))
    case .submissionRefused(let id, let refusals): tell(.refused(id, refusals))
    case .submissionFailed(let id, let reason): tell(.failed(id, reason))
    }
    tell(.checksSettled(parts?.root.tally.readiness ?? .ready))
    return settled()
  }

  /// Takes in what the person did.
  public func handle(_ event: UserEvent) -> [FormAction] {
    switch event {
    case .edited(let node, let content, let cursor, let revision):
      _ = edit(node, content, cursor: cursor, revision: revision)
    case .committed(let node, let content, let revision): commit(node, content, revision: revision)
    case .chosen(let node, let isOn): choose(node, isOn: isOn)
    case .activated(let node, let revision): activate(node, revision: revision)
    case .went(let destination): go(to: destination)
    case .reset(let node): reset(node)
    case .refused(let node, let reason): drawing.refuse(node, reason)
    case .leaveRequested: act(on: .cancel)
    case .windowed: break  // There is no list of rows.
    case .reloadRequested: tell(.reloadRequested)
    }
    return settled()
  }

  /// Does what a button does, in the person's place.
  public func press(_ button: FormButton) -> [FormAction] {
    act(on: button)
    return settled()
  }

  /// Takes in the answer to a question: the name of a button of the alert.
  public func answer(_ name: String) -> [FormAction] {
    if let button = FormButton(rawValue: name) {
      act(on: button)
    } else if let field = ReviewLine.path(ofButton: name) {
      tell(.reviewLeft(to: field))
    }
    return settled()
  }

  /// Leaves without asking, because the person cannot answer any more; what was entered goes into a
  /// draft.
  ///
  /// A submission that the store is deciding about stays as it is.
  public func leaveUnasked() -> [FormAction] {
    tell(.leftUnasked(isChanged: isChanged))
    return settled()
  }

  /// Asks whether to leave, where something was entered and nothing is waited for; otherwise the form goes
  /// on.
  public func interrupted() -> [FormAction] {
    tell(.interrupted(isChanged: isChanged))
    return settled()
  }

  /// Empties a secret that was not typed to its end, wherever the person is.
  ///
  /// A submission that waits is withdrawn; what is reviewed, or was handed in, stays as it is.
  public func emptySecret(_ node: NodeID) -> [FormAction] {
    guard let field = drawing.field(at: node), field.isSecret, machine.mayEmptySecrets
    else { return [] }
    tell(.edited)
    parts?.put(.secret(.empty), into: field)
    return settled()
  }

  /// Forgets what was entered into secrets, of which nothing is told: the form is not to come on the screen any more.
  public func forgetSecrets() { parts?.forgetSecrets() }

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

  /// Notes whether drafts are kept from now on.
  ///
  /// A person who is asked about leaving is asked anew: the question tells whether anything is lost.
  public func noteKeeping(_ isKeeping: Bool) -> [FormAction] {
    guard isKeeping != drafts.isOn else { return settled() }
    drafts.isOn = isKeeping
    // What was entered before was not noted.
    if let root = parts?.root { drafts.note(root) }
    tell(.keepingChanged)
    return settled()
  }

  // MARK: Typing and choosing

  /// Takes an edit in, which at the wrong time is answered with the content as it stands.
  ///
  /// - Returns: Whether it was accepted.
  private func edit(_ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64) -> Bool
  {
    guard let field = drawing.field(at: node), machine.isEditable, field.kind.accepts(content)
    else {
      drawing.refuse(node, machine.isEditable ? .noNode : .notNow)
      return false
    }
    let edited = drawing.edit(field, content, cursor: cursor, revision: revision)
    guard let edited else { return false }
    if edited != field.content { change { $0.edit(field, to: edited) } }
    return true
  }

  /// Changes something in the parts: notices go, and a submission that waits is withdrawn.
  func change(_ change: (LiveParts) -> Void) {
    drawing.eraseNotices()
    tell(.edited)
    if let parts { change(parts) }
  }

  private func commit(_ node: NodeID, _ content: FieldContent?, revision: UInt64) {
    guard let field = drawing.field(at: node), machine.isEditable else {
      return drawing.refuse(node, .notNow)
    }
    if let content {
      guard edit(node, content, cursor: .max, revision: revision) else { return }
      answerAgain(field)
    } else if drawing.tree.kind(of: node)?.isTyped == true, !field.entry.isKnown(at: revision) {
      // What was chosen is there whatever the front end has seen: a choice and its commit come in one go.
      return drawing.refuse(node, .stale)
    }
    drawing.eraseNotices()
    parts?.commit(field)
  }

  /// Puts what a field began with back: it is as if the person had not been there.
  private func reset(_ node: NodeID) {
    guard let field = drawing.field(at: node), machine.isEditable, drawing.focus == node else {
      return drawing.restate(node)
    }
    if field.content != field.specification.initial {
      change { $0.edit(field, to: field.specification.initial) }
    } else if machine.mayResetFields {
      drawing.eraseNotices()
    } else {
      return drawing.restate(node)
    }
    parts?.reset(field)
  }

  /// Switches a toggle or an option.
  ///
  /// Unlike an edit it is answered, for others may have gone off; at the wrong time nothing is said: a front end
  /// shows no choice before it is told.
  private func choose(_ node: NodeID, isOn: Bool) {
    let owner = drawing.owner(of: node)
    guard machine.isEditable, let field = drawing.field(at: owner),
      let content = field.choosing(node, isOn: isOn)
    else { return }
    focus(on: owner)
    if content == field.content { answerAgain(field) } else { put(content, into: field) }
  }

  // MARK: Going

  private func go(to destination: Destination) {
    switch destination {
    case .node(let node):
      if drawing.place(at: node) != nil || drawing.button(at: node) != nil { focus(on: node) }
    case .next: focus(on: drawing.stop(after: drawing.focus, in: parts?.root))
    case .previous: focus(on: drawing.stop(before: drawing.focus, in: parts?.root))
    case .nextSection: focus(on: drawing.stop(behindSectionAt: drawing.focus, in: parts?.root))
    case .previousSection: focus(on: drawing.stop(beforeSectionAt: drawing.focus, in: parts?.root))
    }
  }

  /// Moves the person, where there is a place to go to.
  private func focus(on node: NodeID?) {
    guard let node else { return }
    if let parts { parts.go(to: node) } else { drawing.focus = node }
  }

  // MARK: Buttons

  private func activate(_ node: NodeID, revision: UInt64) {
    let (part, form) = (drawing.sectionButton(at: node), drawing.button(at: node))
    guard part != nil || form != nil else { return drawing.tree.refuse(node, .noNode) }
    guard revision >= part?.drawnAt ?? drawing.buttonsDrawnAt else {
      return drawing.tree.refuse(node, .stale)
    }
    if let part { return press(part, at: node) }
    guard let form else { return }
    if !machine.heeds(form.event(isChanged: isChanged)) { drawing.tree.refuse(node, .notNow) }
    act(on: form)
  }

  /// Does what a button of a section does, where the form may change.
  private func press(_ button: SectionButton, at node: NodeID) {
    guard machine.isEditable else { return drawing.tree.refuse(node, .notNow) }
    drawing.eraseNotices()
    if let hindrance = parts?.hindrance(to: button) {
      drawing.tree.refuse(node, .hindered, drawing.catalogue.text(for: hindrance))
      say(hindrance)
    } else {
      tell(.edited)
      if let remark = parts?.press(button) { say(remark) }
    }
    parts?.journal()
  }

  private func act(on button: FormButton) {
    if button == .cancel { drawing.eraseNotices() }
    tell(button.event(isChanged: isChanged))
  }

  // MARK: The form's actions

  /// Tells the form's machine what happened, and does what it asks for.
  private func tell(_ event: FormMachine.Event) {
    switch machine.apply(event) {
    case .nothing: break
    case .load(let id):
      drawing.eraseNotices()
      drawing.draw([])
      queue.append(.load(id))
    case .reload(let id):
      drawing.eraseNotices()
      queue.append(.reload(id))
    case .offerRetry: drawing.draw([.retry, .cancel])
    case .begin(let definition):
      let machines = PartMachines(drawing: drawing, drafts: drafts, queue: queue)
      parts = LiveParts(definition, after: parts, machines)
    case .judge:
      drawing.eraseNotices()
      if let parts { tell(.judged(parts.judge())) }
    case .review: queue.append(.asked(.review))
    case .withdrawReview: queue.append(.withdrewReview)
    case .goTo(let field): focus(on: parts?.field(at: field)?.node)
    case .submit(let id): if let parts { queue.append(.submit(id, parts.handIn())) }
    case .showViolations: focus(on: parts?.root.firstObjection)
    case .showRefusals(let refusals):
      for refusal in refusals { if let remark = parts?.show(refusal) { say(remark) } }
      focus(on: parts?.root.firstObjection)
    case .sayFailed(let reason): say(.submissionFailed(reason))
    case .sayNotReloaded(let reason): say(.loadFailed(reason))
    case .sayWithdrawn: say("submissionWithdrawn")
    case .sayWaitingForOutcome:
      drawing.eraseNotices()
      say("waitingForOutcome")
    case .ask:
      drawing.eraseNotices()
      queue.append(.asked(.leave(isKept: drafts.isOn)))
    case .askAnew: queue.append(.asked(.leave(isKept: drafts.isOn)))
    case .offerDraft(let time):
      // A person who leaves instead of an answer keeps it as it is.
      drafts.forget()
      queue.append(.asked(.resume(keptAt: time)))
    case .restoreDraft(let draft): parts?.restore(draft)
    case .discardDraft:
      if let root = parts?.root { drafts.note(root) }
      queue.append(.discardDraft)
    case .end(let ending): end(ending)
    case .endLoading(let ending):
      queue.append(.cancelLoad)
      end(ending)
    case .endReload:
      queue.append(.cancelLoad)
      tell(event)
    case .keepAndEnd:
      parts?.saveDraft()
      end(.cancelled)
    }
  }

  private func end(_ ending: FormEnding) {
    if ending == .cancelled { parts?.journal() }
    queue.append(.ended(ending))
  }

  /// Says something that belongs to no field: a notice.
  ///
  /// It stays until the person changes or accepts something, submits, wants to leave, or has the form
  /// loaded; it stays where the person goes elsewhere.
  func say(_ message: Message) {
    drawing.say(message, isLasting: machine.isOver)
    queue.append(.said(message))
  }

  /// Shows where the form is, if that has changed, and hands over what is to be done.
  func settled() -> [FormAction] {
    let pending = parts?.root.tally.pending ?? 0
    if drawn.map({ $0 != (machine.state, pending) }) ?? true {
      drawn = (machine.state, pending)
      drawing.drawStatus(machine.state, awaiting: parts?.awaited ?? [])
    }
    return queue.take()
  }
}

extension FormViewModel {
  /// Whether the store has accepted: the form is done.
  public var isSubmitted: Bool { state == .submitted }

  /// Whether something was entered that leaving would lose.
  public var isChanged: Bool { (parts?.root.tally.changed ?? 0) > 0 }

  /// Whether a person may change something now.
  public var isEditable: Bool { machine.isEditable }

  /// Whether checks of fields wait or run, be they waited for or not.
  public var isChecking: Bool { (parts?.root.tally.pending ?? 0) > 0 }

  /// The machine's state of a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func state(of field: FieldID) -> FieldMachine.State? {
    parts?.field(at: field)?.machine.state
  }

  /// What stands in a field, by its path; `nil` where there is no such field.
  ///
  /// An item is named by its number, which begins with 1, and not by its place.
  public func content(of field: FieldID) -> FieldContent? { parts?.field(at: field)?.content }

  /// What is wrong: what stands against a submission, by the paths that parts have in a document, with an
  /// item's place from 0, in order.
  public var violations: [Refusal] {
    parts?.root.objectors.flatMap { part in
      part.knownViolations.map { Refusal(part.pathOfAnswer, $0) }
    } ?? []
  }

  /// What stands against a submission, for a person: of each part in order, by the path that its answer has
  /// in a document, with an item's place from 0, what is wrong with it.
  public var objections: [(field: FieldID, messages: [Message])] {
    parts?.root.objectors.map { ($0.pathOfAnswer, $0.objections) } ?? []
  }

  /// The fields that a check was asked about and has not answered for, by paths as those of ``objections``, and why.
  ///
  /// The form can be handed in all the same: the store has the last word.
  public var unverified: [(field: FieldID, reason: Message)] {
    (parts?.fields ?? []).compactMap { field in
      guard field.isActive, case .unverified(let reason) = field.machine.state else { return nil }
      return (field.pathOfAnswer, .unverified(reason))
    }
  }

  /// The texts that may be offered again another time, of the fields that are part of the form.
  public var rememberedTexts: [(field: FieldID, text: String)] {
    (parts?.fields ?? []).compactMap(\.rememberedText)
  }

  /// The name of the history whose texts are offered again at a node; `nil` where none are.
  public func rememberedField(at node: NodeID) -> FieldID? {
    drawing.field(at: node)?.rememberedName
  }

  /// A question as it is put to the person.
  public func alert(for question: FormQuestion) -> Alert {
    guard question == .review else { return drawing.alert(for: question) }
    if let definition, let confirmation = definition.confirmation {
      return drawing.alert(confirming: confirmation, submitLabel: definition.submitLabel)
    }
    return drawing.alert(
      for: question, review: parts?.root.review ?? [], submitLabel: definition?.submitLabel)
  }
}

// What the program itself enters.

extension FormViewModel {
  /// Gives an answer in the person's place, wherever the person is.
  ///
  /// It counts as one that was entered and accepted: it is judged in earnest, and noted for a draft. Nothing
  /// happens where a person could not give it: while the form cannot be changed, in a field that is not part
  /// of the form, or where there is no such option. Nor does it where the field says the same already,
  /// however that is written there.
  ///
  /// - Parameters:
  ///   - answer: What the field is to say.
  ///   - field: The field, by its path; an item is named by its number, which begins with 1.
  /// - Returns: What the form's operations are to do.
  public func set<Answer>(_ answer: Answer, in field: Field<Answer>) -> [FormAction] {
    set(field.content(for: answer), at: field.id)
  }

  /// The same, without its type.
  package func set(_ content: FieldContent, at path: FieldID) -> [FormAction] {
    guard machine.isEditable, let field = parts?.field(at: path), field.isActive,
      field.kind.accepts(content), !field.says(content)
    else { return settled() }
    put(content, into: field)
    if field.content == content { parts?.commit(field) }
    return settled()
  }

  /// What a field says, as it will say it in the answers: while it is no part of the form, the empty answer.
  public subscript<Answer>(field: Field<Answer>) -> Answer {
    field.read(value(of: field.id).map { .value($0) })
  }

  /// The value of a field that is part of the form.
  package func value(of field: FieldID) -> Value? { parts?.field(at: field)?.activeValue }

  /// Puts other content into a field, and shows it, unless something hinders that: then the person is told
  /// what.
  func put(_ content: FieldContent, into field: FieldPart) {
    guard content != field.content else { return }
    if let hindrance = parts?.hindrance(toChanging: field, to: content) {
      drawing.eraseNotices()
      return say(hindrance)
    }
    change { $0.put(content, into: field) }
    parts?.journal()
  }

  /// Takes the same answer once more: what the store said against it goes, and the store is asked again.
  func answerAgain(_ field: FieldPart) {
    if field.isRefusedByStore { change { $0.answerAgain(field) } }
  }
}

extension FieldPart {
  /// Whether the content would say what the field says already.
  fileprivate func says(_ other: FieldContent) -> Bool {
    // What makes no sense says nothing.
    do {
      return value.isSame(as: try kind.value(of: specification.trimmed(other), in: mode))
    } catch {
      return other == content
    }
  }
}

extension Value? {
  /// Whether both say the same, of texts code point by code point.
  package func isSame(as other: Value?) -> Bool {
    if case (.text(let one)?, .text(let other)?) = (self, other) {
      return one.hasSameCodePoints(as: other)
    }
    return self == other
  }
}
