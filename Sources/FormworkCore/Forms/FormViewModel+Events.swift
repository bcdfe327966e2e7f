extension FormViewModel {
  // MARK: Typing

  /// Whether contents may change now: the form is at work, and no question is to be answered first.
  private var isEditable: Bool {
    switch machine.state {
    case .editing, .awaitingChecks: true
    case .blank, .loading, .loadFailed, .submitting, .offeringDraft, .confirmingLeave, .submitted,
      .cancelled, .declined:
      false
    }
  }

  /// Takes an edit in.
  ///
  /// One that was made on an older content, away from the focus or at the wrong time is answered
  /// with the content as it stands; an accepted one is not answered.
  ///
  /// - Returns: Whether it was accepted.
  @discardableResult
  func edit(_ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64) -> Bool {
    guard let index = indexes[node] else { return false }
    let field = fields[index]
    guard isEditable, tree.focus == node, revision >= field.setAt,
      field.kind.accepts(content), let end = content.endCursor
    else {
      restate(node)
      return false
    }
    tree.adopt(node, .cursor, .number(min(max(0, cursor), end)))
    if field.isShown(as: content) { return true }
    tree.adopt(node, .value, content.shown)
    if content != field.content { change(index, to: content) }
    return true
  }

  /// Tells a front end once more what stands in a field, because it shows something else.
  ///
  /// What it sends before it has seen that is about a text that is not there any more.
  func restate(_ node: NodeID) {
    guard let index = indexes[node] else { return }
    fields[index].setAt = tree.revision + 1
    tree.restate(node, .value)
    tree.restate(node, .cursor)
  }

  private func change(_ index: Int, to content: FieldContent) {
    eraseNotices()
    // While nothing but editing goes on, an edit is no news to the form.
    if case .awaitingChecks = machine.state { tell(.edited) }
    replaceContent(at: index, with: content)
  }

  func commit(_ node: NodeID, _ content: FieldContent?, revision: UInt64) {
    guard let index = indexes[node] else { return }
    guard isEditable, tree.focus == node else {
      if content != nil { restate(node) }
      return
    }
    if let content {
      let isTaken = edit(node, content, cursor: .max, revision: revision)
      // An edit that comes too late may still say what stands there.
      guard isTaken || fields[index].content == content else { return }
    }
    eraseNotices()
    apply(.committed(verdict(of: index)), at: index)
    journal()
  }

  /// Switches a toggle or an option.
  ///
  /// Unlike an edit it is answered: others may have gone off.
  func choose(_ node: NodeID, isOn: Bool) {
    let owner = indexes[node] == nil ? tree[node]?.parent ?? node : node
    guard isEditable, let index = indexes[owner],
      let content = fields[index].choosing(node, isOn: isOn)
    else { return }
    if tree.focus != owner { focus(on: owner) }
    guard content != fields[index].content else { return }
    change(index, to: content)
    drawContent(of: index)
    journal()
  }

  // MARK: Buttons

  func activate(_ node: NodeID, revision: UInt64) {
    // Behind an alert nothing is at hand, whatever is still on view.
    guard let button = layout.buttons[node], layout.focusableButtons.contains(node),
      revision >= layout.buttonsDrawnAt
    else { return }
    press(button, revision: revision)
  }

  func press(_ button: Statement.Button, revision: UInt64) {
    switch button {
    case .submit: pressSubmit()
    case .cancel: leave(revision: revision)
    case .retry: tell(.retryRequested)
    case .leave: tell(.leaveConfirmed)
    case .stay: tell(.leaveWithdrawn)
    case .resume: tell(.draft(.accepted))
    case .startAnew: tell(.draft(.refused))
    }
  }

  private func pressSubmit() {
    guard machine.state == .editing else {
      tell(.submitPressed(.pending))
      return
    }
    eraseNotices()
    for index in fields.indices where fields[index].machine.state != .excluded {
      apply(.submitPressed(verdict(of: index)), at: index)
    }
    journal()
    tell(.submitPressed(tally.readiness))
  }

  func leave(revision: UInt64) {
    // A wish from before the question was on view is no answer to it.
    guard layout.alert == nil || revision >= layout.buttonsDrawnAt else { return }
    eraseNotices()
    tell(.leaveRequested(isChanged: tally.changed > 0))
  }

  /// Lets a submission that waits for checks go on, or come back, once they have said something.
  func settleChecks() {
    if machine.state == .awaitingChecks {
      tell(.checksSettled(tally.readiness))
    }
  }

  // MARK: The form's actions

  /// Tells the form's machine what happened, and does what it asks for.
  func tell(_ event: FormMachine.Event) {
    // An ending is the last state: nothing follows it.
    let hadEnded = machine.state.ending != nil
    perform(machine.apply(event))
    guard !hadEnded, let ending = machine.state.ending else { return }
    if ending == .cancelled { journal() }
    actions.append(.ended(ending))
  }

  private func perform(_ action: FormMachine.Action) {
    switch action {
    case .nothing: break
    case .load(let id): actions.append(.load(id))
    case .cancelLoad(let id): actions.append(.cancelLoad(id))
    case .retryUnverified:
      for index in fields.indices { apply(.retryRequested, at: index) }
    case .submit(let id): actions.append(.submit(id, answers(of: fields.map(\.id))))
    case .showViolations: focusOnFirstObjection()
    case .showRefusals: break  // The refusals come with the event: see `show`.
    case .sayFailed(let reason): say(.submissionFailed(reason))
    case .sayWithdrawn: say(.submissionWithdrawn)
    case .sayWaitingForOutcome: say(.waitingForOutcome)
    case .ask: actions.append(.asked(leaveQuestion))
    case .saveDraft: saveDraft()
    case .offerDraft: actions.append(.asked(resumeQuestion))
    case .restoreDraft: restoreDraft()
    case .discardDraft: discardDraft()
    }
  }

  /// What the person is asked before leaving: whether anything is lost depends on drafts.
  var leaveQuestion: Statement { journalsDrafts ? .leaveKeepingQuestion : .leaveQuestion }

  /// Shows on the fields what the store said; what no field on the screen is about, as notices.
  func show(_ refusals: [Refusal]) {
    for refusal in refusals {
      let index = refusal.field.flatMap { self.index(of: $0) }
      if let index, fields[index].machine.state != .excluded {
        apply(.refusedBySubmission(refusal.violation), at: index)
      } else {
        say(
          .refusedElsewhere(
            label: index.map { fields[$0].specification.label }, refusal.violation))
      }
    }
    focusOnFirstObjection()
  }
}

