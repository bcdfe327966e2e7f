#if Service
import Accounts
import TestSupport
import Testing

/// Clients in networks of their own, and two instances of the service beyond haproxy.
@Suite(.enabled(if: Balancer.isInstalled, "haproxy is not installed"), .timeLimit(.minutes(20)))
struct BalancerTests {
  private static let clientCount = 8

  /// Half of the clients try each name.
  private static let nameCount = 1_250

  /// Each name is registered once, and each client is informed of what has happened.
  @Test func eachNameIsRegisteredOnce() async throws {
    let (shelf, directory) = (Shelf(), try TemporaryDirectory())
    let stores = try await StoreKind.$current.withValue(.postgresql) { try await shelf.stores(2) }
    let services = [try await LocalService(stores[0]), try await LocalService(stores[1])]
    let ports = services.map(\.port)
    let balancer = try await onThreadOfItsOwn {
      try Balancer(to: ports, clientCount: Self.clientCount, in: directory)
    }
    if balancer.places[0].isEmpty { print("clients: processes, without namespaces") }
    let client = try Program.path(named: "ContestFixture")
    let outcomes = try await withThrowingTaskGroup(of: [String: String].self) { group in
      for (number, place) in balancer.places.enumerated() {
        group.addTask {
          let command =
            place + [
              client, balancer.url, balancer.caFile, "\(number % 2)", "2", "\(Self.nameCount)",
            ]
          let outcome = try await onThreadOfItsOwn { try Child.run(command, limit: .seconds(900)) }
          try #require(outcome.status == .exited(0), "\(outcome)")
          return Dictionary(
            uniqueKeysWithValues: outcome.outputText.split(separator: "\n").map { line in
              let words = line.split(separator: " ", maxSplits: 1)
              return (String(words[0]), String(words[1]))
            })
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await onThreadOfItsOwn { try balancer.end() }
    let names = (0..<Self.nameCount).map { "name\($0)" }
    for name in names {
      #expect(
        outcomes.compactMap { $0[name] }.sorted() == ["registered", "taken", "taken", "taken"],
        "\(name)")
    }
    #expect(try await stores[0].accounts().map(\.username) == names.sorted())
    withExtendedLifetime((shelf, services)) {}
  }
}
#endif
