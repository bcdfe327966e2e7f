/// The view model of a form.
///
/// It receives the acts of the user and the results of the operations, returns requests to the
/// operations, and updates its ``tree``. It performs no I/O and has no clock. An event touches only
/// the parts that it affects, so the cost of an edit does not grow with the form.
///
/// It is not thread-safe: its owner confines it to one thread. Other threads use the bindings of
/// its screen.
public final class FormViewModel {
  /// The view tree that the front end receives.
  public var tree: ViewTree {
    _read { yield drawing.tree }
    _modify { yield &drawing.tree }
  }

  /// The definition, after it is loaded.
  public var definition: FormDefinition? { parts?.definition }

  /// The state of the form.
  public var state: FormMachine.State { machine.state }

  /// Whether the store is processing a submission.
  public var isSubmitting: Bool { machine.isSubmitting }

  /// The number of flushes of the view tree.
  public var revision: UInt64 { drawing.tree.revision }

  /// Whether the view tree has changes to send.
  public var hasChanges: Bool { tree.hasChanges }

  /// Returns the kind of a node, or `nil` if there is no such node.
  public func kind(of node: NodeID) -> NodeKind? { tree.kind(of: node) }

  /// Whether the form sends its draft after each commit and when the user leaves it.
  ///
  /// Otherwise it sends a draft only when the user confirms to leave.
  public var savesDraftOnCommit: Bool { drafts.isOn }

  private(set) var parts: LiveParts?

  let drawing: FormDrawing

  let drafts: DraftTracker

  // Each read of a property that changes in place would check for exclusive access, several times per key press.
  private(set) var machine = FormMachine()
  private let queue = ActionQueue()

  /// The state that the displayed status of the screen describes.
  private var drawn = (state: FormMachine.State.blank, pending: 0)

  private let name: String
  private let title: Message?

  /// The way to answer the parts that lines of a pipe cannot, such as "use --answers FILE".
  public var answersHint: Message?

  /// Whether the end of a pipe submits the form, if only optional answers are missing.
  public var isSubmittedByEndOfInput = false

  /// Creates the view model of a form that is not loaded yet.
  ///
  /// The title is that of the screen until the definition is loaded. Prefilled contents have paths such as
  /// `username` or `contacts/0/address`, and `payment?` chooses one of several alternatives. They are validated;
  /// those that a field cannot hold are ignored. The counts are numbers of items by list, which the contents determine
  /// otherwise.
  public init(
    _ name: String, title: Message? = nil, catalogue: Catalogue,
    prefilled: [FieldID: FieldContent] = [:], counts: [FieldID: Int] = [:]
  ) {
    (self.name, self.title) = (name, title)
    drafts = DraftTracker(prefilled: Draft(prefilled: prefilled, counts: counts))
    drawing = FormDrawing(catalogue)
  }

  // MARK: Events

  /// Shows the screen and requests the definition.
  public func open() -> [FormAction] {
    guard drawing.drawScreen(name, title: title) else { return [] }
    drawing.drawPipe(answersHint: answersHint, isSubmittedByEnd: isSubmittedByEndOfInput)
    send(.opened)
    return settled()
  }

  /// Handles an event for the form, such as the result of a load or submission.
  ///
  /// A late result changes nothing.
  public func handle(_ event: FormMachine.Event) -> [FormAction] {
    send(event)
    return settledChecks()
  }

  /// Handles an event for a field, such as the result of its check.
  ///
  /// A late result changes nothing.
  public func handle(_ event: FieldMachine.Event, at field: FieldID) -> [FormAction] {
    parts?.send(event, toFieldAt: field)
    return settledChecks()
  }

  /// Submits if the submission waits only for checks that have ended, and returns the requests.
  private func settledChecks() -> [FormAction] {
    send(.checksSettled(parts?.root.statusCounts.readiness ?? .ready))
    return settled()
  }

