import Accounts
import FormworkCore

/// The reference of a store, which random calls compare with a file, and a store for repositories.
///
/// It keeps passwords as they are, and ignores that a task is cancelled.
actor InMemoryAccountStore: PolicySettingStore {
  private struct Entry {
    var account: Account
    var record: Member.Record
    var password: Secret?
    var credentials = AccountSession.freshCredentials
    var submission: String?
    var preferences = Preferences()
  }

  private let now: @Sendable () -> Timestamp
  private var currentPolicy = RegistrationPolicy.standard { didSet { noteChange() } }
  private var termsCount = 0
  /// The accounts by number.
  private var entries: [Int64: Entry] = [:] { didSet { noteChange() } }
  private var lastNumber: Int64 = 0
  private var deletedSubmissions: Set<String> = []
  private var failures: [Int: SignInFailures] = [:]
  private var changeNumber = 0
  private var listeners: [AsyncStream<Void>.Continuation] = []

  /// Creates a store with accounts that are not validated and have no password.
  init(accounts: [Account] = [], now: @escaping @Sendable () -> Timestamp = { .now }) {
    self.now = now
    for (index, account) in accounts.enumerated() {
      entries[Int64(index + 1)] = Entry(
        account: account,
        record: Member.Record(
          isAdministrator: index == 0, created: nil, lastSeen: nil, lastChanged: nil, version: 1))
    }
    lastNumber = Int64(accounts.count)
  }

  // MARK: Policy

  func policy() -> RegistrationPolicy { currentPolicy }

  func setPolicy(_ policy: RegistrationPolicy) {
    let terms = currentPolicy.terms
    currentPolicy = policy
    currentPolicy.terms = terms
  }

  func setPolicy(
    _ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy, as session: AccountSession
  ) throws(AccountStoreError) -> PolicyOutcome {
    guard try entry(of: session).record.isAdministrator else { throw .notAllowed }
    let outcome = PolicyOutcome(changing: previous, to: policy, where: currentPolicy)
    if outcome == .saved { setPolicy(policy) }
    return outcome
  }

  func setTerms(_ text: String?, as session: AccountSession?) throws(AccountStoreError) {
    if let session {
      guard try entry(of: session).record.isAdministrator else { throw .notAllowed }
    } else if !entries.isEmpty {
      throw .notAllowed
    }
    setTerms(text)
  }

  nonisolated func close(limit: Duration) {}

  func setTerms(_ text: String?) {
    let present = currentPolicy.terms?.text
    if let text, let present, present.utf8.elementsEqual(text.utf8) { return }
    if text != nil { termsCount += 1 }
    currentPolicy.terms = text.map { Terms(version: termsCount, text: $0) }
  }

  // MARK: Accounts

  func isFree(_ username: String) -> Bool {
    id(named: username) == nil && !currentPolicy.reservedKeys.contains(UsernameKey(username))
  }

  func register(
    _ new: NewAccount, submission: String
  ) throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    if deletedSubmissions.contains(submission) { throw .accountDeleted }
    let new = new.normalized
    let previous = entries.first { $0.value.submission == submission }
    if let entry = previous?.value {
      let place = place(of: entry.account.username)
      if let delay = failures[place, default: SignInFailures()].count(at: now()) {
        return .held(delay)
      }
      guard entry.password == new.password else {
        failures[place]?.refuse()
        return .refused([FormIssue("password", .submittedBefore)])
      }
      failures[place] = nil
      if entry.record.lastSeen != nil { return .registered(entry.account) }
    }
    let refusal = currentPolicy.refusal(
      of: new, previous: previous.map { UsernameKey($0.value.account.username) },
      isTaken: id(named: new.account.username) != nil)
    if let refusal { return refusal }
    let time = now()
    var entry =
      previous?.value
      ?? Entry(
        account: new.account,
        record: Member.Record(
          isAdministrator: entries.isEmpty, created: time, lastSeen: nil, lastChanged: time,
          version: 0))
    entry.account = new.account
    entry.record.lastChanged = time
    entry.record.version += 1
    entry.password = new.password
    entry.credentials = AccountSession.freshCredentials
    entry.submission = submission
    // In SQLite, the number of the newest account is free again after its deletion.
    if !StoreKind.current.isInPostgreSQL { lastNumber = entries.keys.max() ?? 0 }
    if previous == nil { lastNumber += 1 }
    entries[previous?.key ?? lastNumber] = entry
    return .registered(new.account)
  }

  func account(named username: String) -> Account? {
    id(named: username).flatMap { entries[$0]?.account }
  }

  func accounts(after username: String?, limit: Int) -> [Account] {
    let last = username.map { UsernameKey($0) }
    let rest = entries.values.map { (UsernameKey($0.account.username), $0.account) }
      .filter { entry in last.map { $0 < entry.0 } ?? true }
    return rest.sorted { $0.0 < $1.0 }.prefix(max(0, limit)).map(\.1)
  }

  func count() -> Int { entries.count }

  func delete(as session: AccountSession) throws(AccountStoreError) {
    if let submission = try entry(of: session).submission {
      deletedSubmissions.insert(submission)
    }
    entries[session.account] = nil
    // Without an administrator the policy could never be changed again.
    if !entries.values.contains(where: \.record.isAdministrator), let first = entries.keys.min() {
      entries[first]?.record.isAdministrator = true
    }
  }

  // MARK: Passwords

  func signIn(_ username: String, password: Secret) -> SignInOutcome {
    let place = place(of: username)
    if let hold = failures[place, default: SignInFailures()].count(at: now()) {
      return .held(hold)
    }
    guard let id = id(named: username), let entry = entries[id], entry.password == password else {
      failures[place]?.refuse()
      return .refused
    }
    let session = AccountSession(account: id, credentials: entry.credentials)
    failures[place] = nil
    failures[self.place(of: session.failureName)] = nil
    entries[id]?.record.lastSeen = now()
    return .signedIn(session, view(of: id, entry))
  }

  func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) throws(AccountStoreError) -> PasswordOutcome {
    var entry = try entry(of: session)
    if let fault = currentPolicy.fault(of: new) { return .refused(fault) }
    let place = place(of: session.failureName)
    if let hold = failures[place, default: SignInFailures()].count(at: now()) {
      return .held(hold)
    }
    guard entry.password == old else {
      failures[place]?.refuse()
      return .wrong
    }
    failures[place] = nil
    entry.password = new
    entry.credentials = AccountSession.freshCredentials
    entries[session.account] = entry
    noteChange()
    return .changed(AccountSession(account: session.account, credentials: entry.credentials))
  }

  private func place(of username: String) -> Int {
    FailureKey.known.place(of: UsernameKey(username))
  }

  // MARK: Members

  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) throws(AccountStoreError) -> MemberPage {
    let viewer = try viewer(session)
    try viewer.check(query.order)
    let beginning = UsernameKey(query.beginning)
    var found = entries.map { (key: UsernameKey($0.value.account.username), id: $0.key) }
      .filter { $0.key.begins(with: beginning) }
      .sorted { query.order == .descending ? $0.key > $1.key : $0.key < $1.key }
    let total = query.beginning.isEmpty ? found.count : min(found.count, MemberQuery.searchLimit)
    let hasMore = found.count > total
    // In orders of names, a cursor leads beyond the limit.
    if query.cursor == nil || !query.order.isByName { found.removeSubrange(total...) }
    func sort(by path: KeyPath<Member.Record, Timestamp?>) {
      let places = found.map { (entries[$0.id]?.record[keyPath: path]?.milliseconds ?? 0, $0) }
      found = places.sorted { ($0.0, $0.1.id) > ($1.0, $1.1.id) }.map(\.1)
    }
    switch query.order {
    case .newest: found.sort { $0.id > $1.id }
    case .oldest: found.sort { $0.id < $1.id }
    case .ascending, .descending: break
    case .recentlySeen: sort(by: \.lastSeen)
    case .recentlyChanged: sort(by: \.lastChanged)
    }
    if let cursor = query.cursor {
      found.removeAll { place in entries[place.id].map { !isAfter(cursor, place.id, $0) } ?? true }
    }
    let places = query.places(in: found.count).clamped(to: found.indices)
    let rows = found[places].compactMap { place in
      entries[place.id].map { viewer.view(of: $0.account, id: place.id, $0.record) }
    }
    return MemberPage(rows: rows, total: total, hasMore: hasMore).continued(query)
  }

  private func isAfter(_ cursor: MemberCursor, _ id: Int64, _ entry: Entry) -> Bool {
    let (name, last) = (UsernameKey(entry.account.username), UsernameKey(cursor.key[0]))
    let numbers = cursor.key.compactMap { Int64($0) }
    func isBefore(_ time: Timestamp?) -> Bool {
      [time?.milliseconds ?? 0, id].lexicographicallyPrecedes(numbers)
    }
    return switch cursor.order {
    case .newest: id < numbers[0]
    case .oldest: id > numbers[0]
    case .ascending: name > last
    case .descending: name < last
    case .recentlySeen: isBefore(entry.record.lastSeen)
    case .recentlyChanged: isBefore(entry.record.lastChanged)
    }
  }

  func member(
    named username: String, as session: AccountSession?
  ) throws(AccountStoreError) -> Member? {
    let viewer = try viewer(session)
    guard let id = id(named: username), let entry = entries[id] else { return nil }
    return viewer.view(of: entry.account, id: id, entry.record)
  }

  func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) throws(AccountStoreError) -> ProfileOutcome {
    var entry = try entry(of: session)
    let (id, profile) = (session.account, profile.normalized)
    if entry.account.profile == profile { return .saved(view(of: id, entry)) }
    let faults = RegistrationPolicy.faults(of: profile)
    if !faults.isEmpty { return .refused(faults) }
    if entry.record.version != version { return .conflict(view(of: id, entry)) }
    entry.account.profile = profile
    entry.record.version += 1
    entry.record.lastChanged = now()
    entries[id] = entry
    return .saved(view(of: id, entry))
  }

  func preferences(as session: AccountSession) throws(AccountStoreError) -> Preferences {
    try entry(of: session).preferences
  }

  func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) throws(AccountStoreError) {
    _ = try entry(of: session)
    entries[session.account]?.preferences = preferences
  }

  private func id(named username: String) -> Int64? {
    let name = UsernameKey(username)
    return entries.first { UsernameKey($0.value.account.username) == name }?.key
  }

  private func entry(of session: AccountSession) throws(AccountStoreError) -> Entry {
    guard let entry = entries[session.account], entry.credentials == session.credentials else {
      throw .sessionEnded
    }
    return entry
  }

  private func viewer(_ session: AccountSession?) throws(AccountStoreError) -> Viewer {
    guard let session else { return .anonymous }
    return Viewer(session.account, isAdministrator: try entry(of: session).record.isAdministrator)
  }

  /// Returns an account as its owner sees it.
  private func view(of id: Int64, _ entry: Entry) -> Member {
    Viewer(id, isAdministrator: entry.record.isAdministrator)
      .view(of: entry.account, id: id, entry.record)
  }

  // MARK: Changes

  func changeCount() -> Int { changeNumber }

  func changes() -> AsyncStream<Void> {
    let (changes, listener) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listeners.append(listener)
    return changes
  }

  private func noteChange() {
    changeNumber += 1
    listeners.removeAll { listener in
      if case .terminated = listener.yield() { true } else { false }
    }
  }
}

/// A quick hash that protects no password.
struct QuickHashing: PasswordHashing {
  let dummyHash = "$quick$"

  func hash(_ password: Secret) -> String {
    "$quick$\(password.withBytes { $0.reduce(5381 as UInt64) { $0 &* 33 ^ UInt64($1) } })"
  }

  func verify(_ password: Secret, _ hash: String) -> Bool { self.hash(password) == hash }

  func needsRehash(_ hash: String) -> Bool { false }
}
