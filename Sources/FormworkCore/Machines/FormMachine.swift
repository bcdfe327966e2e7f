/// The life of a form, from its opening to its end.
///
/// It knows nothing of the fields but their ``Readiness``; the owner tells them of a submission
/// first and then hands in what they say together.
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
    case offeringDraft

    /// The person works on it. Leaves on a submission or on the wish to leave.
    case editing

    /// A submission waits for checks; it goes on by itself. Leaves when they are settled, or on an
    /// edit, which withdraws it.
    case awaitingChecks

    /// The store is deciding. Leaves on its answer alone.
    case submitting(SubmissionID)

    /// The person is asked whether what was entered may be lost. Leaves on the answer.
    case confirmingLeave

    /// The store accepted. The end.
    case submitted

    /// The person left. The end.
    case cancelled

    /// The person declined to answer. The end.
    case declined
  }

  /// What happened.
  public enum Event: Hashable, Sendable {
    /// The form was put on the screen.
    case opened

    /// What it is made from has come.
    case loaded(LoadID)

    /// What it is made from could not be had.
    case loadFailed(LoadID, Reason)

    /// A draft of an earlier time was found, or the person has decided about it.
    case draft(DraftEvent)

    /// The person wants what failed to be tried again.
    case retryRequested

    /// The person wants to submit; the fields were told.
    case submitPressed(Readiness)

    /// A check was answered; this is what the fields say now.
    case checksSettled(Readiness)

    /// The content of a field differs.
    case edited

    /// The store accepted the submission.
    case accepted(SubmissionID)

    /// The store refused it, for reasons that it named.
    case refused(SubmissionID)

    /// The store gave no answer: whether it accepted is not known.
    case failed(SubmissionID, Reason)

    /// The person wants to leave.
    case leaveRequested(isChanged: Bool)

    /// The person said that what was entered may be lost.
    case leaveConfirmed

    /// The person wants to stay after all.
    case leaveWithdrawn

    /// The person does not want to answer.
    case declined
  }

  /// What happened to a draft of an earlier time.
  public enum DraftEvent: Hashable, Sendable, CaseIterable {
    /// It was found.
    case found

    /// The person wants to go on with it.
    case accepted

    /// The person wants to begin anew.
    case refused
  }

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load what the form is made from.
    case load(LoadID)

    /// End the loading.
    case cancelLoad(LoadID)

    /// Ask whether to go on with the draft.
    case offerDraft

    /// Put what the draft holds into the fields.
    case restoreDraft

    /// Forget the draft.
    case discardDraft

    /// Run the checks again that could not run.
    case retryUnverified

    /// Hand the answers to the store.
    case submit(SubmissionID)

    /// Show every broken rule, and go to the first.
    case showViolations

    /// Show on the fields what the store said.
    case showRefusals

    /// Say that the submission got no answer, and offer to try again.
    case sayFailed(Reason)

    /// Say that the submission which waited for checks is withdrawn.
    case sayWithdrawn

    /// Say that the outcome of the submission has to be waited for.
    case sayWaitingForOutcome

    /// Ask whether to leave.
    case ask

    /// Keep what was entered, but the secrets, for another time.
    case saveDraft
  }

  /// Where the form is now.
  public private(set) var state: State

  private var lastLoad: UInt64

  /// The last submission that the store has answered.
  ///
  /// A failed one is not answered: the next attempt has the same id, so that the store can tell a
  /// repetition from a second submission.
  private var lastAnswered: UInt64

  /// Makes the machine of a form that was not opened yet.
  public init() { self.init(state: .blank) }

  init(state: State, lastLoad: UInt64 = 0, lastAnswered: UInt64 = 0) {
    self.state = state
    self.lastLoad = lastLoad
    self.lastAnswered = lastAnswered
  }

  /// Takes an event in and returns what has to be done.
  public mutating func apply(_ event: Event) -> Action {
    switch (state, event) {
    // One block a state: what does something, then what is decided to do nothing (an event that
    // comes too late, or that has nothing to work on here).

    case (.blank, .opened):
      return load()
    case (.blank, .leaveRequested):
      state = .cancelled
      return .nothing
    case (.blank, .declined):
      state = .declined
      return .nothing
    case (.blank, .loaded), (.blank, .loadFailed), (.blank, .draft), (.blank, .retryRequested),
      (.blank, .submitPressed), (.blank, .checksSettled), (.blank, .edited), (.blank, .accepted),
      (.blank, .refused), (.blank, .failed), (.blank, .leaveConfirmed), (.blank, .leaveWithdrawn):
      return .nothing

    case (.loading(let id), .loaded(let loaded)):
      if loaded == id { state = .editing }
      return .nothing
    case (.loading(let id), .loadFailed(let failed, let reason)):
      if failed == id { state = .loadFailed(reason) }
      return .nothing
    case (.loading(let id), .leaveRequested):
      state = .cancelled
      return .cancelLoad(id)
    case (.loading(let id), .declined):
      state = .declined
      return .cancelLoad(id)
    case (.loading, .opened), (.loading, .draft), (.loading, .retryRequested),
      (.loading, .submitPressed), (.loading, .checksSettled), (.loading, .edited),
      (.loading, .accepted), (.loading, .refused), (.loading, .failed), (.loading, .leaveConfirmed),
      (.loading, .leaveWithdrawn):
      return .nothing

    case (.loadFailed, .retryRequested):
      return load()
    case (.loadFailed, .leaveRequested):
      state = .cancelled
      return .nothing
    case (.loadFailed, .declined):
      state = .declined
      return .nothing
    case (.loadFailed, .opened), (.loadFailed, .loaded), (.loadFailed, .loadFailed),
      (.loadFailed, .draft), (.loadFailed, .submitPressed), (.loadFailed, .checksSettled),
      (.loadFailed, .edited), (.loadFailed, .accepted), (.loadFailed, .refused),
      (.loadFailed, .failed), (.loadFailed, .leaveConfirmed), (.loadFailed, .leaveWithdrawn):
      return .nothing

    // Before the question about the draft is answered, nothing else can be done. A person who leaves
    // keeps the draft.
    case (.offeringDraft, .draft(.accepted)):
      state = .editing
      return .restoreDraft
    case (.offeringDraft, .draft(.refused)):
      state = .editing
      return .discardDraft
    case (.offeringDraft, .leaveRequested):
      state = .cancelled
      return .nothing
    case (.offeringDraft, .declined):
      state = .declined
      return .nothing
    case (.offeringDraft, .opened), (.offeringDraft, .loaded), (.offeringDraft, .loadFailed),
      (.offeringDraft, .draft(.found)), (.offeringDraft, .retryRequested),
      (.offeringDraft, .submitPressed), (.offeringDraft, .checksSettled),
      (.offeringDraft, .edited), (.offeringDraft, .accepted), (.offeringDraft, .refused),
      (.offeringDraft, .failed), (.offeringDraft, .leaveConfirmed),
      (.offeringDraft, .leaveWithdrawn):
      return .nothing

    // At work, nothing is loaded any more.
    case (.editing, .draft(.found)):
      state = .offeringDraft
      return .offerDraft
    case (.editing, .retryRequested):
      return .retryUnverified
    case (.editing, .submitPressed(let readiness)):
      return submit(readiness)
    case (.editing, .leaveRequested(let isChanged)):
      state = isChanged ? .confirmingLeave : .cancelled
      return isChanged ? .ask : .nothing
    case (.editing, .declined):
      state = .declined
      return .nothing
    case (.editing, .opened), (.editing, .loaded), (.editing, .loadFailed),
      (.editing, .draft(.accepted)), (.editing, .draft(.refused)), (.editing, .checksSettled),
      (.editing, .edited), (.editing, .accepted), (.editing, .refused), (.editing, .failed),
      (.editing, .leaveConfirmed), (.editing, .leaveWithdrawn):
      return .nothing

    case (.awaitingChecks, .checksSettled(let readiness)):
      return submit(readiness)
    case (.awaitingChecks, .edited), (.awaitingChecks, .leaveRequested):
      state = .editing
      return .sayWithdrawn
    case (.awaitingChecks, .declined):
      state = .declined
      return .nothing
    case (.awaitingChecks, .opened), (.awaitingChecks, .loaded), (.awaitingChecks, .loadFailed),
      (.awaitingChecks, .draft), (.awaitingChecks, .retryRequested),
      (.awaitingChecks, .submitPressed), (.awaitingChecks, .accepted), (.awaitingChecks, .refused),
      (.awaitingChecks, .failed), (.awaitingChecks, .leaveConfirmed),
      (.awaitingChecks, .leaveWithdrawn):
      return .nothing

    // The store has the answers: nothing but its word counts. An edit is answered by the owner
    // with the content as it stands.
    case (.submitting(let id), .accepted(let answered)):
      guard answered == id else { return .nothing }
      lastAnswered = id.rawValue
      state = .submitted
      return .nothing
    case (.submitting(let id), .refused(let answered)):
      guard answered == id else { return .nothing }
      lastAnswered = id.rawValue
      state = .editing
      return .showRefusals
    case (.submitting(let id), .failed(let answered, let reason)):
      guard answered == id else { return .nothing }
      state = .editing
      return .sayFailed(reason)
    case (.submitting, .leaveRequested):
      return .sayWaitingForOutcome
    case (.submitting, .opened), (.submitting, .loaded), (.submitting, .loadFailed),
      (.submitting, .draft), (.submitting, .retryRequested), (.submitting, .submitPressed),
      (.submitting, .checksSettled), (.submitting, .edited), (.submitting, .leaveConfirmed),
      (.submitting, .leaveWithdrawn), (.submitting, .declined):
      return .nothing

    case (.confirmingLeave, .leaveRequested):
      state = .cancelled
      return .nothing
    case (.confirmingLeave, .leaveConfirmed):
      state = .cancelled
      return .saveDraft
    case (.confirmingLeave, .leaveWithdrawn):
      state = .editing
      return .nothing
    case (.confirmingLeave, .declined):
      state = .declined
      return .nothing
    case (.confirmingLeave, .opened), (.confirmingLeave, .loaded), (.confirmingLeave, .loadFailed),
      (.confirmingLeave, .draft), (.confirmingLeave, .retryRequested),
      (.confirmingLeave, .submitPressed), (.confirmingLeave, .checksSettled),
      (.confirmingLeave, .edited), (.confirmingLeave, .accepted), (.confirmingLeave, .refused),
      (.confirmingLeave, .failed):
      return .nothing

    // The end is the end, whatever comes.
    case (.submitted, _), (.cancelled, _), (.declined, _):
      return .nothing
    }
  }

  private mutating func load() -> Action {
    lastLoad += 1
    state = .loading(LoadID(rawValue: lastLoad))
    return .load(LoadID(rawValue: lastLoad))
  }

  private mutating func submit(_ readiness: Readiness) -> Action {
    switch readiness {
    case .ready:
      let id = SubmissionID(rawValue: lastAnswered + 1)
      state = .submitting(id)
      return .submit(id)
    case .pending:
      state = .awaitingChecks
      return .nothing
    case .barred:
      state = .editing
      return .showViolations
    }
  }
}
