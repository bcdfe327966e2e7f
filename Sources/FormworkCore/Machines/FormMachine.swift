/// The state machine of a form, from its opening to its end.
///
/// It knows only the ``SubmissionReadiness`` of the fields: before a submission it asks its owner to validate them.
public struct FormMachine: Sendable {
  /// The state of the form.
  public enum State: Hashable, Sendable {
    // Here and below, large values are stored indirectly, because each key press copies the state and an event.

    /// The form was not opened yet.
    case blank

    /// The definition is being loaded. Ends when the load responds.
    case loading(LoadID)

    /// The load failed. Ends on a retry.
    case loadFailed(OperationFailure)

    /// The user is asked whether to continue with a draft. Ends on the answer.
    indirect case offeringDraft(Draft)

    /// The user is editing the form. Ends on a submission, or on a request to leave.
    case editing

    /// The definition is being reloaded, and all content is kept.
    ///
    /// Ends when the load responds, or on a request to leave, which cancels the load.
    case reloading(LoadID)

    /// A submission waits for checks. Ends after them, or on an edit, which withdraws it.
    case awaitingChecks

    /// The user reviews all answers. Ends when the user confirms or changes them.
    case reviewing

    /// The store is deciding. Ends only when the store responds.
    case submitting(SubmissionID)

    /// The user is asked whether to leave, and sees whether a draft is saved. Ends on the answer.
    case confirmingLeave

    /// The store accepted the submission. Final.
    case submitted

    /// The user left. Final.
    case cancelled

    /// The user declined to answer. Final.
    case declined
  }

  /// The current state of the form.
  public private(set) var state: State

  private var lastLoad: UInt64

  /// Whether the user reviews the answers before a submission.
  private var isReviewed: Bool

  /// The number of the last submission that the store refused.
  ///
  /// A failed submission does not count: the next attempt has the same id, so that the store recognizes a repetition.
  private var lastRejected: UInt64

  /// Creates the machine of a form that was not opened yet.
  public init() { self.init(state: .blank) }

  init(
    state: State, lastLoad: UInt64 = 0, lastRejected: UInt64 = 0, isReviewed: Bool = false
  ) {
    (self.state, self.isReviewed) = (state, isReviewed)
    (self.lastLoad, self.lastRejected) = (lastLoad, lastRejected)
  }

  /// Whether the content may change: the user is editing, and no question is open.
  public var isEditable: Bool {
    switch state {
    case .editing, .awaitingChecks: true
    default: false
    }
  }

  /// Whether a field may become untouched and keep its content.
  ///
  /// Not while a submission waits for checks: it depends on the status of the fields.
  public var mayResetFields: Bool { if case .editing = state { true } else { false } }

  /// Whether an incomplete secret may be emptied: not while it is reviewed or submitted.
  public var mayEmptySecrets: Bool {
    switch state {
    case .editing, .reloading, .awaitingChecks, .confirmingLeave: true
    default: false
    }
  }

  /// Whether the store is deciding.
  public var isSubmitting: Bool { if case .submitting = state { true } else { false } }

  /// Whether the event would change the state or produce an action.
  func wouldHandle(_ event: Event) -> Bool {
    var next = self
    return next.apply(event) != .nothing || next.state != state
  }

  var isOver: Bool {
    switch state {
    case .submitted, .cancelled, .declined: true
    default: false
    }
  }

  /// Applies an event and returns the action to perform.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // First the transitions that several states share, then one block per state. The last case of each block
    // lists the events that have no effect in this state, for example because they are late.

