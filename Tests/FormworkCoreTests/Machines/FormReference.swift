import FormworkCore

/// The form's machine as the design's page has it, read by its columns: sentences instead of a
/// table.
struct FormReference {
  private(set) var state = FormMachine.State.blank

  /// How many loads were begun.
  private(set) var loads: UInt64 = 0

  /// Whether the answers are reviewed.
  private var isReviewed = false

  /// The submission that is under way, or else the next.
  private(set) var submission = SubmissionID(rawValue: 1)

  private var load: LoadID { LoadID(rawValue: loads) }

  /// Whether nothing can happen any more.
  var isOver: Bool { state == .submitted || state == .cancelled || state == .declined }

  private var isLoading: Bool { state == .loading(load) }

  private var isReloading: Bool { state == .reloading(load) }

  private var isSubmitting: Bool { state == .submitting(submission) }

  private var hasFailedToLoad: Bool {
    if case .loadFailed = state { true } else { false }
  }

  mutating func apply(_ event: FormMachine.Event) -> FormMachine.Action {
    if isOver { return .nothing }
    return loading(event) ?? deciding(event) ?? submitting(event) ?? leaving(event) ?? .nothing
  }

  /// The columns opened to retryRequested.
  private mutating func loading(_ event: FormMachine.Event) -> FormMachine.Action? {
    if event == .opened, state == .blank { return beginLoading() }
    if event == .retryRequested, hasFailedToLoad { return beginLoading() }
    if event == .reloadRequested, hasFailedToLoad { return beginLoading() }
    if event == .reloadRequested, state == .editing {
      loads += 1
      state = .reloading(load)
      return .reload(load)
    }
    guard isLoading || isReloading else { return nil }
    if case .loaded(load, let definition) = event {
      isReviewed = definition.isReviewed
      return goBack(.begin(definition))
    }
    guard case .loadFailed(load, let reason) = event else { return nil }
    if isReloading { return goBack(.sayNotReloaded(reason)) }
    state = .loadFailed(reason)
    return .offerRetry
  }

  private mutating func beginLoading() -> FormMachine.Action {
    loads += 1
    state = .loading(load)
    return .load(load)
  }

  /// What is said of drafts.
  private mutating func deciding(_ event: FormMachine.Event) -> FormMachine.Action? {
    if case .draft(.found(let kept)) = event, state == .editing {
      state = .offeringDraft(kept.draft)
      return .offerDraft(keptAt: kept.time)
    }
    guard case .offeringDraft(let draft) = state else { return nil }
    if event == .draft(.accepted) { return goBack(.restoreDraft(draft)) }
    return event == .draft(.refused) ? goBack(.discardDraft) : nil
  }

  /// The columns submitPressed to failed.
  private mutating func submitting(_ event: FormMachine.Event) -> FormMachine.Action? {
    if event == .submitPressed, state == .editing { return .judge }
    if case .judged(let readiness) = event, state == .editing { return submit(readiness) }
    if event == .reviewAccepted, state == .reviewing { return handIn() }
    if case .reviewLeft(let field) = event, state == .reviewing {
      return goBack(field.map { .goTo($0) } ?? .nothing)
    }
    if case .checksSettled(let readiness) = event, state == .awaitingChecks {
      return submit(readiness)
    }
    if event == .edited, state == .awaitingChecks { return goBack(.sayWithdrawn) }
    guard isSubmitting else { return nil }
    if event == .accepted(submission) { return end(.submitted) }
    if case .failed(submission, let reason) = event { return goBack(.sayFailed(reason)) }
    if case .refused(submission, let refusals) = event {
      submission = SubmissionID(rawValue: submission.rawValue + 1)
      return goBack(.showRefusals(refusals))
    }
    return nil
  }

  private mutating func submit(_ readiness: Readiness) -> FormMachine.Action? {
    if readiness == .barred { return goBack(.showViolations) }
    state = readiness == .ready ? .reviewing : .awaitingChecks
    if readiness == .pending { return nil }
    return isReviewed ? .review : handIn()
  }

  private mutating func handIn() -> FormMachine.Action {
    state = .submitting(submission)
    return .submit(submission)
  }

  private mutating func goBack(_ action: FormMachine.Action) -> FormMachine.Action {
    state = .editing
    return action
  }

  /// The columns leaveRequested to declined.
  private mutating func leaving(_ event: FormMachine.Event) -> FormMachine.Action? {
    if isReloading { return isWayOut(event) ? goBack(.endReload) : nil }
    if case .leaveRequested(let isChanged) = event {
      if isSubmitting { return .sayWaitingForOutcome }
      if state == .awaitingChecks { return goBack(.sayWithdrawn) }
      if state == .reviewing { return goBack(.withdrawReview) }
      return state == .editing && isChanged ? ask() : end(.cancelled)
    }
    if event == .interrupted(isChanged: true), state == .editing { return ask() }
    if event == .declined, !isSubmitting { return end(.declined) }
    if case .leftUnasked(let isChanged) = event {
      if isSubmitting { return .sayWaitingForOutcome }
      let isAtWork = state == .editing || state == .awaitingChecks || state == .reviewing
      return isAtWork && isChanged || state == .confirmingLeave ? keep() : end(.cancelled)
    }
    guard state == .confirmingLeave else { return nil }
    if event == .leaveWithdrawn { state = .editing }
    if event == .keepingChanged { return .askAnew }
    return event == .leaveConfirmed ? keep() : nil
  }

  private mutating func ask() -> FormMachine.Action {
    state = .confirmingLeave
    return .ask
  }

  private func isWayOut(_ event: FormMachine.Event) -> Bool {
    switch event.kind {
    case .leaveRequested, .leftUnasked, .declined: true
    default: false
    }
  }

  private mutating func keep() -> FormMachine.Action {
    state = .cancelled
    return .keepAndEnd
  }

  private mutating func end(_ ending: FormEnding) -> FormMachine.Action {
    let states: [FormEnding: FormMachine.State] = [
      .submitted: .submitted, .cancelled: .cancelled, .declined: .declined,
    ]
    defer { state = states[ending] ?? state }
    return isLoading ? .endLoading(ending) : .end(ending)
  }
}
