package import FormworkCore
import FormworkOperations

/// A store in a database, which several programs may use at once.
///
/// Only hashes of passwords are stored.
package protocol DatabaseAccountStore: AccountStore {
  associatedtype Transaction: AccountTransaction

  var hashing: any PasswordHashing { get }
  var now: @Sendable () -> Timestamp { get }

  /// Asks one question.
  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Transaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer

  /// Asks several questions about one state of the database.
  func readAtOnce<Answer: Sendable>(
    _ questions: @escaping @Sendable (Transaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer

  /// Works in a transaction, which may run the work several times: only the last run counts.
  ///
  /// If the outcome is unknown, work that `isRepeatable` runs again, even if it was done before.
  func write<Answer: Sendable>(
    isRepeatable: Bool, _ work: @escaping @Sendable (Transaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer

  /// Returns the error of the store for one of its database.
  func failure(of error: any Error) -> AccountStoreError
}

extension DatabaseAccountStore {
  /// Uses the database on a thread that may block.
  package func use<Answer: Sendable>(
    _ work: @concurrent () async throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    do {
      return try await OperationExecutor.run(work)
    } catch {
      if let error = error as? AccountStoreError { throw error }
      // The task may have been cancelled in a statement or at a lock.
      if Task.isCancelled || error is CancellationError { throw .cancelled }
      throw failure(of: error)
    }
  }

  func write<Answer: Sendable>(
    _ work: @escaping @Sendable (Transaction) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await write(isRepeatable: false, work)
  }

  // MARK: Policy

  package func policy() async throws(AccountStoreError) -> RegistrationPolicy {
    try await readAtOnce { try $0.policy(isLocked: false) }
  }

  /// Replaces the policy, whose lengths are not negative, except its terms.
  package func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError) {
    try await write { try $0.save(policy) }
  }

  package func setPolicy(
    _ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome {
    try await write { transaction in
      try transaction.checkAdministrator(session)
      let outcome = PolicyOutcome(
        changing: previous, to: policy, where: try transaction.policy(isLocked: true))
      if outcome == .saved { try transaction.save(policy) }
      return outcome
    }
  }

  /// Replaces the terms that new accounts have to accept; a new text gets the next version.
  package func setTerms(_ text: String?) async throws(AccountStoreError) {
    try await write { try $0.changeTerms(to: text) }
  }

  /// Replaces the terms, as an administrator unless there is no account: see ``setTerms(_:)``.
  package func setTerms(
    _ text: String?, as session: AccountSession?
  ) async throws(AccountStoreError) {
    try await write { transaction in
      if let session {
        try transaction.checkAdministrator(session)
      } else if try transaction.hasAccounts() {
        throw AccountStoreError.notAllowed
      }
      try transaction.changeTerms(to: text)
    }
  }

  // MARK: Accounts

  package func isFree(_ username: String) async throws(AccountStoreError) -> Bool {
    try await read { try $0.isFree(username) }
  }

  package func register(
    _ new: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    let new = new.normalized
    // Hash before the transaction, so that no other program waits for it.
    let hash = try await hashing.hash(new.password)
    var proven: StoredPassword?
    while true {
      switch try await register(new, hash, submission, proven) {
      case .ended(let outcome): return outcome
      case .unproven(let username):
        // The key may be known to others: only the password proves who has made the earlier try.
        switch try await verify(
          new.password, of: username, { try $0.password(named: username) })
        {
        case .right(let stored): proven = stored
        case .wrong: return .refused([FormIssue("password", .submittedBefore)])
        case .held(let delay): return .held(delay)
        }
      }
    }
  }

  /// Stores a new account, or replaces the one of an earlier try whose password is proven.
  private func register(
    _ new: NewAccount, _ hash: String, _ submission: String, _ proven: StoredPassword?
  ) async throws(AccountStoreError) -> RegistrationTry {
    try await write(isRepeatable: true) { [now] transaction in
      // The order matters: another try of this submission may end in between, and its name is not taken.
      let isTaken = try transaction.isTaken(new.account.username)
      var previous: String?
      switch try transaction.previousTry(ofSubmission: submission) {
      case .registered(let name, let hasSignedIn)?:
        guard let proven, try transaction.password(named: name)?.session == proven.session else {
          return .unproven(name)
        }
        try transaction.clearFailures(of: proven.username)
        // An early try that arrives late changes nothing.
        if hasSignedIn, let account = try transaction.account(named: name) {
          return .ended(.registered(account))
        }
        previous = name
      case .deleted?: throw AccountStoreError.accountDeleted
      case nil: break
      }
      let refusal = try transaction.policy(isLocked: false).refusal(
        of: new, previous: previous.map { UsernameKey($0) }, isTaken: isTaken)
      if let refusal { return .ended(refusal) }
      try transaction.save(
        RegisteredAccount(
          account: new.account, passwordHash: hash, submission: submission, time: now()),
        isReplaced: previous != nil)
      return .ended(.registered(new.account))
    }
  }

  package func account(named username: String) async throws(AccountStoreError) -> Account? {
    try await readAtOnce { try $0.account(named: username) }
  }

  package func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account] {
    try await readAtOnce { try $0.accounts(after: username, limit: max(0, limit)) }
  }

  package func count() async throws(AccountStoreError) -> Int {
    try await read { try $0.count() }
  }

  package func delete(as session: AccountSession) async throws(AccountStoreError) {
    try await write { transaction in
      guard try transaction.delete(session) else { throw AccountStoreError.sessionEnded }
    }
  }

  // MARK: Members

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    try await readAtOnce { transaction in
      let viewer = try transaction.viewer(of: session)
      try viewer.check(query.order)
      return try transaction.page(query, for: viewer).continued(query)
    }
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await readAtOnce { transaction in
      let viewer = try transaction.viewer(of: session)
      return try transaction.member(named: username)?.member(for: viewer)
    }
  }

  package func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome {
    let profile = profile.normalized
    return try await write(isRepeatable: true) { [now] transaction in
      let present = try transaction.present(session)
      let member = present.member(for: present.viewer)
      if present.account.profile == profile { return .saved(member) }
      let faults = RegistrationPolicy.faults(of: profile)
      if !faults.isEmpty { return .refused(faults) }
      if present.record.version != version { return .conflict(member) }
      try transaction.save(profile, at: now(), of: session)
      return .saved(try transaction.present(session).member(for: present.viewer))
    }
  }

  package func preferences(
    as session: AccountSession
  ) async throws(AccountStoreError) -> Preferences {
    try await read { transaction in
      guard let preferences = try transaction.preferences(of: session) else {
        throw AccountStoreError.sessionEnded
      }
      return preferences
    }
  }

  package func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError) {
    try await write(isRepeatable: true) { transaction in
      guard try transaction.save(preferences, of: session) else {
        throw AccountStoreError.sessionEnded
      }
    }
  }
}

/// The outcome of a transaction that registers an account.
private enum RegistrationTry {
  case ended(RegistrationOutcome)
  /// An earlier try has created the account of the name, whose password was not verified yet.
  case unproven(String)
}
