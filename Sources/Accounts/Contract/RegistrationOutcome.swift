package import FormworkCore

package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored, now or by an earlier try of the same submission.
  case registered(Account)
  /// The account was rejected, with these issues, in the order of the form.
  case refused([FormIssue])
  /// New accounts are not accepted at present.
  case closed
}

extension Violation {
  /// No account may have the name.
  package static let reserved = Violation.customError("reserved")
  /// The name belongs to another account.
  package static let taken = Violation.customError("taken")
}