    case (.blank, .opened), (.loadFailed, .retryRequested), (.loadFailed, .reloadRequested):
      return load()
    // The new definition receives the current content.
    case (.loading(let id), .loaded(let loaded, let definition)),
      (.reloading(let id), .loaded(let loaded, let definition)):
      return loaded == id ? begin(definition) : .nothing
    // The user has to answer the question about the draft first. A user who leaves keeps the draft.
    case (.blank, .leaveRequested), (.blank, .leftUnasked), (.loadFailed, .leaveRequested),
      (.loadFailed, .leftUnasked), (.offeringDraft, .leaveRequested),
      (.offeringDraft, .leftUnasked), (.editing, .leaveRequested(isChanged: false)),
      (.confirmingLeave, .leaveRequested):
      return end(.cancelled)
    case (.editing, .leftUnasked(let isChanged)), (.awaitingChecks, .leftUnasked(let isChanged)),
      (.reviewing, .leftUnasked(let isChanged)):
      return isChanged ? saveAndEnd() : end(.cancelled)
    case (.blank, .declined), (.loadFailed, .declined), (.offeringDraft, .declined),
      (.editing, .declined), (.awaitingChecks, .declined), (.reviewing, .declined),
      (.confirmingLeave, .declined):
      return end(.declined)

    case (.blank, .loaded), (.blank, .loadFailed), (.blank, .draft), (.blank, .retryRequested),
      (.blank, .reloadRequested), (.blank, .submitPressed), (.blank, .validated),
      (.blank, .checksSettled), (.blank, .reviewAccepted), (.blank, .reviewLeft), (.blank, .edited),
      (.blank, .accepted), (.blank, .refused), (.blank, .failed), (.blank, .interrupted),
      (.blank, .keepingChanged), (.blank, .leaveConfirmed), (.blank, .leaveWithdrawn):
      return .nothing

    case (.loading(let id), .loadFailed(let failed, let reason)):
      guard failed == id else { return .nothing }
      state = .loadFailed(reason)
      return .offerRetry
    case (.loading, .leaveRequested), (.loading, .leftUnasked):
      state = .cancelled
      return .endLoading(.cancelled)
    case (.loading, .declined):
      state = .declined
      return .endLoading(.declined)
    case (.loading, .opened), (.loading, .draft), (.loading, .retryRequested),
      (.loading, .reloadRequested), (.loading, .submitPressed), (.loading, .validated),
      (.loading, .checksSettled), (.loading, .reviewAccepted), (.loading, .reviewLeft),
      (.loading, .edited), (.loading, .accepted), (.loading, .refused), (.loading, .failed),
      (.loading, .interrupted), (.loading, .keepingChanged), (.loading, .leaveConfirmed),
      (.loading, .leaveWithdrawn):
      return .nothing

    case (.loadFailed, .opened), (.loadFailed, .loaded), (.loadFailed, .loadFailed),
      (.loadFailed, .draft), (.loadFailed, .submitPressed), (.loadFailed, .validated),
      (.loadFailed, .checksSettled), (.loadFailed, .reviewAccepted), (.loadFailed, .reviewLeft),
      (.loadFailed, .edited), (.loadFailed, .accepted), (.loadFailed, .refused),
      (.loadFailed, .failed), (.loadFailed, .interrupted), (.loadFailed, .keepingChanged),
      (.loadFailed, .leaveConfirmed), (.loadFailed, .leaveWithdrawn):
      return .nothing

    case (.offeringDraft(let draft), .draft(.accepted)):
      state = .editing
      return .restoreDraft(draft)
    case (.offeringDraft, .draft(.refused)):
      state = .editing
      return .discardDraft
    case (.offeringDraft, .opened), (.offeringDraft, .loaded), (.offeringDraft, .loadFailed),
      (.offeringDraft, .draft(.found)), (.offeringDraft, .retryRequested),
      (.offeringDraft, .reloadRequested), (.offeringDraft, .submitPressed),
      (.offeringDraft, .validated), (.offeringDraft, .checksSettled),
      (.offeringDraft, .reviewAccepted), (.offeringDraft, .reviewLeft), (.offeringDraft, .edited),
      (.offeringDraft, .accepted), (.offeringDraft, .refused), (.offeringDraft, .failed),
      (.offeringDraft, .interrupted), (.offeringDraft, .keepingChanged),
      (.offeringDraft, .leaveConfirmed), (.offeringDraft, .leaveWithdrawn):
      return .nothing

