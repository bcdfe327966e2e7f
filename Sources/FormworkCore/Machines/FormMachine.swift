/// The life of a form, from its opening to its end.
///
/// It knows nothing of the fields but their ``Readiness``: for a submission it asks its owner to judge them,
/// and is told what they say together.
public struct FormMachine: Sendable {
  /// Where the form is.
  public enum State: Hashable, Sendable {
    /// Not opened yet.
    case blank

    /// What the form is made from is being loaded. Leaves on the answer.
    case loading(LoadID)

    /// It could not be loaded. Leaves on a retry.
    case loadFailed(Reason)

    /// The person is asked whether to go on with a draft. Leaves on the answer.
    case offeringDraft(Draft)

    /// The person works on it. Leaves on a submission or on the wish to leave.
    case editing

    /// What the form is made from is being loaded anew; all that was entered is still there. Leaves on the
    /// answer, whatever it is, or on the wish to leave, which ends the load.
    case reloading(LoadID)

    /// A submission waits for checks; it goes on by itself. Leaves when they are settled, or on an
    /// edit, which withdraws it.
    case awaitingChecks

    /// The person is shown all answers once more. Leaves when they are right, or to be changed.
    case reviewing

    /// The store is deciding. Leaves on its answer alone.
    case submitting(SubmissionID)

    /// The person is asked whether to leave, and told whether what was entered is kept. Leaves on the
    /// answer.
    case confirmingLeave

    /// The store accepted. The end.
    case submitted

    /// The person left. The end.
    case cancelled

    /// The person declined to answer. The end.
    case declined
  }

  /// Where the form is now.
  public private(set) var state: State

  private var lastLoad: UInt64

  /// Whether the answers are reviewed before a submission.
  private var isReviewed: Bool

  /// The last submission that the store has answered.
  ///
  /// A failed one is not answered: the next attempt has the same id, so that the store can tell a
  /// repetition from a second submission.
  private var lastAnswered: UInt64

  /// Makes the machine of a form that was not opened yet.
  public init() { self.init(state: .blank) }

  init(
    state: State, lastLoad: UInt64 = 0, lastAnswered: UInt64 = 0, isReviewed: Bool = false
  ) {
    (self.state, self.isReviewed) = (state, isReviewed)
    (self.lastLoad, self.lastAnswered) = (lastLoad, lastAnswered)
  }

  /// Whether contents may change now: the form is at work, and no question is to be answered first.
  public var isEditable: Bool {
    switch state {
    case .editing, .awaitingChecks: true
    case .blank, .loading, .loadFailed, .offeringDraft, .reloading, .reviewing, .submitting,
      .confirmingLeave, .submitted, .cancelled, .declined:
      false
    }
  }

  /// Whether a field may be as if the person had not been there, though its content stays: a submission that
  /// waits is about that.
  public var mayResetFields: Bool {
    if case .awaitingChecks = state { false } else { isEditable }
  }

  /// Whether a secret that was not typed to its end may be emptied: one that is reviewed, or was handed
  /// in, may not.
  public var mayEmptySecrets: Bool {
    switch state {
    case .editing, .reloading, .awaitingChecks, .confirmingLeave: true
    case .blank, .loading, .loadFailed, .offeringDraft, .reviewing, .submitting, .submitted,
      .cancelled, .declined:
      false
    }
  }

  /// Whether the store is deciding.
  public var isSubmitting: Bool { if case .submitting = state { true } else { false } }

  /// Whether an event would do anything now.
  func heeds(_ event: Event) -> Bool {
    var next = self
    return next.apply(event) != .nothing || next.state != state
  }

  /// Whether the form has ended, and nothing of it can be answered any more.
  var isOver: Bool {
    switch state {
    case .submitted, .cancelled, .declined: true
    case .blank, .loading, .loadFailed, .offeringDraft, .editing, .reloading, .awaitingChecks,
      .reviewing, .submitting, .confirmingLeave:
      false
    }
  }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // One block a state: what does something, then what is decided to do nothing (an event that
    // comes too late, or that has nothing to work on here).

