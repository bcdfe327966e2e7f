/// Something that a view model has to say.
///
/// The sentence for it comes from ``Wording``.
public enum Statement: Hashable, Sendable {
  /// A rule of the field is broken.
  case violation(Violation, field: FieldID)

  /// The check runs on this text; `nil` where the text is not to be shown.
  case checking(check: String, text: String?)

  /// The field could not be checked.
  case unverified(Reason)

  /// The form is being loaded.
  case loading

  /// The form could not be loaded.
  case loadFailed(Reason)

  /// The submission waits for the checks of the fields with these labels.
  case awaitingChecks([Message])

  /// The store is deciding.
  case submitting

  /// The submission that waited for checks is withdrawn.
  case submissionWithdrawn

  /// The store gave no answer.
  case submissionFailed(Reason)

  /// Leaving has to wait for the store's answer.
  case waitingForOutcome

  /// The store refused something that no field on the screen is about.
  case refusedElsewhere(label: Message?, Violation)

  /// Whether to leave a form that was changed.
  case leaveQuestion

  /// Whether to leave a form that was changed; what was entered is kept, but the secrets.
  case leaveKeepingQuestion

  /// Whether to go on with what was entered at that time.
  case resumeQuestion(keptAt: String)

  /// Nothing was kept that could be resumed.
  case nothingToResume

  /// Something is wrong with what was kept, or nothing can be kept; the line says what.
  case draftTrouble(String)

  /// What a button says.
  case button(FormButton)
}

/// Gives the sentences that a person reads: one table, replaceable by language or by form.
public protocol Wording: Sendable {
  /// The sentence for a statement, in plain text.
  func text(for statement: Statement) -> String

  /// The words of a message, in plain text.
  func text(for message: Message) -> String
}
