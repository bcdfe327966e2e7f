package import FormworkCore

/// The part of a store for members, which decides who may do what.
///
/// A question with a session throws ``AccountStoreError/sessionEnded`` if the session has ended.
package protocol MemberStore: Sendable {
  /// Checks a password, and replaces its hash if that has another cost than new ones.
  ///
  /// For an unknown name, the answer is that of a wrong password, after the same time. After
  /// ``SignInFailures/freeCount`` wrong passwords in a row, by any process, the next one has to wait. The
  /// same number of tries runs at once; the others wait.
  func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome

  /// Lists members, by their names alone unless the reader has signed in; see ``Viewer``.
  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage

  /// Returns the member of a name, in letters of either case, as far as the reader may see it.
  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member?

  /// Replaces the profile of the owner's account if it follows the rules of registration.
  ///
  /// After ``AccountStoreError/cancelled`` the outcome is unknown, and the call can be repeated.
  func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome

  /// Changes the password of the owner's account, and ends all its other sessions.
  func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome

  /// Deletes the owner's account with all its data.
  ///
  /// If it was the last administrator's, the oldest remaining account becomes an administrator's.
  func delete(as session: AccountSession) async throws(AccountStoreError)

  /// Replaces the policy, whose lengths are not negative, except its terms, as an administrator.
  func setPolicy(
    _ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome

  /// Replaces the terms that new accounts have to accept, as an administrator unless there is no account.
  ///
  /// A new text gets the next version.
  func setTerms(_ text: String?, as session: AccountSession?) async throws(AccountStoreError)

  func preferences(as session: AccountSession) async throws(AccountStoreError) -> Preferences

  func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError)

  /// Returns a number that has grown if any process has changed something since the last call.
  func changeCount() async throws(AccountStoreError) -> Int

  /// Returns a stream with an element whenever ``changeCount()`` may have grown, without polling.
  ///
  /// Several changes may count as one. After the end of the stream, call this again.
  func changes() async throws(AccountStoreError) -> AsyncStream<Void>
}

package enum SignInOutcome: Equatable, Sendable {
  /// The sign-in has succeeded; the member's last visit is the one before this sign-in.
  case signedIn(AccountSession, Member)
  /// The name or the password is wrong.
  case refused
  /// No password of the name is checked now.
  case held(SignInFailures.RetryDelay)
}

package enum PasswordOutcome: Equatable, Sendable {
  /// The password was changed, and all other sessions have ended.
  case changed(AccountSession)
  /// The new password breaks the policy.
  case refused(Violation)
  /// The old password is wrong.
  case wrong
  /// No password is checked now.
  case held(SignInFailures.RetryDelay)
}

package enum PolicyOutcome: Equatable, Sendable {
  /// The policy is stored, now or by an earlier try.
  case saved
  /// Others have changed the policy since, to this one; nothing was stored.
  case conflict(RegistrationPolicy)

  /// Creates the outcome of a change, in which terms do not count.
  package init(
    changing previous: RegistrationPolicy, to policy: RegistrationPolicy,
    where present: RegistrationPolicy
  ) {
    let accepted = [previous.withoutTerms, policy.withoutTerms]
    self = accepted.contains(present.withoutTerms) ? .saved : .conflict(present)
  }
}

/// The preferences of a member; `nil` leaves the choice to the program.
package struct Preferences: Equatable, Sendable {
  package var order: MemberOrder?
  /// The name of a layout, which the store does not know.
  package var layout: String?
  /// The name of a style, which the store does not know.
  package var style: String?

  package init(order: MemberOrder? = nil, layout: String? = nil, style: String? = nil) {
    self.order = order
    self.layout = layout
    self.style = style
  }
}
