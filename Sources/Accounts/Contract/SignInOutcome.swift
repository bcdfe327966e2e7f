package enum SignInOutcome: Equatable, Sendable {
  /// The sign-in has succeeded; the member's last visit is the one before.
  case signedIn(AccountSession, Member)
  /// The name or the password is wrong.
  case refused
  /// No password of the name is checked now.
  case held(SignInFailures.Hold)
}

package enum PasswordOutcome: Equatable, Sendable {
  /// The password was changed, and all other sessions have ended.
  case changed(AccountSession)
  /// The new password breaks the policy.
  case refused(AccountFault)
  /// The old password is wrong.
  case wrong
  /// No password is checked now.
  case held(SignInFailures.Hold)
}
