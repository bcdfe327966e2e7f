import FormworkCore

extension FormMachine.Event {
  /// Draws an event whose id, if it has one, is or was near to the last that was given out.
  static func random(
    lastLoad: UInt64, submission: UInt64, using generator: inout some RandomNumberGenerator
  ) -> Self {
    let load = LoadID(
      rawValue: .random(in: lastLoad - min(lastLoad, 1)...lastLoad + 1, using: &generator))
    let id = SubmissionID(rawValue: .random(in: submission - 1...submission + 1, using: &generator))
    let readiness = Readiness.random(using: &generator)
    let reason = Reason.random(using: &generator)
    let draft = FormMachine.DraftEvent.samples.randomElement(using: &generator) ?? .accepted
    return switch Kind.random(using: &generator) {
    case .opened: .opened
    case .loaded: .loaded(load, .random(using: &generator) ? .reviewed : .plain)
    case .loadFailed: .loadFailed(load, reason)
    case .draft: .draft(draft)
    case .retryRequested: .retryRequested
    case .reloadRequested: .reloadRequested
    case .submitPressed: .submitPressed
    case .judged: .judged(readiness)
    case .reviewAccepted: .reviewAccepted
    case .reviewLeft: .reviewLeft(to: .random(using: &generator) ? "name" : nil)
    case .leftUnasked: .leftUnasked(isChanged: .random(using: &generator))
    case .checksSettled: .checksSettled(readiness)
    case .edited: .edited
    case .accepted: .accepted(id)
    case .refused: .refused(id, .new)
    case .failed: .failed(id, reason)
    case .leaveRequested: .leaveRequested(isChanged: .random(using: &generator))
    case .interrupted: .interrupted(isChanged: .random(using: &generator))
    case .keepingChanged: .keepingChanged
    case .leaveConfirmed: .leaveConfirmed
    case .leaveWithdrawn: .leaveWithdrawn
    case .declined: .declined
    }
  }
}
