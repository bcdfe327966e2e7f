package import Accounts
package import FormworkCore

/// A store whose calls wait until a test releases them, so that the test decides their order.
///
/// A call that the test does not release never returns, unless its task is cancelled.
package actor ScriptedAccountStore: AccountStore {
  /// A call of the store, without passwords.
  package enum Question: Equatable, Sendable {
    case policy
    case isFree(String)
    case register(Account, submission: String)
    case account(String)
    case accounts
    case count
    case signIn(String)
    case members(MemberQuery)
    case member(String)
    case updateProfile(Profile, basedOn: Int)
    case changePassword
    case delete
    case setPolicy(RegistrationPolicy)
    case preferences
    case setPreferences(Preferences)
    case changeCount
  }

  /// A waiting call.
  package struct Call: Sendable {
    package let question: Question
    fileprivate let id: Int
    fileprivate let store: ScriptedAccountStore

    // Lets the real store answer. Only the first answer to a call counts.
    package func letGo() async { await store.settle(id, with: nil) }

    /// Answers with an error, without calling the real store.
    package func fail(with error: AccountStoreError) async { await store.settle(id, with: error) }
  }

  /// All calls so far, in order.
  package private(set) var questions: [Question] = []

  /// The store that answers released calls.
  package nonisolated let store: any AccountStore

  private let holds: @Sendable (Question) -> Bool
  private var lastID = 0
  /// The waiting calls by identifier, which continue with an error or with `nil`.
  private var waiting: [Int: CheckedContinuation<AccountStoreError?, Never>] = [:]
  /// The calls that no test has received yet.
  private var untold: [Call] = []
  /// The tests that wait for a call.
  private var listeners: [(id: Int, continuation: CheckedContinuation<Call?, Never>)] = []

  /// - Parameters:
  ///   - store: The real store.
  ///   - holds: Whether a call waits. The others are answered at once.
  package init(
    _ store: any AccountStore, holding holds: @escaping @Sendable (Question) -> Bool = { _ in true }
  ) {
    self.store = store
    self.holds = holds
  }

  /// Returns the next call, or `nil` if none arrives within the limit.
  package func next(limit: Duration = .seconds(20)) async -> Call? {
    if !untold.isEmpty { return untold.removeFirst() }
    let id = makeID()
    let alarm = Task {
      try await Task.sleep(for: limit)
      stopListening(id)
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { listeners.append((id, $0)) }
  }

  package func policy() async throws(AccountStoreError) -> RegistrationPolicy {
    try await wait(.policy)
    return try await store.policy()
  }

  package func isFree(_ username: String) async throws(AccountStoreError) -> Bool {
    try await wait(.isFree(username))
    return try await store.isFree(username)
  }

  package func register(
    _ account: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try await wait(.register(account.account, submission: submission))
    return try await store.register(account, submission: submission)
  }

  package func account(named username: String) async throws(AccountStoreError) -> Account? {
    try await wait(.account(username))
    return try await store.account(named: username)
  }

  package func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account] {
    try await wait(.accounts)
    return try await store.accounts(after: username, limit: limit)
  }

  package func count() async throws(AccountStoreError) -> Int {
    try await wait(.count)
    return try await store.count()
  }

  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try await wait(.signIn(username))
    return try await store.signIn(username, password: password)
  }

  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    try await wait(.members(query))
    return try await store.members(query, as: session)
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await wait(.member(username))
    return try await store.member(named: username, as: session)
  }

  package func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome {
    try await wait(.updateProfile(profile, basedOn: version))
    return try await store.updateProfile(profile, basedOn: version, as: session)
  }

  package func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    try await wait(.changePassword)
    return try await store.changePassword(from: old, to: new, as: session)
  }

  package func delete(as session: AccountSession) async throws(AccountStoreError) {
    try await wait(.delete)
    try await store.delete(as: session)
  }

  package func setPolicy(
    _ policy: RegistrationPolicy, basedOn former: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome {
    try await wait(.setPolicy(policy))
    return try await store.setPolicy(policy, basedOn: former, as: session)
  }

  package func preferences(
    as session: AccountSession
  ) async throws(AccountStoreError) -> Preferences {
    try await wait(.preferences)
    return try await store.preferences(as: session)
  }

  package func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError) {
    try await wait(.setPreferences(preferences))
    try await store.setPreferences(preferences, as: session)
  }

  package func changeCount() async throws(AccountStoreError) -> Int {
    try await wait(.changeCount)
    return try await store.changeCount()
  }

  /// Never waits.
  package func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try await store.changes()
  }

  private func wait(_ question: Question) async throws(AccountStoreError) {
    questions.append(question)
    guard holds(question) else { return }
    let id = makeID()
    let error: AccountStoreError? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Already cancelled: the handler may have run before the call was stored.
        guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
        waiting[id] = continuation
        tell(of: Call(question: question, id: id, store: self))
      }
    } onCancel: {
      Task { await settle(id, with: .cancelled) }
    }
    if let error { throw error }
  }

  private func tell(of call: Call) {
    guard !listeners.isEmpty else { return untold.append(call) }
    listeners.removeFirst().continuation.resume(returning: call)
  }

  private func stopListening(_ id: Int) {
    guard let index = listeners.firstIndex(where: { $0.id == id }) else { return }
    listeners.remove(at: index).continuation.resume(returning: nil)
  }

  private func settle(_ id: Int, with error: AccountStoreError?) {
    untold.removeAll { $0.id == id }
    waiting.removeValue(forKey: id)?.resume(returning: error)
  }

  private func makeID() -> Int {
    lastID += 1
    return lastID
  }
}