extension FormMachine.State {
  /// How the form ended, if it did.
  fileprivate var ending: FormEnding? {
    switch self {
    case .submitted: .submitted
    case .cancelled: .cancelled
    case .declined: .declined
    case .blank, .loading, .loadFailed, .offeringDraft, .editing, .awaitingChecks, .submitting,
      .confirmingLeave:
      nil
    }
  }
}

extension FieldContent {
  /// Where the cursor is once all of it was typed, in bytes of UTF-8, of a secret in code points;
  /// `nil` for what is chosen and not typed.
  fileprivate var endCursor: Int? {
    switch self {
    case .text(let text): text.utf8.count
    case .secret(let secret): secret.codePointCount
    case .toggle, .choice, .choices: nil
    }
  }
}

extension FieldRecord {
  /// Whether a text is what a front end shows of the content, which has control characters that were
  /// replaced on the way: a front end that reports it has changed nothing.
  fileprivate func isShown(as other: FieldContent) -> Bool {
    guard case .text(let text) = other, !text.isPrintableASCII,
      case .text(let own) = content, !text.hasSameCodePoints(as: own)
    else { return false }
    let shown = own.replacingControls(allowingLines: kind == .textArea)
    return shown.hasSameCodePoints(as: text)
  }

  /// The content once an option, or the toggle itself, is switched.
  fileprivate func choosing(_ node: NodeID, isOn: Bool) -> FieldContent? {
    if case .toggle = content { return node == self.node ? .toggle(isOn) : nil }
    guard let place = options.firstIndex(of: node) else { return nil }
    switch (kind, content) {
    case (.choice(let all), .choice(let chosen)):
      let option = all[place].value
      return .choice(isOn ? option : chosen == option ? nil : chosen)
    case (.choices(let all), .choices(let chosen)):
      let option = all[place].value
      return .choices(
        all.map(\.value).filter { $0 == option ? isOn : chosen.contains($0) })
    default:
      return nil
    }
  }
}
