import FormworkCore

/// The form's machine as the design's page has it, read by its columns: sentences instead of a
/// table.
struct FormReference {
  private(set) var state = FormMachine.State.blank

  /// How many loads were begun.
  private(set) var loads: UInt64 = 0

  /// The submission that is under way, or else the next.
  private(set) var submission = SubmissionID(rawValue: 1)

  private var load: LoadID { LoadID(rawValue: loads) }

  /// Whether nothing can happen any more.
  var isOver: Bool { state == .submitted || state == .cancelled || state == .declined }

  private var isLoading: Bool { state == .loading(load) }

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
    if event == .retryRequested, state == .editing { return .retryUnverified }
    guard isLoading else { return nil }
    if event == .loaded(load) { state = .editing }
    if case .loadFailed(load, let reason) = event { state = .loadFailed(reason) }
    return nil
  }

  private mutating func beginLoading() -> FormMachine.Action {
    loads += 1
    state = .loading(load)
    return .load(load)
  }

  /// What is said of drafts.
  private mutating func deciding(_ event: FormMachine.Event) -> FormMachine.Action? {
    if event == .draft(.found), state == .editing {
      state = .offeringDraft
      return .offerDraft
    }
    guard state == .offeringDraft else { return nil }
    if event == .draft(.accepted) { return goBack(.restoreDraft) }
    return event == .draft(.refused) ? goBack(.discardDraft) : nil
  }

  /// The columns submitPressed to failed.
  private mutating func submitting(_ event: FormMachine.Event) -> FormMachine.Action? {
    if case .submitPressed(let readiness) = event, state == .editing { return submit(readiness) }
    if case .checksSettled(let readiness) = event, state == .awaitingChecks {
      return submit(readiness)
    }
    if event == .edited, state == .awaitingChecks { return goBack(.sayWithdrawn) }
    guard isSubmitting else { return nil }
    if event == .accepted(submission) { state = .submitted }
    if case .failed(submission, let reason) = event { return goBack(.sayFailed(reason)) }
    if event == .refused(submission) {
      submission = SubmissionID(rawValue: submission.rawValue + 1)
      return goBack(.showRefusals)
    }
    return nil
  }

  private mutating func submit(_ readiness: Readiness) -> FormMachine.Action? {
    if readiness == .barred { return goBack(.showViolations) }
    state = readiness == .ready ? .submitting(submission) : .awaitingChecks
    return readiness == .ready ? .submit(submission) : nil
  }

  private mutating func goBack(_ action: FormMachine.Action) -> FormMachine.Action {
    state = .editing
    return action
  }

  /// The columns leaveRequested to declined.
  private mutating func leaving(_ event: FormMachine.Event) -> FormMachine.Action? {
    if case .leaveRequested(let isChanged) = event {
      if isSubmitting { return .sayWaitingForOutcome }
      if state == .awaitingChecks { return goBack(.sayWithdrawn) }
      if state == .editing, isChanged {
        state = .confirmingLeave
        return .ask
      }
      return end(.cancelled)
    }
    if event == .declined, !isSubmitting { return end(.declined) }
    guard state == .confirmingLeave else { return nil }
    if event == .leaveWithdrawn { state = .editing }
    guard event == .leaveConfirmed else { return nil }
    state = .cancelled
    return .saveDraft
  }

  private mutating func end(_ end: FormMachine.State) -> FormMachine.Action {
    defer { state = end }
    return isLoading ? .cancelLoad(load) : .nothing
  }
}