    case (.blank, .opened):
      return load()
    case (.blank, .leaveRequested), (.blank, .leftUnasked):
      return end(.cancelled)
    case (.blank, .declined):
      return end(.declined)
    case (.blank, .loaded), (.blank, .loadFailed), (.blank, .draft), (.blank, .retryRequested),
      (.blank, .reloadRequested), (.blank, .submitPressed), (.blank, .judged),
      (.blank, .checksSettled), (.blank, .reviewAccepted), (.blank, .reviewLeft), (.blank, .edited),
      (.blank, .accepted), (.blank, .refused), (.blank, .failed), (.blank, .interrupted),
      (.blank, .keepingChanged), (.blank, .leaveConfirmed), (.blank, .leaveWithdrawn):
      return .nothing

    case (.loading(let id), .loaded(let loaded, let definition)):
      return loaded == id ? begin(definition) : .nothing
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
      (.loading, .reloadRequested), (.loading, .submitPressed), (.loading, .judged),
      (.loading, .checksSettled), (.loading, .reviewAccepted), (.loading, .reviewLeft),
      (.loading, .edited), (.loading, .accepted), (.loading, .refused), (.loading, .failed),
      (.loading, .interrupted), (.loading, .keepingChanged), (.loading, .leaveConfirmed),
      (.loading, .leaveWithdrawn):
      return .nothing

    case (.loadFailed, .retryRequested), (.loadFailed, .reloadRequested):
      return load()
    case (.loadFailed, .leaveRequested), (.loadFailed, .leftUnasked):
      return end(.cancelled)
    case (.loadFailed, .declined):
      return end(.declined)
    case (.loadFailed, .opened), (.loadFailed, .loaded), (.loadFailed, .loadFailed),
      (.loadFailed, .draft), (.loadFailed, .submitPressed), (.loadFailed, .judged),
      (.loadFailed, .checksSettled), (.loadFailed, .reviewAccepted), (.loadFailed, .reviewLeft),
      (.loadFailed, .edited), (.loadFailed, .accepted), (.loadFailed, .refused),
      (.loadFailed, .failed), (.loadFailed, .interrupted), (.loadFailed, .keepingChanged),
      (.loadFailed, .leaveConfirmed), (.loadFailed, .leaveWithdrawn):
      return .nothing

    // Before the question about the draft is answered, nothing else can be done. A person who leaves
    // keeps the draft.
    case (.offeringDraft(let draft), .draft(.accepted)):
      state = .editing
      return .restoreDraft(draft)
    case (.offeringDraft, .draft(.refused)):
      state = .editing
      return .discardDraft
    case (.offeringDraft, .leaveRequested), (.offeringDraft, .leftUnasked):
      return end(.cancelled)
    case (.offeringDraft, .declined):
      return end(.declined)
    case (.offeringDraft, .opened), (.offeringDraft, .loaded), (.offeringDraft, .loadFailed),
      (.offeringDraft, .draft(.found)), (.offeringDraft, .retryRequested),
      (.offeringDraft, .reloadRequested), (.offeringDraft, .submitPressed),
      (.offeringDraft, .judged), (.offeringDraft, .checksSettled),
      (.offeringDraft, .reviewAccepted), (.offeringDraft, .reviewLeft), (.offeringDraft, .edited),
      (.offeringDraft, .accepted), (.offeringDraft, .refused), (.offeringDraft, .failed),
      (.offeringDraft, .interrupted), (.offeringDraft, .keepingChanged),
      (.offeringDraft, .leaveConfirmed), (.offeringDraft, .leaveWithdrawn):
      return .nothing

