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

  /// Takes an edit in, which at the wrong time is answered with the content as it stands.
  ///
  /// - Returns: Whether it was accepted.
  @discardableResult
  func edit(_ node: NodeID, _ content: FieldContent, cursor: Int, revision: UInt64) -> Bool {
    guard let index = indexes[node] else { return false }
    let field = fields[index]
    guard isEditable, field.kind.accepts(content) else {
      restate(node)
      return false
    }
    let edited = field.entry.edit(
      content, cursor: cursor, revision: revision, at: node, in: &tree,
      allowingLines: field.kind == .textArea)
    guard let edited else { return false }
    if edited != field.content { change(index, to: edited) }
    return true
  }

  /// Tells a front end once more what stands in a field, because it shows something else.
  func restate(_ node: NodeID) {
    if let index = indexes[node] { fields[index].entry.restate(at: node, in: &tree) }
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
    guard revision >= layout.buttonsDrawnAt,
      let shown = layout.buttons.first(where: { $0.node == node })
    else { return }
    act(on: shown.button)
  }

  func act(on button: FormButton) {
    switch button {
    case .submit: pressSubmit()
    case .cancel: leave()
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

  func leave() {
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
    case .sayWithdrawn: say("submissionWithdrawn")
    case .sayWaitingForOutcome: say("waitingForOutcome")
    case .ask: actions.append(.asked(leaveQuestion))
    case .saveDraft: saveDraft()
    case .offerDraft: actions.append(.asked(.resume(keptAt: offer?.time ?? "")))
    case .restoreDraft: restoreDraft()
    case .discardDraft: discardDraft()
    }
  }

  /// What the person is asked before leaving: whether anything is lost depends on drafts.
  public var leaveQuestion: FormQuestion { .leave(isKept: journalsDrafts) }

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

extension FieldRecord {
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
