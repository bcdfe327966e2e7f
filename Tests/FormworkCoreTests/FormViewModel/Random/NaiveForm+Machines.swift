@testable import FormworkCore

// What the operations find out, and what the machines make of all that happens.

extension NaiveForm {
  /// What an operation has found out changes something if it answers a question that is open, and
  /// else nothing at all.
  ///
  /// Which questions are open follows from what was asked and answered so far, and from nothing that
  /// a machine knows.
  mutating func handle(_ event: FormOperationEvent) {
    let question = Question(answeredBy: event)
    guard question.isOpen(after: log) else { return }
    log.append(.answered(question))
    // A sentence for each question that an answer can settle.
    if case .loaded(let id, let definition) = event {
      tell(.loaded(id, isReviewed: definition.isReviewed))
      begin(definition)
    }
    if case .loadFailed(let id, let reason) = event { tell(.loadFailed(id, reason)) }
    if case .pauseElapsed(let field, let id) = event { tell(field, .pauseElapsed(id)) }
    if case .checkPassed(let field, let id) = event { tell(field, .checkPassed(id)) }
    if case .checkFailed(let field, let id, let why) = event { tell(field, .checkFailed(id, why)) }
    if case .checkRefused(let field, let id, let why) = event {
      tell(field, .checkRefused(id, why))
    }
    if case .submissionAccepted(let id) = event { tell(.accepted(id)) }
    if case .submissionFailed(let id, let reason) = event { tell(.failed(id, reason)) }
    if case .submissionRefused(let id, let refusals) = event {
      tell(.refused(id, refusals))
      show(refusals)
    }
    // A submission that waits goes on, or comes back, once no check is under way.
    if form.state == .awaitingChecks, readiness != .pending { tell(.checksSettled(readiness)) }
  }

  private mutating func begin(_ definition: FormDefinition) {
    self.definition = definition
    entries = definition.fields.map { Entry(specification: $0, content: $0.initial) }
    for index in entries.indices {
      restate(index)
      if let content = prefilled[entries[index].id] {
        entries[index].content = content
        entries[index].isEdited = true
      }
    }
    let hidden = hidden
    for index in entries.indices {
      entries[index].isShown = !hidden.contains(index)
      if hidden.contains(index) { tell(index, .excluded) }
    }
    for index in entries.indices where entries[index].isEdited {
      tell(index, .restored(verdict(index)))
    }
    buttonsCameAt = flushes + 1
    focus = places.first
  }

  private mutating func show(_ refusals: [Refusal]) {
    for refusal in refusals {
      let index = entries.firstIndex { $0.id == refusal.field }
      if let index, entries[index].isShown {
        tell(index, .refusedBySubmission(refusal.violation))
      } else {
        let label = index.map { entries[$0].specification.label }
        say(.refusedElsewhere(label: label, refusal.violation))
      }
    }
    goToFirstObjection()
  }

  mutating func goToFirstObjection() {
    if let first = entries.firstIndex(where: { $0.machine.state.isObjection }) {
      go(to: .field(first))
    }
  }

  // MARK: Machines

  private mutating func tell(_ field: FieldID, _ event: FieldMachine.Event) {
    if let index = entries.firstIndex(where: { $0.id == field }) { tell(index, event) }
  }

  mutating func tell(_ index: Int, _ event: FieldMachine.Event) {
    let specification = entries[index].specification
    switch entries[index].machine.apply(event) {
    case .nothing: break
    case .startPause(let id):
      actions.append(.startPause(specification.id, id, specification.check?.pause ?? .zero))
    case .check(let id):
      guard let check = specification.check else { return }
      actions.append(
        .check(
          CheckRequest(
            field: specification.id, id: id, check: check.name,
            answers: answers(of: [specification.id] + check.reads), timeOut: check.timeOut)))
    case .cancel(let id): actions.append(.cancel(specification.id, id))
    }
  }

  mutating func tell(_ event: FormMachine.Event) {
    let before = form.state
    let action = form.apply(event)
    if form.state != before { moved(from: before) }
    switch action {
    // What shows and judges is done where the event comes in.
    case .nothing, .begin, .judge, .showRefusals: break
    case .load(let id): actions.append(.load(id))
    case .review: actions.append(.asked(.review))
    case .submit(let id): actions.append(.submit(id, answers(of: entries.map(\.id))))
    case .showViolations: goToFirstObjection()
    case .sayFailed(let reason): say(.submissionFailed(reason))
    case .sayWithdrawn: say("submissionWithdrawn")
    case .sayWaitingForOutcome: say("waitingForOutcome")
    case .ask: actions.append(.asked(.leave(isKept: false)))
    case .keepAndEnd: actions += [.saveDraft(draft), .ended(.cancelled)]
    case .end(let ending): actions.append(.ended(ending))
    case .endLoading(let id, let ending): actions += [.cancelLoad(id), .ended(ending)]
    // These forms are offered no draft; those of `DraftTests` are.
    case .offerDraft, .restoreDraft, .discardDraft: break
    }
  }

  private mutating func say(_ message: Message) {
    notices.append(message)
    actions.append(.said(message))
  }

  /// The buttons change with the state, and the person with them.
  private mutating func moved(from before: FormMachine.State) {
    if case .loadFailed = before { hasFailed = form.state == .cancelled || form.state == .declined }
    if case .loadFailed = form.state { (focus, buttonsCameAt) = (.button(.retry), flushes + 1) }
    if case .loading = form.state { focus = nil }
    if form.state == .confirmingLeave {
      focusBeforeQuestion = focus
      (focus, buttonsCameAt) = (.button(.stay), flushes + 1)
    }
    if before == .confirmingLeave { focus = focusBeforeQuestion }
  }

  private var draft: Draft {
    var contents: [FieldID: FieldContent] = [:]
    var touched: Set<FieldID> = []
    for entry in entries {
      if case .secret = entry.content { continue }
      if entry.content != entry.specification.initial { contents[entry.id] = entry.content }
      let state = entry.machine.state
      if state != .untouched, state != .excluded { touched.insert(entry.id) }
    }
    return Draft(contents: contents, touched: touched)
  }
}
