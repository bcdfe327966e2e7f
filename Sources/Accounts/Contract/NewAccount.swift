package import FormworkCore

/// What a person asks to be registered with.
package struct NewAccount: Sendable {
  package var account: Account
  package var password: Secret

  package init(account: Account, password: Secret) {
    self.account = account
    self.password = password
  }

  /// The same with all texts in their ``Swift/String/normalForm``, which a password has by itself.
  package var normalized: NewAccount {
    var new = self
    new.account.username = account.username.normalForm
    new.account.profile = account.profile.normalized
    return new
  }
}
