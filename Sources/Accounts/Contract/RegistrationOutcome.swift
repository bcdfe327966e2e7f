/// What came of a registration.
package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored, now or by an earlier try of the same submission.
  case registered(Account)
  /// The username belongs to another account, or is reserved.
  case taken
  /// New accounts are not accepted at present.
  case closed
  /// The terms are not those that the person has accepted, or there are some now.
  case termsChanged
}
