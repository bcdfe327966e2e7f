#if Service
import Accounts
import AccountsHTTP
import FormworkCore
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import registration_service

/// A service in this process, on a port of its own.
final class LocalService: Sendable {
  static let token = String(repeating: "operator", count: 4)

  let port: Int
  private let task: Task<Void, any Error>

  /// Starts a service, by default without limits that a test would reach.
  init(_ store: any AccountStore, _ limits: ServiceLimits = .unreached) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let changes = ChangeHub(store, logger)
    let routes = AccountRoutes(
      store: store, changes: changes, passwords: limits.concurrencyLimit(of: limits.passwords),
      operatorToken: Secret(Self.token))
    let (ports, port) = AsyncStream<Int>.makeStream()
    let server = try makeServer(
      makeServiceRouter(routes, limits, ServiceMetrics()), .onEventLoops(limits: limits),
      on: ListenerAddress(host: "127.0.0.1", port: 0), logger: logger
    ) { port.yield($0) }
    task = Task { try await server.run() }
    var found: Int?
    for await number in ports {
      found = number
      break
    }
    self.port = try #require(found)
  }

  deinit { task.cancel() }
}

extension ServiceLimits {
  fileprivate static var unreached: ServiceLimits {
    var limits = ServiceLimits()
    (limits.requests, limits.passwords) = (10_000, 10_000)
    limits.rate = 0
    return limits
  }
}

/// A store with a service in this process.
///
/// Tests change the policy in the store itself.
final class ServedStore: PolicySettingStore {
  private let store: any PolicySettingStore
  private let client: ServiceAccountStore
  private let service: LocalService

  init(_ store: any PolicySettingStore) async throws {
    self.store = store
    service = try await LocalService(store)
    client = ServiceAccountStore(
      url: "http://127.0.0.1:\(service.port)", operatorToken: LocalService.token, rate: nil)
  }

  // MARK: The store itself

  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError) {
    try await store.setPolicy(policy)
  }

  func setTerms(_ text: String?) async throws(AccountStoreError) {
    try await store.setTerms(text)
  }

  // MARK: The service

  func policy() async throws(AccountStoreError) -> RegistrationPolicy {
    try await client.policy()
  }

  func isFree(_ username: String) async throws(AccountStoreError) -> Bool {
    try await client.isFree(username)
  }

  func register(
    _ account: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try await client.register(account, submission: submission)
  }

  func account(named username: String) async throws(AccountStoreError) -> Account? {
    try await client.account(named: username)
  }

  func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account] {
    try await client.accounts(after: username, limit: limit)
  }

  func count() async throws(AccountStoreError) -> Int { try await client.count() }

  func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try await client.signIn(username, password: password)
  }

  func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    try await client.members(query, as: session)
  }

  func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await client.member(named: username, as: session)
  }

  func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome {
    try await client.updateProfile(profile, basedOn: version, as: session)
  }

  func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    try await client.changePassword(from: old, to: new, as: session)
  }

  func delete(as session: AccountSession) async throws(AccountStoreError) {
    try await client.delete(as: session)
  }

  func setPolicy(
    _ policy: RegistrationPolicy, basedOn previous: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome {
    try await client.setPolicy(policy, basedOn: previous, as: session)
  }

  func setTerms(
    _ text: String?, as session: AccountSession?
  ) async throws(AccountStoreError) {
    try await client.setTerms(text, as: session)
  }

  func close(limit: Duration) {}

  func preferences(as session: AccountSession) async throws(AccountStoreError) -> Preferences {
    try await client.preferences(as: session)
  }

  func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError) {
    try await client.setPreferences(preferences, as: session)
  }

  func changeCount() async throws(AccountStoreError) -> Int { try await client.changeCount() }

  func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try await client.changes()
  }
}
#endif
