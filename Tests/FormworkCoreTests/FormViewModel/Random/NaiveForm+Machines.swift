@testable import FormworkCore

extension NaiveForm {
  /// Applies the result of an operation: it counts only as the answer to an open question.
  ///
  /// Open questions follow from the log of questions and answers, not from the state of a machine.
  mutating func handle(_ result: OperationResult) {
    guard let question = Question(answeredBy: result), question.isOpen(after: log) else { return }
    log.append(.answered(question))
    // An answer can settle each of these questions.
    switch result {
    case .form(let event):
      send(event)
      if case .loaded(_, let definition) = event { begin(definition) }
      if case .refused(_, let refusals) = event { show(refusals) }
    case .field(let field, let event): send(field, event)
    }
    // A waiting submission continues, or is refused, after the last check.
    if form.state == .awaitingChecks, readiness != .pending { send(.checksSettled(readiness)) }
  }

  private mutating func begin(_ definition: FormDefinition) {
    // A new form replaces the old one; it keeps all answers except consents.
    let entered = self.definition == nil ? prefilled : entered(in: "", \.isExcludedFromDrafts)
    for path in entries.keys { send(path, .excluded) }
    lastCheck = entries.values.map(\.machine.lastCheck).reduce(lastCheck, max)
    (entries, facts, notices, sectionButtonsCameAt) = ([:], [:], [], [:])
    self.definition = definition
    make(definition.items, "")
    let restored = restore(entered, definition.items, "", "")
    let outline = outline
    for path in entries.keys.sorted() where outline.fields[path].map(outline.isShown) != true {
      send(path, .excluded)
    }
    sendToSections(outline)
    for path in restored {
      send(path, .restored(verdict(path, outline)))
    }
    buttonsCameAt = flushes + 1
    noteButtons(outline)
    focus = stops.first
  }

  private mutating func show(_ refusals: [FormIssue]) {
    for refusal in refusals {
      let outline = outline
      let part = outline.parts.first { part in
        guard part.pointer == refusal.field?.rawValue else { return false }
        return switch part.content {
        case .field, .section, .item: true
        case .group, .note, .button: false
        }
      }
      if let part, outline.isShown(part) {
        if part.isField {
          send(part.path, .refusedBySubmission(refusal.violation))
        } else {
          _ = facts[part.path]?.machine.apply(.refusedBySubmission(refusal.violation))
        }
      } else {
        let name = refusal.field.map { Message.verbatim($0.rawValue) }
        showMessage(.refusedElsewhere(label: part.map(label) ?? name, refusal.violation))
      }
    }
    goToFirstInvalid()
  }

  /// The targets of a refusal, in order.
  var pointers: [FieldID] {
    outline.parts.filter { $0.isField || $0.isSectionOrItem }.map {
      FieldID(rawValue: $0.pointer)
    }
  }

  func label(of part: Outline.Part) -> Message {
    switch part.content {
    case .field(let field): field.label
    case .section(let section): section.label
    case .item, .group, .note, .button:
      outline.parts.compactMap { other -> Message? in
        guard other.path == part.path, case .group(_, let label, _) = other.content else {
          return nil
        }
        return label
      }.first ?? ""
    }
  }

  mutating func goToFirstInvalid() {
    let shown = outline.shown
    for part in shown {
      if part.isField {
        if entries[part.path]?.machine.state.isInvalid ?? false {
          return go(to: .field(part.path))
        }
        continue
      }
      guard part.isSectionOrItem, facts[part.path]?.machine.violations.isEmpty == false else {
        continue
      }
      let control = shown.first { $0.path == part.path + "?" }?.place
      if let place = outline.stop(in: part.path) ?? control { return go(to: place) }
    }
  }

  // MARK: Machines

  private mutating func send(_ field: FieldID, _ event: FieldMachine.Event) {
    send(field.rawValue, event)
  }

  mutating func send(_ path: String, _ event: FieldMachine.Event) {
    guard let specification = entries[path]?.specification,
      let before = entries[path]?.machine.state,
      let action = entries[path]?.machine.apply(event)
    else { return }
    let after = entries[path]?.machine.state
    if after != before { entries[path]?.isRefusedByStore = false }
    if case .refusedBySubmission = event { entries[path]?.isRefusedByStore = after != .excluded }
    let id = FieldID(rawValue: path)
    switch action {
    case .nothing: break
    case .startPause(let check):
      actions.append(.startPause(id, check, specification.check?.pause ?? .zero))
    case .check(let run):
      let outline = outline
      guard let check = specification.check, let part = outline.fields[path] else { return }
      actions.append(
        .check(
          CheckRequest(
            field: id, id: run, check: check.name,
            answers: outline.answers(to: [specification.id] + check.reads, of: part),
            timeOut: check.timeOut)))
    case .cancel(let check): actions.append(.cancel(id, check))
    }
  }

  mutating func send(_ event: FormMachine.Event) {
    let before = form.state
    let action = form.apply(event)
    if form.state != before { moved(from: before) }
    switch action {
    // Displaying and validating happen at the event itself.
    case .nothing, .offerRetry, .begin, .validate, .showRefusals: break
    case .load(let id):
      notices = []
      actions.append(.load(id))
    case .reload(let id):
      notices = []
      actions.append(.reload(id))
    case .review: actions.append(.asked(.review))
    case .withdrawReview: actions.append(.withdrewReview)
    case .submit(let id):
      for path in facts.keys {
        if let removed = facts[path]?.removed?.entered {
          facts[path]?.removed?.entered = removed.withoutSecrets
        }
      }
      actions.append(.submit(id, outline.answers))
    case .showViolations: goToFirstInvalid()
    case .showFailed(let reason): showMessage(.submissionFailed(reason))
    case .showNotReloaded(let reason): showMessage(.loadFailed(reason))
    case .endReload:
      actions.append(.cancelLoad)
      send(event)
    case .showWithdrawn: showMessage(.key("submissionWithdrawn"))
    case .showWaitingForOutcome:
      notices = []
      showMessage(.key("waitingForOutcome"))
    case .ask:
      notices = []
      actions.append(.asked(.leave(isSaved: false)))
    case .saveAndEnd: actions += [.saveDraft(DraftChange(to: draft)), .ended(.cancelled)]
    case .end(let ending): actions.append(.ended(ending))
    case .endLoading(let ending): actions += [.cancelLoad, .ended(ending)]
    case .goTo(let field): go(to: .field(field.rawValue))
    case .offerDraft(let time): actions.append(.asked(.resume(savedAt: time)))
    case .restoreDraft(let draft): resume(draft)
    case .discardDraft: actions.append(.discardDraft)
    // These forms have no drafts; those of `DraftTests` do.
    case .askAgain: break
    }
  }

  mutating func showMessage(_ message: Message) {
    notices.append(message)
    actions.append(.showed(message))
  }

  /// The buttons depend on the state, and the focus follows them.
  private mutating func moved(from before: FormMachine.State) {
    if case .loadFailed = before { hasFailed = form.state == .cancelled || form.state == .declined }
    if case .loadFailed = form.state { (focus, buttonsCameAt) = (.button(.retry), flushes + 1) }
    if case .loading = form.state { focus = nil }
    if question != nil {
      focusBeforeQuestion = focus
      (focus, questionCameAt) = (buttons.first.map { .button($0) }, flushes + 1)
    }
    if before.question != nil { focus = focusBeforeQuestion }
  }
}