  /// Handles an act of the user, who has seen the tree of a revision.
  public func handle(_ input: UserInput, revision: UInt64 = .max) -> [FormAction] {
    switch input {
    case .edit(let node, let content, let cursor):
      _ = edit(node, content, cursor: cursor, revision: revision)
    case .commit(let node, let content): commit(node, content, revision: revision)
    case .choose(let node, let isOn): choose(node, isOn: isOn)
    case .activate(let node): activate(node, revision: revision)
    case .go(let destination): go(to: destination)
    case .reset(let node): reset(node)
    case .back: act(on: .cancel)
    case .reload: send(.reloadRequested)
    default: break
    }
    return settled()
  }

  /// Reports that input for a field does not count, and sends the current content again.
  public func refuse(_ node: NodeID, _ reason: InputRejection) -> [FormAction] {
    drawing.refuse(node, reason)
    return settled()
  }

  /// Performs the action of a button, on behalf of the user.
  public func press(_ button: FormButton) -> [FormAction] {
    act(on: button)
    return settled()
  }

  /// Handles the answer to a question: the name of a button of the alert.
  public func answer(_ name: String) -> [FormAction] {
    if let button = FormButton(rawValue: name) {
      act(on: button)
    } else if let field = ReviewLine.path(ofButton: name) {
      send(.reviewLeft(to: field))
    }
    return settled()
  }

  /// Leaves without a question, because the user cannot answer any more, and saves a draft.
  ///
  /// A submission that the store is processing continues.
  public func leaveUnasked() -> [FormAction] {
    send(.leftUnasked(isChanged: isChanged))
    return settled()
  }

  /// Asks whether to leave, if the form is being edited and was changed.
  public func interrupted() -> [FormAction] {
    send(.interrupted(isChanged: isChanged))
    return settled()
  }

  /// Clears a secret that was typed only partly, even if the focus is elsewhere.
  ///
  /// A submission that waits for checks is withdrawn. Nothing happens during a review or a
  /// submission.
  public func clearPartialSecret(_ node: NodeID) -> [FormAction] {
    guard let field = drawing.field(at: node), field.isSecret, machine.mayEmptySecrets
    else { return [] }
    send(.edited)
    parts?.put(.secret(.empty), into: field)
    return settled()
  }

  /// Forgets all secrets without an update of the view tree, because the form is not shown again.
  public func forgetSecrets() { parts?.forgetSecrets() }

  /// Asks whether to resume a draft, which was saved at a time in words for the user.
  public func offer(_ draft: Draft, savedAt time: String) -> [FormAction] {
    send(.draft(.found(SavedDraft(draft, at: time))))
    return settled()
  }

  /// Whether contents may differ from the last draft that the form sent.
  public var hasUnsavedChanges: Bool { drafts.hasChanges }

  /// Sends the change of the draft, with the text of a field that was not committed.
  public func saveDraft() -> [FormAction] {
    parts?.sendDraftChange()
    return settled()
  }

  /// Shows a message about drafts.
  public func report(_ message: Message) -> [FormAction] {
    show(message)
    return settled()
  }

  /// Returns the faults of the program in a refusal of its store: a missing part, a missing sentence.
  package func faults(of refusal: FormIssue) -> [String] {
    var faults: [String] = []
    if let part = refusal.field, definition?.hasPart(at: part) == false {
      faults.append("the store refused \"\(part)\", which is not in the form")
    }
    let catalogue = drawing.catalogue
    if case .customError(.key(let key, _, _)) = refusal.violation,
      case .key(let keyOfField, _, _) = refusal.violation.message(of: refusal.field),
      !catalogue.hasSentence(for: keyOfField),
      catalogue.entries["refusedElsewhere.\(key)"] ?? catalogue.entries["refusedPart.\(key)"] == nil
    {
      faults.append("the store refused with \"\(key)\", which has no sentence")
    }
    return faults
  }

