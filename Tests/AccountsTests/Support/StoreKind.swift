import FormworkCore
import Accounts
import AccountsSQLite
import TestSupport

/// A store whose policy a test can set.
protocol PolicySettingStore: AccountStore {
  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError)
  func setTerms(_ text: String?) async throws(AccountStoreError)
}

extension InMemoryAccountStore: PolicySettingStore {}
extension SQLiteAccountStore: PolicySettingStore {}

/// Sets the policy of the real store, which is one of those above.
extension ScriptedAccountStore: PolicySettingStore {
  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError) {
    try await (store as? any PolicySettingStore)?.setPolicy(policy)
  }

  func setTerms(_ text: String?) async throws(AccountStoreError) {
    try await (store as? any PolicySettingStore)?.setTerms(text)
  }
}

/// The stores for which the same tests run.
enum StoreKind: CaseIterable, Sendable {
  case inMemory
  /// A store that releases all calls.
  case scripted
  case onDisk

  /// Calls a test with a new store without accounts.
  func withStore(
    hashing: any PasswordHashing = QuickHashing(), now: @escaping @Sendable () -> Moment = { .now },
    _ body: (any PolicySettingStore) async throws -> Void
  ) async throws {
    try await withStores(1, hashing: hashing, now: now) { try await body($0[0]) }
  }

  /// Calls a test with a new store, as several independent callers have it.
  ///
  /// Counts failures to sign in by ``FailureKey/known``, so that the same names always share a
  /// counter.
  func withStores(
    _ count: Int, hashing: any PasswordHashing = QuickHashing(),
    now: @escaping @Sendable () -> Moment = { .now },
    _ body: ([any PolicySettingStore]) async throws -> Void
  ) async throws {
    switch self {
    case .inMemory:
      let store = InMemoryAccountStore(hashing: hashing, failureKey: .known, now: now)
      try await body(Array(repeating: store, count: count))
    case .scripted:
      let store = ScriptedAccountStore(
        InMemoryAccountStore(hashing: hashing, failureKey: .known, now: now)
      ) { _ in false }
      try await body(Array(repeating: store, count: count))
    case .onDisk:
      let disk = try DiskStore()
      _ = try await disk.store.count()
      let key = FailureKey.known.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      try await disk.edit("UPDATE failure_key SET bytes = x'\(key)'")
      try await body((0..<count).map { _ in disk.otherStore(hashing: hashing, now: now) })
      withExtendedLifetime(disk) {}
    }
  }
}

extension FailureKey {
  /// The key of the test vectors of SipHash.
  static let known = FailureKey(Array(0..<16)) ?? .random()
}
