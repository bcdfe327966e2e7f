package import FormworkCore

extension InMemoryAccountStore {
  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try checkCancellation()
    if let hold = try await begin(for: username) { return .held(hold) }
    let id = idsByName[UsernameKey(username)]
    let entry = id.flatMap { entries[$0] }
    let hash = entry?.passwordHash ?? hashing.dummyHash
    guard try await verify(password, hash, for: username), let id, let entry else {
      return .refused
    }
    let isOld = hashing.needsRehash(entry.passwordHash)
    let newHash = try await isOld ? hashing.hash(password) : entry.passwordHash
    // The password may have been changed meanwhile.
    guard let present = entries[id], present.credentials == entry.credentials else {
      refuse(username)
      return .refused
    }
    entries[id]?.passwordHash = newHash
    clearFailures(for: present.account.username)
    entries[id]?.record.lastSeen = now()
    return .signedIn(
      AccountSession(account: id, credentials: present.credentials),
      Viewer(id, isAdministrator: present.record.isAdministrator)
        .view(of: present.account, id: id, present.record))
  }

  /// Verifies the password of a counted try; one that is cancelled counts as failed.
  private func verify(
    _ password: Secret, _ hash: String, for username: String
  ) async throws(AccountStoreError) -> Bool {
    do throws(AccountStoreError) {
      let isRight = try await hashing.verify(password, hash)
      if !isRight { refuse(username) }
      return isRight
    } catch {
      refuse(username)
      throw error
    }
  }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) throws(AccountStoreError) -> MemberPage {
    try checkCancellation()
    let viewer = try viewer(session)
    try viewer.check(query.order)
    let beginning = UsernameKey(query.beginning)
    var found = idsByName.filter { $0.key.begins(with: beginning) }.sorted {
      query.order == .descending ? $0.key > $1.key : $0.key < $1.key
    }
    let hasMore = !query.beginning.isEmpty && found.count > MemberQuery.searchLimit
    if hasMore { found.removeSubrange(MemberQuery.searchLimit...) }
    let ids = found.sorted { isInOrder($0, $1, by: query.order) }.map(\.value)
    let range = query.range.clamped(to: ids.indices)
    return MemberPage(
      rows: ids[range].compactMap { id in
        entries[id].map { viewer.view(of: $0.account, id: id, $0.record) }
      }, total: ids.count, hasMore: hasMore)
  }

  private func isInOrder(
    _ one: (key: UsernameKey, value: Int64), _ other: (key: UsernameKey, value: Int64),
    by order: MemberOrder
  ) -> Bool {
    func moments(_ path: KeyPath<Member.Record, Timestamp?>) -> (Timestamp, Timestamp) {
      let never = Timestamp(milliseconds: 0)
      return (
        entries[one.value]?.record[keyPath: path] ?? never,
        entries[other.value]?.record[keyPath: path] ?? never
      )
    }
    switch order {
    case .newest: return one.value > other.value
    case .oldest: return one.value < other.value
    case .ascending: return one.key < other.key
    case .descending: return one.key > other.key
    case .recentlySeen, .recentlyChanged:
      let (first, second) = moments(order == .recentlySeen ? \.lastSeen : \.lastChanged)
      return (first, one.value) > (second, other.value)
    }
  }

  package func member(
    named username: String, as session: AccountSession?
  ) throws(AccountStoreError) -> Member? {
    try checkCancellation()
    let viewer = try viewer(session)
    guard let id = idsByName[UsernameKey(username)], let entry = entries[id] else { return nil }
    return viewer.view(of: entry.account, id: id, entry.record)
  }

  package func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) throws(AccountStoreError) -> ProfileOutcome {
    try checkCancellation()
    var entry = try entry(of: session)
    let (id, profile) = (session.account, profile.normalized)
    let viewer = Viewer(id, isAdministrator: entry.record.isAdministrator)
    let present = viewer.view(of: entry.account, id: id, entry.record)
    if entry.account.profile == profile { return .saved(present) }
    let faults = RegistrationPolicy.faults(of: profile)
    if !faults.isEmpty { return .refused(faults) }
    if entry.record.version != version { return .conflict(present) }
    entry.account.profile = profile
    entry.record.version += 1
    entry.record.lastChanged = now()
    entries[id] = entry
    return .saved(viewer.view(of: entry.account, id: id, entry.record))
  }

  package func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    try checkCancellation()
    var entry = try entry(of: session)
    if let fault = currentPolicy.fault(of: new) { return .refused(fault) }
    if let hold = try await begin(for: entry.account.username) { return .held(hold) }
    entry = try self.entry(of: session)
    let username = entry.account.username
    guard try await verify(old, entry.passwordHash, for: username) else { return .wrong }
    let hash = try await hashing.hash(new)
    entry = try self.entry(of: session)
    entry.passwordHash = hash
    entry.credentials = AccountSession.freshCredentials
    clearFailures(for: entry.account.username)
    entries[session.account] = entry
    return .changed(AccountSession(account: session.account, credentials: entry.credentials))
  }

  package func delete(as session: AccountSession) throws(AccountStoreError) {
    try checkCancellation()
    _ = try entry(of: session)
    remove(session.account)
  }

  package func setPolicy(
    _ policy: RegistrationPolicy, basedOn former: RegistrationPolicy, as session: AccountSession
  ) throws(AccountStoreError) -> PolicyOutcome {
    try checkCancellation()
    guard try entry(of: session).record.isAdministrator else { throw .notAllowed }
    let outcome = PolicyOutcome(changing: former, to: policy, where: currentPolicy)
    if outcome == .saved { try setPolicy(policy) }
    return outcome
  }

  package func preferences(as session: AccountSession) throws(AccountStoreError) -> Preferences {
    try checkCancellation()
    return try entry(of: session).preferences
  }

  package func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) throws(AccountStoreError) {
    try checkCancellation()
    _ = try entry(of: session)
    entries[session.account]?.preferences = preferences
  }

  package func changeCount() throws(AccountStoreError) -> Int {
    try checkCancellation()
    return changeNumber
  }

  /// Counts a try to sign in with a name, as soon as others leave room for it.
  private func begin(
    for username: String
  ) async throws(AccountStoreError) -> SignInFailures.RetryDelay? {
    do {
      return try await SignInFailures.begin { countTry(for: username) }
    } catch {
      throw .cancelled
    }
  }

  private func entry(of session: AccountSession) throws(AccountStoreError) -> Entry {
    guard let entry = entries[session.account], entry.credentials == session.credentials else {
      throw .sessionEnded
    }
    return entry
  }

  private func viewer(_ session: AccountSession?) throws(AccountStoreError) -> Viewer {
    guard let session else { return .stranger }
    return Viewer(session.account, isAdministrator: try entry(of: session).record.isAdministrator)
  }
}
