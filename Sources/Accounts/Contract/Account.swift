package import FormworkCore

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

/// The content of a registration.
package struct NewAccount: Sendable {
  package var account: Account
  package var password: Secret

  package init(account: Account, password: Secret) {
    self.account = account
    self.password = password
  }

  /// The account with all texts in ``Swift/String/normalForm``, which a password always has.
  package var normalized: NewAccount {
    var new = self
    new.account.username = account.username.normalForm
    new.account.profile = account.profile.normalized
    return new
  }
}

/// The session of an account's owner.
///
/// It ends when the password is changed elsewhere, or the account is deleted.
package struct AccountSession: Hashable, Sendable {
  /// The account's ``Member/id``.
  package let account: Int64

  /// The number of the password of the sign-in, unique in the store.
  package let credentials: Int64

  package init(account: Int64, credentials: Int64) {
    self.account = account
    self.credentials = credentials
  }

  /// A random number for a new password.
  ///
  /// A counter could repeat a session, since the number of a deleted account may be given to the next one.
  package static var freshCredentials: Int64 { .random(in: 1 ... .max) }
}
