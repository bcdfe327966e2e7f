package enum SignInOutcome: Equatable, Sendable {
  /// The account as it was: it was last seen when its owner signed in the time before.
  case signedIn(AccountSession, Member)
  /// The name, or the password, is another.
  case refused
  /// There were too many wrong passwords for the name: nothing is looked at before so long from now.
  case wait(Duration)
}

package enum PasswordOutcome: Equatable, Sendable {
  /// All other sessions of the account have ended; this one goes on.
  case changed(AccountSession)
  /// The new password does not keep to the policy.
  case refused(AccountFault)
  /// The old password is another.
  case wrong
  /// There were too many wrong passwords: nothing is looked at before so long from now.
  case wait(Duration)
}
