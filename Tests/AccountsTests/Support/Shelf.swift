import Accounts
import AccountsPostgreSQL
import AccountsSQLite
import FormworkCore
import Synchronization
import TestSupport

/// A store whose policy a test can set.
protocol PolicySettingStore: AccountStore {
  func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError)
  func setTerms(_ text: String?) async throws(AccountStoreError)
}

extension SQLiteAccountStore: PolicySettingStore {}
extension PostgreSQLAccountStore: PolicySettingStore {}

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
    let stores = try await unservedStores(count, hashing: hashing, now: now)
    #if Service
    guard StoreKind.current.isServed else { return stores }
    var served: [any PolicySettingStore] = []
    for store in stores { served.append(try await ServedStore(store)) }
    return served
    #else
    return stores
    #endif
  }

  private func unservedStores(
    _ count: Int, hashing: any PasswordHashing, now: @escaping @Sendable () -> Timestamp
  ) async throws -> [any PolicySettingStore] {
    if StoreKind.current.isInPostgreSQL {
      let server = try await PostgreSQLServer.shared()
      let url = try await server.freshURL()
      _ = try await PostgreSQLAccountStore(url: url).count()
      let key = FailureKey.known.bytes.hexadecimal
      try await server.run("UPDATE formwork_accounts SET failure_key = '\\x\(key)'", at: url)
      return (0..<count).map { _ in PostgreSQLAccountStore(url: url, hashing: hashing, now: now) }
    }
    let disk = try DiskStore()
    disks.withLock { $0.append(disk) }
    _ = try await disk.store.count()
    try await disk.edit("UPDATE failure_key SET bytes = x'\(FailureKey.known.bytes.hexadecimal)'")
    return (0..<count).map { _ in disk.otherStore(hashing: hashing, now: now) }
  }
}

extension FailureKey {
  /// The key of the test vectors of SipHash.
  static let known = FailureKey(Array(0..<16)) ?? .random()
}

extension Sequence<UInt8> {
  fileprivate var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