  /// Records whether drafts are saved from now on.
  ///
  /// A pending question whether to leave is asked again, because it says whether contents are lost.
  public func setSaving(_ savesDrafts: Bool) -> [FormAction] {
    guard savesDrafts != drafts.isOn else { return settled() }
    drafts.isOn = savesDrafts
    // Earlier changes were not recorded.
    if let root = parts?.root { drafts.note(root) }
    send(.keepingChanged)
    return settled()
  }

  // MARK: Edits and choices

  /// Applies an edit if the field can change now, and returns whether it was accepted.
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

  /// Changes parts, erases notices, and withdraws a submission that waits for checks.
  func change(_ change: (LiveParts) -> Void) {
    drawing.eraseNotices()
    send(.edited)
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
      // A choice does not depend on the revision: a front end sends the choice and its commit
      // together.
      return drawing.refuse(node, .stale)
    }
    drawing.eraseNotices()
    parts?.commit(field)
  }

  /// Resets a field to the content that it began with, as if the user had never visited it.
  private func reset(_ node: NodeID) {
    guard let field = drawing.field(at: node) else { return }
    guard machine.isEditable, drawing.focus == node else { return drawing.refuse(node, .notNow) }
    let first = drafts.given(to: field) ?? field.specification.initial
    if field.content != first {
      change { $0.edit(field, to: first) }
    } else if machine.mayResetFields {
      drawing.eraseNotices()
    } else {
      return drawing.restate(node)
    }
    parts?.reset(field)
  }

  /// Switches a toggle or an option.
  ///
  /// Unlike an edit, an accepted choice changes the view tree, because other options may have been
  /// deselected. A refused choice needs no response: a front end displays only the choices that it
  /// receives.
  private func choose(_ node: NodeID, isOn: Bool) {
    let owner = drawing.owner(of: node)
    guard machine.isEditable, let field = drawing.field(at: owner),
      let content = field.choosing(node, isOn: isOn)
    else { return }
    focus(on: owner)
    if content == field.content { answerAgain(field) } else { put(content, into: field) }
  }

  // MARK: Focus

  private func go(to destination: Destination) {
    switch destination {
    case .node(let node):
      if drawing.place(at: node) != nil || drawing.button(at: node) != nil { focus(on: node) }
    case .next: focus(on: drawing.stop(after: drawing.focus, in: parts?.root))
    case .previous: focus(on: drawing.stop(before: drawing.focus, in: parts?.root))
    case .nextSection: focus(on: drawing.stop(afterSectionAt: drawing.focus, in: parts?.root))
    case .previousSection: focus(on: drawing.stop(beforeSectionAt: drawing.focus, in: parts?.root))
    }
  }

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
    if !machine.wouldHandle(form.event(isChanged: isChanged)) { drawing.tree.refuse(node, .notNow) }
    act(on: form)
  }

  /// Performs the action of a button of a section, if the form can change now.
  private func press(_ button: SectionButton, at node: NodeID) {
    guard machine.isEditable else { return drawing.tree.refuse(node, .notNow) }
    drawing.eraseNotices()
    if let reason = parts?.blockingReason(to: button) {
      drawing.tree.refuse(node, .blocked, drawing.catalogue.text(for: reason))
      show(reason)
    } else {
      send(.edited)
      if let message = parts?.press(button) { show(message) }
    }
    parts?.sendDraftChange()
  }

  private func act(on button: FormButton) {
    if button == .cancel { drawing.eraseNotices() }
    send(button.event(isChanged: isChanged))
  }

  // MARK: Machine

  private func send(_ event: FormMachine.Event) {
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
    case .validate:
      drawing.eraseNotices()
      if let parts { send(.validated(parts.validate())) }
    case .review: queue.append(.asked(.review))
    case .withdrawReview: queue.append(.withdrewReview)
    case .goTo(let field): focus(on: parts?.field(at: field)?.node)
    case .submit(let id): if let parts { queue.append(.submit(id, parts.takeAnswers())) }
    case .showViolations: focus(on: parts?.root.firstInvalidNode)
    case .showRefusals(let refusals):
      for refusal in refusals { if let message = parts?.show(refusal) { show(message) } }
      focus(on: parts?.root.firstInvalidNode)
    case .showFailed(let reason): show(.submissionFailed(reason))
    case .showNotReloaded(let reason): show(.loadFailed(reason))
    case .showWithdrawn: show(.key("submissionWithdrawn"))
    case .showWaitingForOutcome:
      drawing.eraseNotices()
      show(.key("waitingForOutcome"))
    case .ask:
      drawing.eraseNotices()
      queue.append(.asked(.leave(isSaved: drafts.isOn)))
    case .askAgain: queue.append(.asked(.leave(isSaved: drafts.isOn)))
    case .offerDraft(let time):
      // A user who leaves without an answer keeps the draft unchanged.
      drafts.forget()
      queue.append(.asked(.resume(savedAt: time)))
    case .restoreDraft(let draft): parts?.restore(draft)
    case .discardDraft:
      if let root = parts?.root { drafts.note(root) }
      queue.append(.discardDraft)
    case .end(let outcome): end(outcome)
    case .endLoading(let outcome):
      queue.append(.cancelLoad)
      end(outcome)
    case .endReload:
      queue.append(.cancelLoad)
      send(event)
    case .saveAndEnd:
      parts?.saveDraft()
      end(.cancelled)
    }
  }

  private func end(_ outcome: FormOutcome) {
    if outcome == .cancelled { parts?.sendDraftChange() }
    queue.append(.ended(outcome))
  }

  /// Shows a notice: a message that belongs to no field.
  ///
  /// It disappears when the user edits, commits, submits, reloads, or wants to leave, but not when
  /// the focus moves.
  func show(_ message: Message) {
    drawing.show(message, isLasting: machine.isOver)
    queue.append(.showed(message))
  }

  /// Updates the status of the screen if it changed, and returns the collected requests.
  func settled() -> [FormAction] {
    let pending = parts?.root.statusCounts.pending ?? 0
    if drawn != (machine.state, pending) {
      drawn = (machine.state, pending)
      drawing.drawStatus(machine.state, awaiting: parts?.awaited ?? [])
    }
    return queue.take()
  }
}

