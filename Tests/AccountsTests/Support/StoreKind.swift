import Accounts
import TestSupport

/// A store whose policy a test can set.
protocol PolicySettingStore: AccountStore {
  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError)
  func setTerms(_ text: String?) async throws(AccountStoreError)
}

extension InMemoryAccountStore: PolicySettingStore {}
extension SQLiteAccountStore: PolicySettingStore {}

/// The stores that one body of tests runs against.
enum StoreKind: CaseIterable, Sendable {
  case inMemory
  case onDisk

  /// Lends a new store, without accounts.
  func withStore(_ body: (any PolicySettingStore) async throws -> Void) async throws {
    switch self {
    case .inMemory:
      try await body(InMemoryAccountStore())
    case .onDisk:
      let directory = try TemporaryDirectory()
      try await body(
        SQLiteAccountStore(
          path: directory.path(of: "accounts.sqlite"), hashing: QuickHashing()))
      withExtendedLifetime(directory) {}
    }
  }
}
