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
    case .submit: tell(.submitPressed)
    case .cancel: leave()
    case .decline: tell(.declined)
    case .retry: tell(.retryRequested)
    case .leave: tell(.leaveConfirmed)
    case .stay: tell(.leaveWithdrawn)
    case .resume: tell(.draft(.accepted))
    case .startAnew: tell(.draft(.refused))
    case .handIn: tell(.reviewAccepted)
    case .goOn: tell(.reviewLeft(to: nil))
    }
  }

  /// Judges all parts in earnest, and tells the machine what they say together.
  private func judge() {
    guard let root = parts?.root else { return }
    drawing.eraseNotices(in: &tree)
    for part in Dependencies.withParts(below: root) {
      if let field = part as? FieldPart {
        if field.isActive { apply(.submitPressed(verdict(of: field)), to: field) }
      } else if let section = part as? SectionPart, section.hasRules, section.isActive {
        _ = apply(.submitPressed(section.violations), to: section)
      }
    }
    journal()
    tell(.judged(root.tally.readiness))
  }

  func leave() {
    drawing.eraseNotices(in: &tree)
    tell(.leaveRequested(isChanged: isChanged))
  }

  /// Asks whether to leave, where something was entered and nothing is waited for; otherwise the form goes
  /// on.
  public func interrupted() -> [FormAction] {
    tell(.interrupted(isChanged: isChanged))
    return settled()
  }

  // MARK: The form's actions

  /// Tells the form's machine what happened, and does what it asks for.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - loaded: The definition that has come by it, if one has.
  func tell(_ event: FormMachine.Event, loaded: FormDefinition? = nil) {
    switch machine.apply(event) {
    case .nothing: break
    case .load(let id): actions.append(.load(id))
    case .begin: if let loaded { begin(loaded) }
    case .judge: judge()
    case .review: actions.append(.asked(.review))
    case .withdrawReview: actions.append(.withdrew(.review))
    case .submit(let id): submit(id)
    case .showViolations: focusOnFirstObjection()
    case .showRefusals(let refusals): show(refusals)
    case .sayFailed(let reason): say(.submissionFailed(reason))
    case .sayNotReloaded(let reason): say(.loadFailed(reason))
    case .sayWithdrawn: say("submissionWithdrawn")
    case .sayWaitingForOutcome: say("waitingForOutcome")
    case .goTo(let field): if let node = parts?.field(at: field)?.node { focus(on: node) }
    case .ask:
      drawing.eraseNotices(in: &tree)
      actions.append(.asked(leaveQuestion))
    case .askAnew: actions.append(.asked(leaveQuestion))
    case .offerDraft(let time): offerDraft(keptAt: time)
    case .restoreDraft(let draft): restore(draft)
    case .discardDraft: discardDraft()
    case .end(let ending): end(ending)
    case .endLoading(let id, let ending):
      actions.append(.cancelLoad(id))
      end(ending)
    case .endReload(let id):
      actions.append(.cancelLoad(id))
      tell(event)
    case .keepAndEnd:
      saveDraft()
      end(.cancelled)
    }
  }

  private func submit(_ id: SubmissionID) {
    guard let root = parts?.root else { return }
    // What was removed can be put back as long as the form lasts; its secrets cannot.
    for case let section as SectionPart in Dependencies.withParts(below: root) {
      if let removed = section.removed { section.removed?.entered = removed.entered.withoutSecrets }
    }
    actions.append(.submit(id, root.members))
  }

  private func end(_ ending: FormEnding) {
    if ending == .cancelled { journal() }
    actions.append(.ended(ending))
  }

  /// What the person is asked before leaving: whether anything is lost depends on drafts.
  private var leaveQuestion: FormQuestion { .leave(isKept: journalsDrafts) }

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

  /// Says something that belongs to no field: a notice, until the person goes on.
  func say(_ message: Message) {
    drawing.say(message, in: &tree)
    actions.append(.said(message))
  }

  /// Shows on the parts what the store said; what no part on the screen is about, as notices.
  func show(_ refusals: [Refusal]) {
    for refusal in refusals {
      let part = refusal.field.flatMap { parts?.part(atPointer: $0) }
      if let field = part as? FieldPart, field.isActive {
        apply(.refusedBySubmission(refusal.violation), to: field)
      } else if let section = part as? SectionPart, section.isActive {
        _ = apply(.refusedBySubmission(refusal.violation), to: section)
      } else {
        // Of what is not there, what it would be in is known.
        let known = refusal.field?.withPathsAround.lazy.compactMap {
          self.parts?.part(atPointer: $0)
        }
        say(.refusedElsewhere(label: known?.first?.spokenLabel, refusal.violation))
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
