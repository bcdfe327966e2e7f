/// Keeps the accounts, and the policy that a new one must follow.
///
/// Texts are stored in their ``Swift/String/normalForm``, and names are compared in it, without the case
/// of ASCII letters. A store that failed can be asked again: it starts anew by itself.
package protocol AccountStore: MemberStore {
  /// What is asked of a new account.
  func policy() async throws(AccountStoreError) -> RegistrationPolicy

  /// Whether the name belongs to no account and is not reserved.
  ///
  /// The answer may be old when it arrives: `register` alone decides.
  func isFree(_ username: String) async throws(AccountStoreError) -> Bool

  /// Makes an account, if it keeps to the policy: the store judges by itself, for every caller.
  ///
  /// A submission is made once, however often it is sent: where the outcome of a try is unknown,
  /// the next one is sent under the same key. The account of an earlier try then gets the content of
  /// this one, if that keeps to the policy. It is refused neither for its old name nor because the
  /// store has been closed or the terms have changed in between, since the person is registered already.
  ///
  /// - Parameters:
  ///   - account: What the person has entered.
  ///   - submission: A ``SubmissionKey``.
  /// - Returns: What came of it. All but `registered` leave the store as it is.
  /// - Throws: ``AccountStoreError/invalidSubmission``; else what kept the store from deciding. After
  ///   ``AccountStoreError/cancelled`` the outcome is unknown.
  func register(
    _ account: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome

  /// The account of that name, in letters of either case.
  func account(named username: String) async throws(AccountStoreError) -> Account?

  /// Some accounts, in the order of the bytes of their names in lower case.
  ///
  /// There may be more of them than fit into memory: they are asked for in pages.
  ///
  /// - Parameters:
  ///   - username: The name behind which the page begins, in letters of either case, whether or not it is an
  ///     account's; `nil` for the first page.
  ///   - limit: How many there are on the page at most.
  /// - Returns: As many as that, unless there are fewer.
  /// - Throws: What kept the store from answering.
  func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account]

  /// How many accounts there are.
  func count() async throws(AccountStoreError) -> Int
}
