import Accounts
import AccountsPostgreSQL
import FormworkCore
import FormworkOperations
import TestSupport
import Testing

/// The accounts of programs whose server is killed by SIGKILL at random times.
@Suite struct ServerDeathTests {
  private static let names = (0..<4).map { task in (0..<6).map { "t\(task)n\($0)" } }

  /// No confirmed account is lost, none exists twice, and each try ends.
  ///
  /// The seeds select the number of confirmed accounts before the death.
  @Test(
    .serialized, .timeLimit(.minutes(isLongRun ? 60 : 20)),
    arguments: StoreKind.allCases.filter(\.isInPostgreSQL))
  func everyAccountExistsOnce(_ kind: StoreKind) async throws {
    let server = try await onThreadOfItsOwn { try PostgreSQLServer() }
    for seed in UInt64(0)..<(isLongRun ? 200 : 5) {
      let url = try await server.freshURL()
      _ = try await store(url).count()
      var stores: [any AccountStore] = []
      for _ in Self.names { stores.append(try await kind.store(store(url))) }
      var generator = SeededGenerator(seed: seed)
      let left = Synchronized(Int.random(in: 0..<24, using: &generator))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (store, names) in zip(stores, Self.names) {
          group.addTask {
            for name in names {
              try await register(name, in: store)
              let isMoment = left.withState { left in
                left -= 1
                return left == -1
              }
              if isMoment { try await onThreadOfItsOwn { try server.killAndRestart() } }
            }
          }
        }
        try await group.waitForAll()
      }
      let accounts = try await store(url).accounts()
      #expect(accounts == Self.names.joined().sorted().map { Account($0) }, "\(seed)")
      #expect(try await store(url).policy() == .standard)
    }
  }

  private func store(_ url: String) -> PostgreSQLAccountStore {
    PostgreSQLAccountStore(url: url, hashing: QuickHashing())
  }

  /// Registers an account, again under the key of its submission while the server is away.
  private func register(_ name: String, in store: any AccountStore) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while true {
      do throws(AccountStoreError) {
        let outcome = try await store.register(Account(name), name)
        #expect(outcome == .registered(Account(name)))
        return
      } catch {
        switch error {
        case .unavailable, .away: guard ContinuousClock.now < end else { throw error }
        default: throw error
        }
      }
      try await OperationClock().sleep(for: .milliseconds(20))
    }
  }
}

extension StoreKind {
  /// Returns the store as it is, or a service in front of it.
  fileprivate func store(_ store: PostgreSQLAccountStore) async throws -> any AccountStore {
    #if Service
    if isServed { return try await ServedStore(store) }
    #endif
    return store
  }
}
