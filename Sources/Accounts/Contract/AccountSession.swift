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
  /// A counted one could repeat, since the number of a deleted account may be given to the next.
  package static var freshCredentials: Int64 { .random(in: 1 ... .max) }
}