    case (.editing, .draft(.found(let kept))):
      state = .offeringDraft(kept.draft)
      return .offerDraft(savedAt: kept.time)
    case (.editing, .reloadRequested):
      let id = nextLoad()
      state = .reloading(id)
      return .reload(id)
    case (.editing, .submitPressed):
      return .validate
    case (.editing, .validated(let readiness)):
      return submit(readiness)
    case (.editing, .leaveRequested(isChanged: true)), (.editing, .interrupted(isChanged: true)):
      state = .confirmingLeave
      return .ask
    case (.editing, .opened), (.editing, .loaded), (.editing, .loadFailed),
      (.editing, .draft(.accepted)), (.editing, .draft(.refused)), (.editing, .retryRequested),
      (.editing, .checksSettled), (.editing, .reviewAccepted), (.editing, .reviewLeft),
      (.editing, .edited), (.editing, .accepted), (.editing, .refused), (.editing, .failed),
      (.editing, .interrupted(isChanged: false)), (.editing, .keepingChanged),
      (.editing, .leaveConfirmed), (.editing, .leaveWithdrawn):
      return .nothing

    // If the load fails, nothing changes.
    case (.reloading(let id), .loadFailed(let failed, let reason)):
      guard failed == id else { return .nothing }
      state = .editing
      return .showNotReloaded(reason)
    case (.reloading, .leaveRequested), (.reloading, .leftUnasked), (.reloading, .declined):
      state = .editing
      return .endReload
    case (.reloading, .opened), (.reloading, .draft), (.reloading, .retryRequested),
      (.reloading, .reloadRequested), (.reloading, .submitPressed), (.reloading, .validated),
      (.reloading, .checksSettled), (.reloading, .reviewAccepted), (.reloading, .reviewLeft),
      (.reloading, .edited), (.reloading, .accepted), (.reloading, .refused), (.reloading, .failed),
      (.reloading, .interrupted), (.reloading, .keepingChanged), (.reloading, .leaveConfirmed),
      (.reloading, .leaveWithdrawn):
      return .nothing

    case (.awaitingChecks, .checksSettled(let readiness)):
      return submit(readiness)
    case (.awaitingChecks, .edited), (.awaitingChecks, .leaveRequested):
      state = .editing
      return .showWithdrawn
    case (.awaitingChecks, .opened), (.awaitingChecks, .loaded), (.awaitingChecks, .loadFailed),
      (.awaitingChecks, .draft), (.awaitingChecks, .retryRequested),
      (.awaitingChecks, .reloadRequested), (.awaitingChecks, .submitPressed),
      (.awaitingChecks, .validated), (.awaitingChecks, .reviewAccepted),
      (.awaitingChecks, .reviewLeft), (.awaitingChecks, .accepted), (.awaitingChecks, .refused),
      (.awaitingChecks, .failed), (.awaitingChecks, .interrupted),
      (.awaitingChecks, .keepingChanged), (.awaitingChecks, .leaveConfirmed),
      (.awaitingChecks, .leaveWithdrawn):
      return .nothing

    // The answers do not change during the review: they are valid, and no check is pending.
    case (.reviewing, .reviewAccepted):
      return beginSubmission()
    case (.reviewing, .reviewLeft(let field)):
      state = .editing
      return field.map { .goTo($0) } ?? .nothing
    case (.reviewing, .leaveRequested):
      state = .editing
      return .withdrawReview
    case (.reviewing, .opened), (.reviewing, .loaded), (.reviewing, .loadFailed),
      (.reviewing, .draft), (.reviewing, .retryRequested), (.reviewing, .reloadRequested),
      (.reviewing, .submitPressed), (.reviewing, .validated), (.reviewing, .checksSettled),
      (.reviewing, .edited), (.reviewing, .accepted), (.reviewing, .refused),
      (.reviewing, .failed), (.reviewing, .interrupted), (.reviewing, .keepingChanged),
      (.reviewing, .leaveConfirmed), (.reviewing, .leaveWithdrawn):
      return .nothing

