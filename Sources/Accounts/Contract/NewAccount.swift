package import FormworkCore

/// What a person asks to be registered with.
package struct NewAccount: Sendable {
  package var account: Account
  package var password: Secret

  package init(account: Account, password: Secret) {
    self.account = account
    self.password = password
  }
}
