package import FormworkCore

/// What a store does for those who have an account, and decides who may.
///
/// What is asked with a session ends in ``AccountStoreError/sessionEnded`` once the account is gone or its
/// password was changed elsewhere.
package protocol MemberStore: Sendable {
  /// Looks at a password.
  ///
  /// A name without an account is answered as a wrong password is, and as slowly. The hash is made anew
  /// where its cost is no longer that of new ones.
  ///
  /// - Returns: What came of it. After ``SignInFailures/freeCount`` wrong passwords in a row, by whatever
  ///   process, the next has to wait. Of tries at once so many begin, and the store has the others wait for them.
  func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome

  /// Lists members.
  ///
  /// - Parameters:
  ///   - query: Which ones.
  ///   - session: Without one only names are told. A member sees of others neither e-mail nor contacts that
  ///     are not public; an administrator sees all.
  /// - Returns: The page.
  /// - Throws: ``AccountStoreError/orderNotAllowed``; else what kept the store from answering.
  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage

  /// The member of that name, in letters of either case, as far as the one who asks may see.
  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member?

  /// Changes the profile of one's own account, if it keeps to the rules of registration.
  ///
  /// - Parameters:
  ///   - profile: All of it, with the changes.
  ///   - version: That of the profile which was changed.
  ///   - session: The owner's.
  /// - Returns: What came of it. All but `saved` leave the store as it is.
  /// - Throws: What kept the store from deciding. After ``AccountStoreError/cancelled`` the outcome is
  ///   unknown; the same may be asked again.
  func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome

  /// Changes the password of one's own account, and ends all its sessions but this one.
  func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome

  /// Deletes one's own account, with all that belongs to it.
  ///
  /// Where it was the last administrator's, the oldest account that is left is one from then on.
  func delete(as session: AccountSession) async throws(AccountStoreError)

  /// Replaces the policy, whose lengths are not negative, but for its terms.
  ///
  /// - Parameters:
  ///   - policy: All of it, with the changes.
  ///   - former: The policy which was changed.
  ///   - session: An administrator's.
  /// - Returns: What came of it.
  /// - Throws: ``AccountStoreError/notAllowed``, where the session is no administrator's.
  func setPolicy(
    _ policy: RegistrationPolicy, basedOn former: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome

  func preferences(as session: AccountSession) async throws(AccountStoreError) -> Preferences

  func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError)

  /// Counts up when something was changed since it was asked before, by whatever process.
  ///
  /// It reads no more than a number.
  func changeCount() async throws(AccountStoreError) -> Int

  /// Tells when ``changeCount()`` is worth asking: something may have been changed, by whatever process.
  ///
  /// Nothing is polled: while nothing happens, nothing is woken.
  ///
  /// - Returns: What tells of all that is changed from now on; several changes as one. It ends where no more can be
  ///   told: then it is asked for anew.
  /// - Throws: That nothing can be watched.
  func changes() async throws(AccountStoreError) -> AsyncStream<Void>
}
