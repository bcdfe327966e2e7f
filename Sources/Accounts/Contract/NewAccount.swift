package import FormworkCore

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
