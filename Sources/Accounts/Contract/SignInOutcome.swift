package enum SignInOutcome: Equatable, Sendable {
  /// The account as it was: it was last seen when its owner signed in the time before.
  case signedIn(AccountSession, Member)
  /// The name, or the password, is another.
  case refused
  /// Nothing is looked at yet for the name.
  case held(SignInFailures.Hold)
}

package enum PasswordOutcome: Equatable, Sendable {
  /// All other sessions of the account have ended; this one goes on.
  case changed(AccountSession)
  /// The new password does not keep to the policy.
  case refused(AccountFault)
  /// The old password is another.
  case wrong
  /// Nothing is looked at yet.
  case held(SignInFailures.Hold)
}
