import FormworkCore

extension FormMachine.State {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case blank, loading, loadFailed, offeringDraft, editing, reloading, awaitingChecks, reviewing
    case submitting
    case confirmingLeave
    case submitted, cancelled, declined
  }

  var kind: Kind {
    switch self {
    case .blank: .blank
    case .loading: .loading
    case .loadFailed: .loadFailed
    case .offeringDraft: .offeringDraft
    case .editing: .editing
    case .reloading: .reloading
    case .awaitingChecks: .awaitingChecks
    case .reviewing: .reviewing
    case .submitting: .submitting
    case .confirmingLeave: .confirmingLeave
    case .submitted: .submitted
    case .cancelled: .cancelled
    case .declined: .declined
    }
  }

  static let samples: [Self] = [
    .blank, .loading(.i), .loadFailed(.old), .offeringDraft(SavedDraft.old.draft), .editing,
    .reloading(.i),
    .awaitingChecks, .reviewing, .submitting(.i), .confirmingLeave, .submitted, .cancelled,
    .declined,
  ]
}

extension FormMachine.Event {
  /// The cases, which the compiler keeps complete through ``kind``.
  enum Kind: String, CaseIterable {
    case opened, loaded, loadFailed, draft, retryRequested, reloadRequested, submitPressed,
      validated
    case checksSettled, reviewAccepted, reviewLeft, edited, accepted
    case refused, failed, leaveRequested, interrupted, keepingChanged, leaveConfirmed,
      leaveWithdrawn, leftUnasked, declined
  }

  var kind: Kind {
    switch self {
    case .opened: .opened
    case .loaded: .loaded
    case .loadFailed: .loadFailed
    case .draft: .draft
    case .retryRequested: .retryRequested
    case .reloadRequested: .reloadRequested
    case .submitPressed: .submitPressed
    case .validated: .validated
    case .reviewAccepted: .reviewAccepted
    case .reviewLeft: .reviewLeft
    case .leftUnasked: .leftUnasked
    case .checksSettled: .checksSettled
    case .edited: .edited
    case .accepted: .accepted
    case .refused: .refused
    case .failed: .failed
    case .leaveRequested: .leaveRequested
    case .interrupted: .interrupted
    case .keepingChanged: .keepingChanged
    case .leaveConfirmed: .leaveConfirmed
    case .leaveWithdrawn: .leaveWithdrawn
    case .declined: .declined
    }
  }

  /// Each event with each readiness and flag, with a current and an outdated id.
  static let samples: [Self] =
    SubmissionReadiness.samples.flatMap { [.validated($0), .checksSettled($0)] }
    + [true, false].flatMap { isChanged -> [Self] in
      [
        .leaveRequested(isChanged: isChanged), .interrupted(isChanged: isChanged),
        .leftUnasked(isChanged: isChanged),
      ]
    } + [
      .opened, .loaded(.i, .plain), .loaded(.i, .reviewed), .loaded(.old, .plain),
      .loadFailed(.i, .new), .loadFailed(.old, .new), .draft(.found(.new)), .draft(.accepted),
      .draft(.refused), .retryRequested, .reloadRequested, .submitPressed, .reviewAccepted,
      .reviewLeft(to: nil), .reviewLeft(to: "name"), .edited, .accepted(.i), .accepted(.old),
      .refused(.i, .new), .refused(.old, .new), .failed(.i, .new), .failed(.old, .new),
      .keepingChanged, .leaveConfirmed, .leaveWithdrawn, .declined,
    ]
}
