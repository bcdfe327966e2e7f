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

  /// What the owner has to do.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case nothing

    /// Load what the form is made from.
    case load(LoadID)

    /// End the loading.
    case cancelLoad(LoadID)

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
    case (.blank, .opened), (.loadFailed, .retryRequested):
      lastLoad += 1
      state = .loading(LoadID(rawValue: lastLoad))
      return .load(LoadID(rawValue: lastLoad))
    case (.loading(let id), .loaded(let loaded)):
      if loaded == id { state = .editing }
      return .nothing
    case (.loading(let id), .loadFailed(let failed, let reason)):
      if failed == id { state = .loadFailed(reason) }
      return .nothing
    case (.editing, .retryRequested):
      return .retryUnverified

    case (.editing, .submitPressed(let readiness)),
      (.awaitingChecks, .checksSettled(let readiness)):
      return submit(readiness)
    case (.awaitingChecks, .edited), (.awaitingChecks, .leaveRequested):
      state = .editing
      return .sayWithdrawn

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

    case (.blank, .leaveRequested), (.loadFailed, .leaveRequested),
      (.confirmingLeave, .leaveRequested):
      state = .cancelled
      return .nothing
    case (.loading(let id), .leaveRequested):
      state = .cancelled
      return .cancelLoad(id)
    case (.editing, .leaveRequested(let isChanged)):
      state = isChanged ? .confirmingLeave : .cancelled
      return isChanged ? .ask : .nothing
    case (.confirmingLeave, .leaveConfirmed):
      state = .cancelled
      return .saveDraft
    case (.confirmingLeave, .leaveWithdrawn):
      state = .editing
      return .nothing

    case (.blank, .declined), (.loadFailed, .declined), (.editing, .declined),
      (.awaitingChecks, .declined), (.confirmingLeave, .declined):
      state = .declined
      return .nothing
    case (.loading(let id), .declined):
      state = .declined
      return .cancelLoad(id)

    // The store has the answers: nothing but its word counts. An edit is answered by the owner
    // with the content as it stands.
    case (.submitting, .opened), (.submitting, .loaded), (.submitting, .loadFailed),
      (.submitting, .retryRequested), (.submitting, .submitPressed), (.submitting, .checksSettled),
      (.submitting, .edited), (.submitting, .leaveConfirmed), (.submitting, .leaveWithdrawn),
      (.submitting, .declined):
      return .nothing

    // Before there are fields, nothing can be said about them.
    case (.blank, .loaded), (.blank, .loadFailed), (.blank, .retryRequested),
      (.blank, .submitPressed), (.blank, .checksSettled), (.blank, .edited),
      (.loading, .opened), (.loading, .retryRequested), (.loading, .submitPressed),
      (.loading, .checksSettled), (.loading, .edited),
      (.loadFailed, .opened), (.loadFailed, .loaded), (.loadFailed, .loadFailed),
      (.loadFailed, .submitPressed), (.loadFailed, .checksSettled), (.loadFailed, .edited):
      return .nothing

    // At work, nothing is loaded any more.
    case (.editing, .opened), (.editing, .loaded), (.editing, .loadFailed),
      (.editing, .checksSettled), (.editing, .edited),
      (.awaitingChecks, .opened), (.awaitingChecks, .loaded), (.awaitingChecks, .loadFailed),
      (.awaitingChecks, .retryRequested), (.awaitingChecks, .submitPressed),
      (.confirmingLeave, .opened), (.confirmingLeave, .loaded), (.confirmingLeave, .loadFailed),
      (.confirmingLeave, .retryRequested), (.confirmingLeave, .submitPressed),
      (.confirmingLeave, .checksSettled), (.confirmingLeave, .edited):
      return .nothing

    // An answer that nobody waits for, a confirmation of nothing.
    case (.blank, .accepted), (.blank, .refused), (.blank, .failed),
      (.loading, .accepted), (.loading, .refused), (.loading, .failed),
      (.loadFailed, .accepted), (.loadFailed, .refused), (.loadFailed, .failed),
      (.editing, .accepted), (.editing, .refused), (.editing, .failed),
      (.awaitingChecks, .accepted), (.awaitingChecks, .refused), (.awaitingChecks, .failed),
      (.confirmingLeave, .accepted), (.confirmingLeave, .refused), (.confirmingLeave, .failed),
      (.blank, .leaveConfirmed), (.blank, .leaveWithdrawn),
      (.loading, .leaveConfirmed), (.loading, .leaveWithdrawn),
      (.loadFailed, .leaveConfirmed), (.loadFailed, .leaveWithdrawn),
      (.editing, .leaveConfirmed), (.editing, .leaveWithdrawn),
      (.awaitingChecks, .leaveConfirmed), (.awaitingChecks, .leaveWithdrawn):
      return .nothing

    // The end is the end.
    case (.submitted, .opened), (.submitted, .loaded), (.submitted, .loadFailed),
      (.submitted, .retryRequested), (.submitted, .submitPressed), (.submitted, .checksSettled),
      (.submitted, .edited), (.submitted, .accepted), (.submitted, .refused), (.submitted, .failed),
      (.submitted, .leaveRequested), (.submitted, .leaveConfirmed), (.submitted, .leaveWithdrawn),
      (.submitted, .declined),
      (.cancelled, .opened), (.cancelled, .loaded), (.cancelled, .loadFailed),
      (.cancelled, .retryRequested), (.cancelled, .submitPressed), (.cancelled, .checksSettled),
      (.cancelled, .edited), (.cancelled, .accepted), (.cancelled, .refused), (.cancelled, .failed),
      (.cancelled, .leaveRequested), (.cancelled, .leaveConfirmed), (.cancelled, .leaveWithdrawn),
      (.cancelled, .declined),
      (.declined, .opened), (.declined, .loaded), (.declined, .loadFailed),
      (.declined, .retryRequested), (.declined, .submitPressed), (.declined, .checksSettled),
      (.declined, .edited), (.declined, .accepted), (.declined, .refused), (.declined, .failed),
      (.declined, .leaveRequested), (.declined, .leaveConfirmed), (.declined, .leaveWithdrawn),
      (.declined, .declined):
      return .nothing
    }
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
