/// A person who is registered.
package struct Account: Equatable, Sendable {
  /// The name, with capital letters as they were typed.
  ///
  /// Names that differ only in the case of ASCII letters are equal.
  package var username: String
  package var givenName: String
  package var familyName: String
  package var email: String

  /// Other contacts, in the person's order.
  package var contacts: [Contact]

  /// The version of the terms that the person has accepted; `nil` if there were none.
  package var termsVersion: Int?

  package init(
    username: String, givenName: String, familyName: String, email: String,
    contacts: [Contact] = [], termsVersion: Int? = nil
  ) {
    self.username = username
    self.givenName = givenName
    self.familyName = familyName
    self.email = email
    self.contacts = contacts
    self.termsVersion = termsVersion
  }
}
