package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored, now or by an earlier try of the same submission.
  case registered(Account)
  /// The account was rejected, with a fault for each of these fields.
  case refused([AccountField: AccountFault])
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

/// The fault of a field of an account.
///
/// Lengths are in code points of the normal form.
package enum AccountFault: Equatable, Sendable {
  /// The text has no visible character.
  case missing
  case tooShort(limit: Int, count: Int)
  case tooLong(limit: Int, count: Int)
  /// The list has more items than it may have.
  case tooMany(limit: Int, count: Int)
  /// The text has this character, which controls a terminal or the direction of text, or is a NUL.
  case controlCharacter(Unicode.Scalar)
  /// The name has others than ``RegistrationPolicy/usernameCharacters``.
  case otherCharacters
  /// The text is no address of its kind.
  case noAddress(Contact.Kind)
  /// No account may have the name.
  case reserved
  /// The name belongs to another account.
  case taken
  /// The terms have changed since the person accepted them.
  case otherTerms
}