    case (.editing, .draft(.found(let kept))):
      state = .offeringDraft(kept.draft)
      return .offerDraft(keptAt: kept.time)
    case (.editing, .reloadRequested):
      let id = nextLoad()
      state = .reloading(id)
      return .reload(id)
    case (.editing, .submitPressed):
      return .judge
    case (.editing, .judged(let readiness)):
      return submit(readiness)
    case (.editing, .leaveRequested(isChanged: true)), (.editing, .interrupted(isChanged: true)):
      state = .confirmingLeave
      return .ask
    case (.editing, .leaveRequested(isChanged: false)):
      return end(.cancelled)
    case (.editing, .leftUnasked(let isChanged)):
      return isChanged ? keepAndEnd() : end(.cancelled)
    case (.editing, .declined):
      return end(.declined)
    case (.editing, .opened), (.editing, .loaded), (.editing, .loadFailed),
      (.editing, .draft(.accepted)), (.editing, .draft(.refused)), (.editing, .retryRequested),
      (.editing, .checksSettled), (.editing, .reviewAccepted), (.editing, .reviewLeft),
      (.editing, .edited), (.editing, .accepted), (.editing, .refused), (.editing, .failed),
      (.editing, .interrupted(isChanged: false)), (.editing, .keepingChanged),
      (.editing, .leaveConfirmed), (.editing, .leaveWithdrawn):
      return .nothing

    // What is loaded anew begins with what was entered; where it does not come, nothing has changed.
    case (.reloading(let id), .loaded(let loaded, let definition)):
      return loaded == id ? begin(definition) : .nothing
    case (.reloading(let id), .loadFailed(let failed, let reason)):
      guard failed == id else { return .nothing }
      state = .editing
      return .sayNotReloaded(reason)
    case (.reloading, .leaveRequested), (.reloading, .leftUnasked), (.reloading, .declined):
      state = .editing
      return .endReload
    case (.reloading, .opened), (.reloading, .draft), (.reloading, .retryRequested),
      (.reloading, .reloadRequested), (.reloading, .submitPressed), (.reloading, .judged),
      (.reloading, .checksSettled), (.reloading, .reviewAccepted), (.reloading, .reviewLeft),
      (.reloading, .edited), (.reloading, .accepted), (.reloading, .refused), (.reloading, .failed),
      (.reloading, .interrupted), (.reloading, .keepingChanged), (.reloading, .leaveConfirmed),
      (.reloading, .leaveWithdrawn):
      return .nothing

    case (.awaitingChecks, .checksSettled(let readiness)):
      return submit(readiness)
    case (.awaitingChecks, .edited), (.awaitingChecks, .leaveRequested):
      state = .editing
      return .sayWithdrawn
    case (.awaitingChecks, .leftUnasked(let isChanged)):
      return isChanged ? keepAndEnd() : end(.cancelled)
    case (.awaitingChecks, .declined):
      return end(.declined)
    case (.awaitingChecks, .opened), (.awaitingChecks, .loaded), (.awaitingChecks, .loadFailed),
      (.awaitingChecks, .draft), (.awaitingChecks, .retryRequested),
      (.awaitingChecks, .reloadRequested), (.awaitingChecks, .submitPressed),
      (.awaitingChecks, .judged), (.awaitingChecks, .reviewAccepted),
      (.awaitingChecks, .reviewLeft), (.awaitingChecks, .accepted), (.awaitingChecks, .refused),
      (.awaitingChecks, .failed), (.awaitingChecks, .interrupted),
      (.awaitingChecks, .keepingChanged), (.awaitingChecks, .leaveConfirmed),
      (.awaitingChecks, .leaveWithdrawn):
      return .nothing

