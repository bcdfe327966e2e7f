import Accounts
import AccountsSQLite
import FormworkCore
import Synchronization

/// A store whose policy a test can set.
protocol PolicySettingStore: AccountStore {
  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError)
  func setTerms(_ text: String?) async throws(AccountStoreError)
}

extension SQLiteAccountStore: PolicySettingStore {}

/// New stores without accounts, whose files are kept until the test ends.
final class Shelf: Sendable {
  private let disks = Mutex<[DiskStore]>([])

  func store(
    hashing: any PasswordHashing = QuickHashing(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) async throws -> any PolicySettingStore {
    try await stores(1, hashing: hashing, now: now)[0]
  }

  /// Returns one store, as several independent callers have it.
  ///
  /// Counts failures to sign in by ``FailureKey/known``, so that the same names always share a
  /// counter.
  func stores(
    _ count: Int, hashing: any PasswordHashing = QuickHashing(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) async throws -> [any PolicySettingStore] {
    let disk = try DiskStore()
    disks.withLock { $0.append(disk) }
    _ = try await disk.store.count()
    let key = FailureKey.known.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try await disk.edit("UPDATE failure_key SET bytes = x'\(key)'")
    return (0..<count).map { _ in disk.otherStore(hashing: hashing, now: now) }
  }
}

extension FailureKey {
  /// The key of the test vectors of SipHash.
  static let known = FailureKey(Array(0..<16)) ?? .random()
}
