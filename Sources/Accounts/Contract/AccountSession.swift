/// By what right the owner of an account asks, from signing in until the password is changed elsewhere or
/// the account is gone.
package struct AccountSession: Hashable, Sendable {
  /// The account's ``Member/id``.
  package let account: Int64

  /// Which of the account's passwords it was signed in with: no two passwords of a store have one number.
  package let credentials: Int64

  package init(account: Int64, credentials: Int64) {
    self.account = account
    self.credentials = credentials
  }

  /// A number for a new password.
  ///
  /// It is drawn, not counted: the number of a deleted account may be given to the next.
  package static var freshCredentials: Int64 { .random(in: 1 ... .max) }
}
