/// A store that forgets all when it goes: for tests, and for trying a form out.
///
/// It keeps no passwords, and therefore hashes none.
package actor InMemoryAccountStore: AccountStore {
  private var currentPolicy: RegistrationPolicy
  private var termsCount = 0
  private var accountsByName: [UsernameKey: Account] = [:]

  /// Whose account a submission made.
  private var namesBySubmission: [String: UsernameKey] = [:]

  /// A store that begins with accounts whose texts are whatever an earlier program let pass.
  package init(policy: RegistrationPolicy = .standard, accounts: [Account] = []) {
    currentPolicy = policy
    for account in accounts { accountsByName[UsernameKey(account.username)] = account }
  }

  package func setPolicy(_ policy: RegistrationPolicy) throws(AccountStoreError) {
    try checkCancellation()
    let terms = currentPolicy.terms
    currentPolicy = policy
    currentPolicy.terms = terms
  }

  package func setTerms(_ text: String?) throws(AccountStoreError) {
    try checkCancellation()
    let present = currentPolicy.terms?.text
    if let text, let present, present.utf8.elementsEqual(text.utf8) { return }
    if text != nil { termsCount += 1 }
    currentPolicy.terms = text.map { Terms(version: termsCount, text: $0) }
  }

  package func policy() throws(AccountStoreError) -> RegistrationPolicy {
    try checkCancellation()
    return currentPolicy
  }

  package func isFree(_ username: String) throws(AccountStoreError) -> Bool {
    try checkCancellation()
    let name = UsernameKey(username)
    return accountsByName[name] == nil && !currentPolicy.reservedKeys.contains(name)
  }

  package func register(
    _ new: NewAccount, submission: String
  ) throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    try checkCancellation()
    let new = new.normalized
    let name = UsernameKey(new.account.username)
    let former = namesBySubmission[submission]
    let refusal = currentPolicy.refusal(
      of: new, former: former, isTaken: accountsByName[name] != nil)
    if let refusal { return refusal }
    if let former { accountsByName[former] = nil }
    accountsByName[name] = new.account
    namesBySubmission[submission] = name
    return .registered(new.account)
  }

  package func account(named username: String) throws(AccountStoreError) -> Account? {
    try checkCancellation()
    return accountsByName[UsernameKey(username)]
  }

  package func accounts(
    after username: String?, limit: Int
  ) throws(AccountStoreError) -> [Account] {
    try checkCancellation()
    let last = username.map { UsernameKey($0) }
    let rest = accountsByName.filter { entry in last.map { $0 < entry.key } ?? true }
    return rest.sorted { $0.key < $1.key }.prefix(max(0, limit)).map(\.value)
  }

  package func count() throws(AccountStoreError) -> Int {
    try checkCancellation()
    return accountsByName.count
  }

  private func checkCancellation() throws(AccountStoreError) {
    if Task.isCancelled { throw .cancelled }
  }
}