extension FormViewModel {
  /// Whether the store has accepted the submission.
  public var isSubmitted: Bool { state == .submitted }

  /// Whether leaving would lose changes.
  public var isChanged: Bool { (parts?.root.statusCounts.changed ?? 0) > 0 }

  /// Whether the user can change contents now.
  public var isEditable: Bool { machine.isEditable }

  /// Whether checks of fields run or wait for a pause.
  public var isChecking: Bool { (parts?.root.statusCounts.pending ?? 0) > 0 }

  /// Returns the state of the field at a path, or `nil` if there is no such field.
  ///
  /// The path contains the permanent number of an item, counted from 1, not its index.
  public func state(of field: FieldID) -> FieldMachine.State? {
    parts?.field(at: field)?.machine.state
  }

  /// Returns the content of the field at a path, or `nil` if there is no such field.
  ///
  /// The path contains the permanent number of an item, counted from 1, not its index.
  public func content(of field: FieldID) -> FieldContent? { parts?.field(at: field)?.content }

  /// All known violations, in order, by the paths that the parts have in a document.
  ///
  /// The path contains the index of an item, counted from 0.
  public var violations: [FormIssue] {
    parts?.root.invalidParts.flatMap { part in
      part.knownViolations.map { FormIssue(part.pathOfAnswer, $0) }
    } ?? []
  }

  /// The messages about all known violations, in order, by paths like those of ``violations``.
  public var invalidFields: [(field: FieldID, messages: [Message])] {
    parts?.root.invalidParts.map { ($0.pathOfAnswer, $0.violationMessages) } ?? []
  }

  /// The fields whose checks could not run, by paths like those of ``violations``, and the reasons.
  ///
  /// They do not prevent a submission: the store decides.
  public var unverified: [(field: FieldID, reason: Message)] {
    (parts?.fields ?? []).compactMap { field in
      guard field.isActive, case .unverified(let reason) = field.machine.state else { return nil }
      return (field.pathOfAnswer, .unverified(reason))
    }
  }

