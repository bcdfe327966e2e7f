package import FormworkCore

package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored, now or by an earlier try of the same submission.
  case registered(Account)
  /// The account was rejected, with a fault for each of these fields.
  case refused([AccountField: Violation])
  /// New accounts are not accepted at present.
  case closed
}

/// A field of a new account, in the order of the form.
package enum AccountField: Hashable, Comparable, Sendable {
  case username, givenName, familyName, email
  /// The list of contacts.
  case contacts
  /// The address of the contact at this place, from 0.
  case contactAddress(Int)
  case password, terms
}

extension Violation {
  /// No account may have the name.
  package static let reserved = Violation.customError("reserved")
  /// The name belongs to another account.
  package static let taken = Violation.customError("taken")
}