    // The store has the answers, so only its response counts. The owner responds to an edit by showing the
    // unchanged content again.
    case (.submitting(let id), .accepted(let answered)):
      return answered == id ? end(.submitted) : .nothing
    case (.submitting(let id), .refused(let answered, let refusals)):
      guard answered == id else { return .nothing }
      lastRejected = id.rawValue
      state = .editing
      return .showRefusals(refusals)
    case (.submitting(let id), .failed(let answered, let reason)):
      guard answered == id else { return .nothing }
      state = .editing
      return .showFailed(reason)
    case (.submitting, .leaveRequested), (.submitting, .leftUnasked):
      return .showWaitingForOutcome
    case (.submitting, .opened), (.submitting, .loaded), (.submitting, .loadFailed),
      (.submitting, .draft), (.submitting, .retryRequested), (.submitting, .reloadRequested),
      (.submitting, .submitPressed), (.submitting, .validated), (.submitting, .checksSettled),
      (.submitting, .reviewAccepted), (.submitting, .reviewLeft), (.submitting, .edited),
      (.submitting, .interrupted), (.submitting, .keepingChanged), (.submitting, .leaveConfirmed),
      (.submitting, .leaveWithdrawn), (.submitting, .declined):
      return .nothing

    case (.confirmingLeave, .leaveConfirmed), (.confirmingLeave, .leftUnasked):
      return saveAndEnd()
    case (.confirmingLeave, .leaveWithdrawn):
      state = .editing
      return .nothing
    case (.confirmingLeave, .keepingChanged):
      return .askAgain
    case (.confirmingLeave, .opened), (.confirmingLeave, .loaded), (.confirmingLeave, .loadFailed),
      (.confirmingLeave, .draft), (.confirmingLeave, .retryRequested),
      (.confirmingLeave, .reloadRequested), (.confirmingLeave, .submitPressed),
      (.confirmingLeave, .validated), (.confirmingLeave, .checksSettled),
      (.confirmingLeave, .reviewAccepted), (.confirmingLeave, .reviewLeft),
      (.confirmingLeave, .edited), (.confirmingLeave, .accepted), (.confirmingLeave, .refused),
      (.confirmingLeave, .failed), (.confirmingLeave, .interrupted):
      return .nothing

    // Final states ignore all events.
    case (.submitted, _), (.cancelled, _), (.declined, _):
      return .nothing
    }
  }

  private mutating func begin(_ definition: FormDefinition) -> Action {
    isReviewed = definition.isReviewed
    state = .editing
    return .begin(definition)
  }

  private mutating func load() -> Action {
    let id = nextLoad()
    state = .loading(id)
    return .load(id)
  }

  private mutating func nextLoad() -> LoadID {
    lastLoad += 1
    return LoadID(rawValue: lastLoad)
  }

  private mutating func submit(_ readiness: SubmissionReadiness) -> Action {
    switch readiness {
    case .ready:
      guard isReviewed else { return beginSubmission() }
      state = .reviewing
      return .review
    case .pending:
      state = .awaitingChecks
      return .nothing
    case .blocked:
      state = .editing
      return .showViolations
    }
  }

  private mutating func beginSubmission() -> Action {
    let id = SubmissionID(rawValue: lastRejected + 1)
    state = .submitting(id)
    return .submit(id)
  }

  private mutating func end(_ outcome: FormOutcome) -> Action {
    switch outcome {
    case .submitted: state = .submitted
    case .cancelled: state = .cancelled
    case .declined: state = .declined
    }
    return .end(outcome)
  }

  private mutating func saveAndEnd() -> Action {
    state = .cancelled
    return .saveAndEnd
  }
}