  /// The texts to offer again in later sessions, from fields that belong to the form.
  public var rememberedTexts: [(field: FieldID, text: String)] {
    (parts?.fields ?? []).compactMap(\.rememberedText)
  }

  /// Returns the name of the history of texts for the field at a node, or `nil` if it has none.
  public func rememberedField(at node: NodeID) -> FieldID? {
    drawing.field(at: node)?.rememberedName
  }

  /// Returns the name by which the operations complete the text of a field, or `nil` if they do not.
  public func completion(at node: NodeID) -> String? {
    drawing.field(at: node)?.specification.completion
  }

  /// Returns the alert that asks a question.
  public func alert(for question: FormQuestion) -> Alert {
    guard question == .review else { return drawing.alert(for: question) }
    if let definition, let confirmation = definition.confirmation {
      return drawing.alert(confirming: confirmation, submitLabel: definition.submitLabel)
    }
    return drawing.alert(
      for: question, review: parts?.root.review ?? [], submitLabel: definition?.submitLabel)
  }
}

// MARK: Changes by the program

extension FormViewModel {
  /// Sets an answer on behalf of the user, wherever the focus is.
  ///
  /// The answer counts as entered and committed: it is validated, and recorded for a draft. Nothing
  /// happens if the user could not give it, because the form cannot be changed now, the field does
  /// not belong to the form, or the option does not exist. Nor does anything happen if the field
  /// already has this answer.
  ///
  /// The path of the field contains the permanent number of an item, counted from 1.
  public func set<Answer>(_ answer: Answer, in field: Field<Answer>) -> [FormAction] {
    set(field.content(for: answer), at: field.id)
  }

  /// Sets a content, like ``set(_:in:)``.
  package func set(_ content: FieldContent, at path: FieldID) -> [FormAction] {
    guard machine.isEditable, let field = parts?.field(at: path), field.isActive,
      field.kind.accepts(content), !field.matches(content)
    else { return settled() }
    put(content, into: field)
    if field.content == content { parts?.commit(field) }
    return settled()
  }

  /// The answer of a field, or `nil` while the field has no valid answer.
  public subscript<Answer>(field: Field<Answer>) -> Answer? {
    field.read(value(of: field.id).map { .value($0) })
  }

  /// The answer of a field, or the empty answer while the field does not belong to the form.
  public subscript<Answer: EmptiableAnswer>(field: Field<Answer>) -> Answer {
    field.read(value(of: field.id).map { .value($0) }) ?? .emptyAnswer
  }

  package func value(of field: FieldID) -> Value? { parts?.field(at: field)?.activeValue }

  /// Changes the content of a field and shows it, or shows the reason that prevents the change.
  func put(_ content: FieldContent, into field: FieldPart) {
    guard content != field.content else { return }
    if let reason = parts?.blockingReason(toChanging: field, to: content) {
      drawing.eraseNotices()
      return show(reason)
    }
    change { $0.put(content, into: field) }
    parts?.sendDraftChange()
  }

  /// Accepts the same answer again: clears a refusal by the store, so that the user can resubmit.
  func answerAgain(_ field: FieldPart) {
    if field.isRefusedByStore { change { $0.answerAgain(field) } }
  }
}

extension FieldPart {
  /// Whether another content has the same value as the current one.
  fileprivate func matches(_ other: FieldContent) -> Bool {
    // Invalid content has no value.
    do {
      return value.isSame(as: try kind.value(of: specification.trimmed(other), in: mode))
    } catch {
      return other == content
    }
  }
}

extension Value? {
  /// Whether both are equal; texts are compared by code points.
  package func isSame(as other: Value?) -> Bool {
    if case (.text(let one)?, .text(let other)?) = (self, other) {
      return one.hasSameCodePoints(as: other)
    }
    return self == other
  }
}
