#if Service
import Accounts
import AccountsHTTP
import Foundation
import FormworkJSON
import Hummingbird
import Logging
import TestSupport
import Testing

@testable import registration_service

/// The routes of the service, and the document that describes them.
struct ServiceContractTests {
  @Test func eachRouteIsInTheDocument() throws {
    let text = try PackageFile("Sources/registration-service/openapi.json").text()
    let paths = try #require(try JSONReader.read(text)["paths"])
    guard case .object(let members) = paths.value else { return }
    var described: Set<String> = []
    for path in members {
      guard case .object(let operations) = path.node.value else { continue }
      for operation in operations {
        described.insert("\(operation.name.uppercased()) \(path.name)")
      }
    }
    let store = InMemoryAccountStore()
    let routes = AccountRoutes(
      store: store, changes: ChangeHub(store, Logger(label: "test")),
      passwords: ConcurrencyLimit(limit: 1, share: 1), operatorToken: nil)
    let router = makeServiceRouter(routes, ServiceLimits(), ServiceMetrics())
    #expect(Set(router.routes.map { "\($0.method) \($0.path)" }) == described)
  }
}
#endif
