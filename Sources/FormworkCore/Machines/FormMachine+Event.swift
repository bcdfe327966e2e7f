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
