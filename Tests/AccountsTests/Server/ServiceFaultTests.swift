#if Service
import Accounts
import AccountsHTTP
import FormworkCore
import FormworkOperations
import TestSupport
import Testing

/// The promises of a service whose clients have connections that fail.
///
/// Every client has its own faulty proxy in front of two instances of the service.
@Suite(.timeLimit(.minutes(isLongRun ? 60 : 10))) struct ServiceFaultTests {
  private static let limits = ConnectionLimits(
    connection: .seconds(2), stall: .seconds(1), whole: .seconds(6))

  /// The longest time of a call with all its tries, and of waiting for a busy machine.
  private static let callLimit = limits.whole + .seconds(20)

  /// The seed selects the calls of the clients, and the faults.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 60 : 8))
  func noAnswerIsTakenBack(_ seed: UInt64) async throws {
    async let file: Void = check(.sqlite, seed)
    async let database: Void = check(.postgresql, seed)
    _ = try await (file, database)
  }

  private func check(_ kind: StoreKind, _ seed: UInt64) async throws {
    let (shelf, clock) = (Shelf(), TestMoments())
    // Each look at the clock is a day later: no pause after a wrong password lasts.
    let stores = try await StoreKind.$current.withValue(kind) {
      try await shelf.stores(2) {
        clock.advance(by: 86_400)
        return clock.now
      }
    }
    let services = [try await LocalService(stores[0]), try await LocalService(stores[1])]
    let visitors = try await withThrowingTaskGroup(of: Visitor.self) { group in
      for number in 0..<3 {
        let seed = seed << 8 + UInt64(number)
        let proxy = try FaultyProxy(to: services.map(\.port), seed: seed)
        let store = ServiceAccountStore(url: proxy.url, rate: nil, limits: Self.limits)
        group.addTask {
          var visitor = Visitor(number: number, store: store, seed: ~seed)
          for _ in 0..<20 where !visitor.isDeceived {
            let start = ContinuousClock.now
            await visitor.act()
            #expect(ContinuousClock.now - start < Self.callLimit, "\(visitor.log)")
          }
          withExtendedLifetime(proxy) {}
          return visitor
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let names = try await stores[0].accounts().map(\.username)
    #expect(Set(names).count == names.count)
    for visitor in visitors {
      for (name, ledger) in visitor.own {
        let isTrue = try await ledger.states.contains(state(of: name, in: stores[0], ledger))
        #expect(isTrue, "\(kind) \(seed) \(name): \(visitor.log)")
      }
    }
    for name in Visitor.contested {
      try await checkContest(name, visitors.flatMap(\.tries).filter { $0.name == name }, stores[0])
    }
    withExtendedLifetime((shelf, services)) {}
  }

  /// Returns the state of an account, with any password of a ledger that is valid.
  private func state(
    of name: String, in store: any AccountStore, _ ledger: Ledger
  ) async throws -> Ledger.State? {
    guard let account = try await store.account(named: name) else { return nil }
    let profile = Int(account.givenName) ?? 0
    for password in Set(ledger.states.compactMap { $0?.password }) {
      let outcome = try await store.signIn(name, password: Ledger.password(password))
      guard case .signedIn = outcome else { continue }
      return Ledger.State(profile: profile, password: password)
    }
    return Ledger.State(profile: profile, password: -1)
  }

  /// At most a single try wins a name, and all others hear that it is taken.
  private func checkContest(
    _ name: String, _ tries: [Visitor.Contest], _ store: any AccountStore
  ) async throws {
    let winner = try await store.account(named: name).flatMap { Int($0.givenName) }
    for (_, call, outcome) in tries {
      switch outcome {
      case .registered(let account)?:
        #expect(winner == call && account == Ledger.account(name, call).account)
      case .refused(let issues)?:
        #expect(winner != call && winner != nil && issues == Visitor.taken)
      case .held?, .closed?: Issue.record("\(String(describing: outcome))")
      case nil: break
      }
    }
    #expect(winner.map { number in tries.contains { $0.call == number } } != false)
  }
}
#endif