extension FormMachine {
  /// An event that affects the form.
  public enum Event: Hashable, Sendable {
    /// The form was shown.
    case opened

    /// The definition was loaded.
    indirect case loaded(LoadID, FormDefinition)

    /// The definition could not be loaded.
    case loadFailed(LoadID, OperationFailure)

    /// A saved draft was found, or the user decided about it.
    case draft(DraftEvent)

    /// The user wants to retry what failed.
    case retryRequested

    /// The user wants to reload the definition.
    case reloadRequested

    /// The user wants to submit.
    case submitPressed

    /// The parts were validated for a submission.
    case validated(SubmissionReadiness)

    /// The user confirmed the answers.
    case reviewAccepted

    /// The user wants to change an answer: this one, if one was chosen.
    case reviewLeft(to: FieldID?)

    /// A check responded.
    case checksSettled(SubmissionReadiness)

    /// The content of a field changed.
    case edited

    /// The store accepted the submission.
    case accepted(SubmissionID)

    /// The store refused the submission for these reasons.
    case refused(SubmissionID, [FormIssue])

    /// The store did not respond: the outcome is unknown.
    case failed(SubmissionID, OperationFailure)

    /// The user wants to leave.
    case leaveRequested(isChanged: Bool)

    /// The user pressed ^C, which may have been meant for something other than the form.
    case interrupted(isChanged: Bool)

    /// The decision whether to keep a draft changed.
    case keepingChanged

    /// The user confirmed leaving the form.
    case leaveConfirmed

    /// The user decided to stay.
    case leaveWithdrawn

    /// The form ends without a question because the user can no longer answer.
    case leftUnasked(isChanged: Bool)

    /// The user declined to answer.
    case declined
  }

  /// An event about a saved draft.
  public enum DraftEvent: Hashable, Sendable {
    /// A draft was found.
    indirect case found(SavedDraft)

    /// The user wants to continue with the draft.
    case accepted

    /// The user wants to start with an empty form.
    case refused
  }

  /// An action for the owner.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load the definition. Meanwhile the user can only leave.
    case load(LoadID)

    /// Reload the definition. Meanwhile the current form stays.
    case reload(LoadID)

    /// Offer to try the load again.
    case offerRetry

    /// Show the loaded form.
    indirect case begin(FormDefinition)

    /// Ask whether to continue with the draft.
    case offerDraft(savedAt: String)

    /// Copy the draft into the fields.
    indirect case restoreDraft(Draft)

    /// Delete the draft.
    case discardDraft

    /// Validate all parts for a submission, and report their readiness.
    case validate

    /// Show all answers, and ask the user to confirm them.
    case review

    /// Remove the question whether the answers are right, which the user did not answer.
    case withdrawReview

    /// Move the focus to an answer that the user wants to change.
    case goTo(FieldID)

    /// Submit the answers to the store.
    case submit(SubmissionID)

    /// Move to the first part that prevents the submission; its violations are shown already.
    case showViolations

    /// Show the store's reasons at the refused parts.
    case showRefusals([FormIssue])

    /// Show that the store did not respond.
    case showFailed(OperationFailure)

    /// Show that the waiting submission is withdrawn.
    case showWithdrawn

    /// Show that the form could not be reloaded.
    case showNotReloaded(OperationFailure)

    /// Show that the user has to wait for the outcome of the submission.
    case showWaitingForOutcome

    /// Ask whether to leave.
    case ask

    /// Ask again whether to leave: the question says whether content would be lost.
    case askAgain

    /// End the form.
    case end(FormOutcome)

    /// End the form, and cancel its load.
    case endLoading(FormOutcome)

    /// Cancel the reload, and apply the event that ended it again: the user is editing once more.
    case endReload

    /// End the form, and save the content except the secrets as a draft.
    case saveAndEnd
  }
}