    // What is reviewed does not change: it was judged, and nothing is waited for.
    case (.reviewing, .reviewAccepted):
      return handIn()
    case (.reviewing, .reviewLeft(let field)):
      state = .editing
      return field.map { .goTo($0) } ?? .nothing
    case (.reviewing, .leaveRequested):
      state = .editing
      return .withdrawReview
    case (.reviewing, .leftUnasked(let isChanged)):
      return isChanged ? keepAndEnd() : end(.cancelled)
    case (.reviewing, .declined):
      return end(.declined)
    case (.reviewing, .opened), (.reviewing, .loaded), (.reviewing, .loadFailed),
      (.reviewing, .draft), (.reviewing, .retryRequested), (.reviewing, .reloadRequested),
      (.reviewing, .submitPressed), (.reviewing, .judged), (.reviewing, .checksSettled),
      (.reviewing, .edited), (.reviewing, .accepted), (.reviewing, .refused),
      (.reviewing, .failed), (.reviewing, .interrupted), (.reviewing, .keepingChanged),
      (.reviewing, .leaveConfirmed), (.reviewing, .leaveWithdrawn):
      return .nothing

    // The store has the answers: nothing but its word counts. An edit is answered by the owner
    // with the content as it stands.
    case (.submitting(let id), .accepted(let answered)):
      guard answered == id else { return .nothing }
      lastAnswered = id.rawValue
      return end(.submitted)
    case (.submitting(let id), .refused(let answered, let refusals)):
      guard answered == id else { return .nothing }
      lastAnswered = id.rawValue
      state = .editing
      return .showRefusals(refusals)
    case (.submitting(let id), .failed(let answered, let reason)):
      guard answered == id else { return .nothing }
      state = .editing
      return .sayFailed(reason)
    case (.submitting, .leaveRequested), (.submitting, .leftUnasked):
      return .sayWaitingForOutcome
    case (.submitting, .opened), (.submitting, .loaded), (.submitting, .loadFailed),
      (.submitting, .draft), (.submitting, .retryRequested), (.submitting, .reloadRequested),
      (.submitting, .submitPressed), (.submitting, .judged), (.submitting, .checksSettled),
      (.submitting, .reviewAccepted), (.submitting, .reviewLeft), (.submitting, .edited),
      (.submitting, .interrupted), (.submitting, .keepingChanged), (.submitting, .leaveConfirmed),
      (.submitting, .leaveWithdrawn), (.submitting, .declined):
      return .nothing

    case (.confirmingLeave, .leaveRequested):
      return end(.cancelled)
    case (.confirmingLeave, .leaveConfirmed), (.confirmingLeave, .leftUnasked):
      return keepAndEnd()
    case (.confirmingLeave, .leaveWithdrawn):
      state = .editing
      return .nothing
    case (.confirmingLeave, .keepingChanged):
      return .askAnew
    case (.confirmingLeave, .declined):
      return end(.declined)
    case (.confirmingLeave, .opened), (.confirmingLeave, .loaded), (.confirmingLeave, .loadFailed),
      (.confirmingLeave, .draft), (.confirmingLeave, .retryRequested),
      (.confirmingLeave, .reloadRequested), (.confirmingLeave, .submitPressed),
      (.confirmingLeave, .judged), (.confirmingLeave, .checksSettled),
      (.confirmingLeave, .reviewAccepted), (.confirmingLeave, .reviewLeft),
      (.confirmingLeave, .edited), (.confirmingLeave, .accepted), (.confirmingLeave, .refused),
      (.confirmingLeave, .failed), (.confirmingLeave, .interrupted):
      return .nothing

    // The end is the end, whatever comes.
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

  private mutating func submit(_ readiness: Readiness) -> Action {
    switch readiness {
    case .ready:
      guard isReviewed else { return handIn() }
      state = .reviewing
      return .review
    case .pending:
      state = .awaitingChecks
      return .nothing
    case .barred:
      state = .editing
      return .showViolations
    }
  }

  private mutating func handIn() -> Action {
    let id = SubmissionID(rawValue: lastAnswered + 1)
    state = .submitting(id)
    return .submit(id)
  }

  private mutating func end(_ ending: FormEnding) -> Action {
    switch ending {
    case .submitted: state = .submitted
    case .cancelled: state = .cancelled
    case .declined: state = .declined
    }
    return .end(ending)
  }

