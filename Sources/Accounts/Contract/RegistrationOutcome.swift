package enum RegistrationOutcome: Equatable, Sendable {
  /// The account is stored as it stands here, now or by an earlier try of the same submission.
  case registered(Account)
  /// These fields keep it from being stored, each for one reason.
  case refused([AccountField: AccountFault])
  /// New accounts are not accepted at present.
  case closed
}

/// What a new account is made of, in the order in which a person is asked for it.
package enum AccountField: Hashable, Comparable, Sendable {
  case username, givenName, familyName, email
  /// The list of contacts.
  case contacts
  /// The address of the contact at this place, from 0.
  case contactAddress(Int)
  case password, terms
}

/// Why a field of a new account is refused.
///
/// Lengths are in code points of the text's normal form.
package enum AccountFault: Equatable, Sendable {
  /// Nothing stands there that could be seen.
  case missing
  case tooShort(limit: Int, count: Int)
  case tooLong(limit: Int, count: Int)
  /// The list has more items than it may have.
  case tooMany(limit: Int, count: Int)
  /// It has this character, which controls a terminal or the direction of text, or is a NUL.
  case controlCharacter(Unicode.Scalar)
  /// It has others than ``RegistrationPolicy/usernameCharacters``.
  case otherCharacters
  /// It is no address of its kind.
  case noAddress(Contact.Kind)
  /// No account may have the name.
  case reserved
  /// The name belongs to another account.
  case taken
  /// The terms are not those that the person has accepted, or there are some now.
  case otherTerms
}
