import CPostgreSQL
import FormworkCore
import Glibc

/// The address of a database: a URL of libpq, with its variables and files for what the URL leaves out.
///
/// - SeeAlso: PostgreSQL's documentation, "Connection URIs", "Environment Variables", "The Password File".
struct ServerAddress: Sendable {
  let url: String

  init(_ url: String) { self.url = url }

  /// The settings of a connection, unless the URL has them: a dead server is noticed within seconds.
  private static let defaults = [
    ("keepalives_idle", "10"), ("keepalives_interval", "5"),
    ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
    ("fallback_application_name", "registration"),
  ]

  /// Returns libpq's functions.
  static func client() throws(ServerFault) -> postgresql_client {
    guard let client = postgresql_client_load() else { throw .noLibrary }
    return client.pointee
  }

  /// Checks that the URL is one, and contains no secret.
  func check() throws(ServerFault) {
    guard !url.utf8.contains(0) else { throw .address("it contains NUL") }
    if try settings(try Self.client()).contains(where: \.isSecret) { throw .password }
  }

  /// Begins to connect, and returns the connection.
  func connect(_ client: postgresql_client) throws(ServerFault) -> OpaquePointer? {
    let given = try settings(client).map(\.name)
    let settings =
      [("dbname", url)] + Self.defaults.filter { !given.contains($0.0) }
      + [("client_encoding", "UTF8")]
    let names = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    return client.PQconnectStartParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
  }

  /// A setting of the URL; libpq marks those that a program has to hide.
  private typealias Setting = (name: String, isSecret: Bool)

  /// Returns the settings of the URL.
  private func settings(
    _ client: postgresql_client
  ) throws(ServerFault) -> [Setting] {
    var errorText: UnsafeMutablePointer<CChar>?
    guard let options = client.PQconninfoParse(url, &errorText) else {
      defer { client.PQfreemem(errorText) }
      throw .address(ServerRows.text(errorText).filter { !$0.isNewline })
    }
    defer { client.PQconninfoFree(options) }
    var found: [Setting] = []
    var next = options
    while let name = next.pointee.keyword {
      if next.pointee.val != nil {
        let isSecret = ServerRows.text(next.pointee.dispchar) == "*"
        found.append((ServerRows.text(name), isSecret))
      }
      next += 1
    }
    return found
  }
}