  private mutating func keepAndEnd() -> Action {
    state = .cancelled
    return .keepAndEnd
  }
}

extension FormMachine {
  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The form was put on the screen.
    case opened

    /// What it is made from has come.
    case loaded(LoadID, FormDefinition)

    /// What it is made from could not be had.
    case loadFailed(LoadID, Reason)

    /// A draft of an earlier time was found, or the person has decided about it.
    case draft(DraftEvent)

    /// The person wants what failed to be tried again.
    case retryRequested

    /// The person wants what the form is made from to be loaded anew.
    case reloadRequested

    /// The person wants to submit.
    case submitPressed

    /// The parts were judged for a submission; this is what they say together.
    case judged(Readiness)

    /// The person has seen that the answers are right.
    case reviewAccepted

    /// The person wants to change an answer: this one, where one was chosen.
    case reviewLeft(to: FieldID?)

    /// A check was answered; this is what the fields say now.
    case checksSettled(Readiness)

    /// The content of a field differs.
    case edited

    /// The store accepted the submission.
    case accepted(SubmissionID)

    /// The store refused it, for these reasons.
    case refused(SubmissionID, [Refusal])

    /// The store gave no answer: whether it accepted is not known.
    case failed(SubmissionID, Reason)

    /// The person wants to leave.
    case leaveRequested(isChanged: Bool)

    /// The person pressed ^C, which may have been meant for something else than the form.
    case interrupted(isChanged: Bool)

    /// Whether what was entered is kept for another time is another answer than before.
    case keepingChanged

    /// The person answered that the form is to be left.
    case leaveConfirmed

    /// The person wants to stay after all.
    case leaveWithdrawn

    /// The person cannot answer any more, and is not asked.
    case leftUnasked(isChanged: Bool)

    /// The person does not want to answer.
    case declined
  }

  /// What happened to a draft of an earlier time.
  public enum DraftEvent: Hashable, Sendable {
    /// It was found.
    case found(KeptDraft)

    /// The person wants to go on with it.
    case accepted

    /// The person wants to begin anew.
    case refused
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load what the form is made from; nothing can be done meanwhile but to leave.
    case load(LoadID)

    /// Load what the form is made from anew; the form that is there stays meanwhile.
    case reload(LoadID)

    /// Offer to try the load again.
    case offerRetry

    /// Show the form that has come.
    case begin(FormDefinition)

    /// Ask whether to go on with the draft.
    case offerDraft(keptAt: String)

    /// Put what the draft holds into the fields.
    case restoreDraft(Draft)

    /// Forget the draft.
    case discardDraft

    /// Judge all parts for a submission, and tell what they say together.
    case judge

    /// Show the person all answers, and ask whether they are right.
    case review

    /// Take the question off whether the answers are right: the person did not answer it.
    case withdrawReview

    /// Take the person to an answer that is to be changed.
    case goTo(FieldID)

    /// Hand the answers to the store.
    case submit(SubmissionID)

    /// Go to the first part that bars the submission: what is wrong there is shown by now.
    case showViolations

    /// Show on the parts what the store said.
    case showRefusals([Refusal])

    /// Say that the submission got no answer.
    case sayFailed(Reason)

    /// Say that the submission which waited for checks is withdrawn.
    case sayWithdrawn

    /// Say that the form could not be loaded anew.
    case sayNotReloaded(Reason)

    /// Say that the outcome of the submission has to be waited for.
    case sayWaitingForOutcome

    /// Ask whether to leave.
    case ask

    /// Ask that anew: the question tells whether anything is lost.
    case askAnew

    /// The form has ended.
    case end(FormEnding)

    /// The form has ended while it was loaded: end that, too.
    case endLoading(FormEnding)

    /// End the load, and tell once more what ended it: the form is at work again.
    case endReload

    /// The person has left the form: keep what was entered, but the secrets, for another time.
    case keepAndEnd
  }
}
