package import FormworkCore

/// A store in memory, for tests and for trying out a form.
package actor InMemoryAccountStore: AccountStore {
  /// An account with its data.
  struct Entry {
    var account: Account
    var record: Member.Record
    var passwordHash: String
    var credentials = AccountSession.freshCredentials
    var submission: String?
    var preferences = Preferences()
  }

  let hashing: any PasswordHashing
  let now: @Sendable () -> Timestamp

  var currentPolicy: RegistrationPolicy { didSet { changeNumber += 1 } }
  private var termsCount = 0
  /// The accounts by number.
  var entries: [Int64: Entry] = [:] { didSet { changeNumber += 1 } }
  private(set) var idsByName: [UsernameKey: Int64] = [:]
  private var idsBySubmission: [String: Int64] = [:]
  private var lastID: Int64 = 0
  private let failureKey: FailureKey
  private var failures: [Int: SignInFailures] = [:]
  private(set) var changeNumber = 0 { didSet { tellOfChange() } }
  /// The streams of changes, until their readers are gone.
  private var listeners: [AsyncStream<Void>.Continuation] = []

  /// Creates a store with accounts that are not validated and have no password.
  ///
  /// The first one is the administrator's.
  package init(
    policy: RegistrationPolicy = .standard, accounts: [Account] = [],
    hashing: any PasswordHashing = QuickHashing(), failureKey: FailureKey = .random(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    currentPolicy = policy
    self.failureKey = failureKey
    self.hashing = hashing
    self.now = now
    for (index, account) in accounts.enumerated() {
      lastID += 1
      entries[lastID] = Entry(
        account: account,
        record: Member.Record(
          isAdministrator: index == 0, created: nil, lastSeen: nil, lastChanged: nil, version: 1),
        passwordHash: "")
      idsByName[UsernameKey(account.username)] = lastID
    }
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
    return idsByName[name] == nil && !currentPolicy.reservedKeys.contains(name)
  }

  package func register(
    _ new: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    try checkCancellation()
    let hash = try await hashing.hash(new.password)
    let new = new.normalized
    let name = UsernameKey(new.account.username)
    let former = idsBySubmission[submission]
    let formerName = former.flatMap { entries[$0] }.map { UsernameKey($0.account.username) }
    let refusal = currentPolicy.refusal(
      of: new, former: formerName, isTaken: idsByName[name] != nil)
    if let refusal { return refusal }
    let moment = now()
    var entry = Entry(
      account: new.account,
      record: Member.Record(
        isAdministrator: entries.isEmpty, created: moment, lastSeen: nil, lastChanged: moment,
        version: 1),
      passwordHash: hash, submission: submission)
    if let former, let old = entries[former] {
      entry.record = old.record
      entry.record.lastChanged = moment
      entry.record.version += 1
      entry.preferences = old.preferences
    }
    if let formerName { idsByName[formerName] = nil }
    lastID = former == nil ? lastID + 1 : lastID
    let id = former ?? lastID
    entries[id] = entry
    idsByName[name] = id
    idsBySubmission[submission] = id
    return .registered(new.account)
  }

  package func account(named username: String) throws(AccountStoreError) -> Account? {
    try checkCancellation()
    return idsByName[UsernameKey(username)].flatMap { entries[$0]?.account }
  }

  package func accounts(
    after username: String?, limit: Int
  ) throws(AccountStoreError) -> [Account] {
    try checkCancellation()
    let last = username.map { UsernameKey($0) }
    let rest = idsByName.filter { entry in last.map { $0 < entry.key } ?? true }
    return rest.sorted { $0.key < $1.key }.prefix(max(0, limit))
      .compactMap { entries[$0.value]?.account }
  }

  package func count() throws(AccountStoreError) -> Int {
    try checkCancellation()
    return entries.count
  }

  /// Counts a try to sign in with a name, as ``SignInFailures`` does.
  func countTry(for username: String) -> SignInFailures.RetryDelay? {
    failures[failureKey.bucket(of: UsernameKey(username)), default: SignInFailures()].count(
      at: now())
  }

  /// Notes a wrong password of a name.
  func refuse(_ username: String) {
    failures[failureKey.bucket(of: UsernameKey(username))]?.refuse()
  }

  /// Notes the right password of a name.
  func clearFailures(for username: String) {
    failures[failureKey.bucket(of: UsernameKey(username))] = nil
  }

  /// Removes an account.
  func remove(_ id: Int64) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    idsByName[UsernameKey(entry.account.username)] = nil
    if let submission = entry.submission { idsBySubmission[submission] = nil }
    // As in a database, the number of the newest account is free again.
    if id == lastID { lastID = entries.keys.max() ?? 0 }
    // Without an administrator the policy could never be changed again.
    if !entries.values.contains(where: \.record.isAdministrator), let first = entries.keys.min() {
      entries[first]?.record.isAdministrator = true
    }
  }

  package func changes() -> AsyncStream<Void> {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listeners.append(listener)
    return changes
  }

  private func tellOfChange() {
    listeners.removeAll { listener in
      if case .terminated = listener.yield() { true } else { false }
    }
  }

  func checkCancellation() throws(AccountStoreError) {
    if Task.isCancelled { throw .cancelled }
  }
}

/// A quick hash that protects no password, for stores in memory and for tests.
package struct QuickHashing: PasswordHashing {
  package let dummyHash = "$quick$"

  package init() {}

  package func hash(_ password: Secret) -> String { "$quick$\(password.withBytes(\.quickHash))" }

  package func verify(_ password: Secret, _ hash: String) -> Bool { self.hash(password) == hash }

  package func needsRehash(_ hash: String) -> Bool { false }
}

extension Sequence<UInt8> {
  /// A number that is the same in each process, and easy to collide with.
  ///
  /// Source: Daniel J. Bernstein's hash of strings, as in cdb.
  var quickHash: UInt64 { reduce(5381) { $0 &* 33 ^ UInt64($1) } }
}
