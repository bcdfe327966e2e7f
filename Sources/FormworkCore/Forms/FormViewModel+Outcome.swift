extension FormViewModel {
  // MARK: Buttons

  func activate(_ node: NodeID, revision: UInt64) {
    if let button = drawing.sectionButton(at: node) {
      if revision >= button.drawnAt { press(button) }
    } else if let button = drawing.button(at: node), revision >= drawing.buttonsDrawnAt {
      act(on: button)
    }
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
    guard machine.state == .editing, let root = parts?.root else {
      tell(.submitPressed(.pending))
      return
    }
    drawing.eraseNotices(in: &tree)
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart {
        if field.machine.state != .excluded { apply(.submitPressed(verdict(of: field)), to: field) }
      } else if let section = part as? SectionPart, section.hasRules, section.isActive {
        _ = apply(.submitPressed(section.violations), to: section)
      }
    }
    journal()
    tell(.submitPressed(root.tally.readiness))
  }

  func leave() {
    drawing.eraseNotices(in: &tree)
    tell(.leaveRequested(isChanged: isChanged))
  }

  /// Lets a submission that waits for checks go on, or come back, once they have said something.
  func settleChecks() {
    if machine.state == .awaitingChecks, let root = parts?.root {
      tell(.checksSettled(root.tally.readiness))
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
      for field in parts?.fields ?? [] { apply(.retryRequested, to: field) }
    case .submit(let id): actions.append(.submit(id, parts?.root.members ?? Answers()))
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

  /// Says something that belongs to no field: a notice, until the person goes on.
  func say(_ message: Message) {
    drawing.say(message, in: &tree)
    actions.append(.said(message))
  }

  /// Shows on the parts what the store said; what no part on the screen is about, as notices.
  func show(_ refusals: [Refusal]) {
    for refusal in refusals {
      let part = refusal.field.flatMap { parts?.part(atPointer: $0) }
      if let field = part as? FieldPart, field.machine.state != .excluded {
        apply(.refusedBySubmission(refusal.violation), to: field)
      } else if let section = part as? SectionPart, section.isActive {
        _ = apply(.refusedBySubmission(refusal.violation), to: section)
      } else {
        say(.refusedElsewhere(label: part?.spokenLabel, refusal.violation))
      }
    }
    focusOnFirstObjection()
  }
}

extension Part {
  /// What a person calls it.
  fileprivate final var spokenLabel: Message {
    (self as? FieldPart)?.specification.label ?? (self as? SectionPart)?.label ?? ""
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
