#if Service
import Accounts
import AccountsPostgreSQL
import Foundation
import Hummingbird
import NIOCore

/// A server with one bare route, which asks a database whether a name is free.
///
/// Usage: `BareRoute URL`. Prints the port.
@main
struct BareRoute {
  static func main() async throws {
    let store = PostgreSQLAccountStore(url: CommandLine.arguments.last ?? "")
    let router = Router()
    router.get("v1/availability") { request, _ in
      let name = request.uri.queryParameters.get("username") ?? ""
      return #"{"isFree":\#(try await store.isFree(name))}"#
    }
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        print("listening on 127.0.0.1:\(channel.localAddress?.port ?? 0)")
        fflush(nil)
      })
    try await application.run()
  }
}
#else
/// The program without the trait `Service`.
@main struct BareRoute {
  static func main() { fatalError("build it with --traits Service") }
}
#endif
