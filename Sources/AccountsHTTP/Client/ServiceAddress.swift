import Accounts
import FormworkCore
import FormworkOperations
import FormworkSystem

/// The URL of a service, such as `https://accounts.example.org` or `http://127.0.0.1:8080`.
struct ServiceAddress: Sendable {
  /// The URL without a slash at its end.
  let url: String

  /// Creates the address of a URL, which has no password, query or fragment.
  ///
  /// It is encrypted, except on a loopback address.
  init(_ text: String) throws(AccountStoreError) {
    func refusal(_ name: String) -> AccountStoreError {
      let shown = text.contains("@") ? "..." : text
      return .unavailable(.key("service", of: name, ["address": .path(shown)]))
    }
    guard let url = text.webAddress, url.badInput(allowingLines: false) == nil,
      let scheme = ["http://", "https://"].first(where: url.lowercased().hasPrefix)
    else { throw refusal("notAURL") }
    let rest = url.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") { throw refusal("password") }
    guard !authority.isEmpty, !rest.contains("?"), !rest.contains("#") else {
      throw refusal("notAURL")
    }
    if scheme == "http://", !Self.isLoopback(authority) { throw refusal("notLoopback") }
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// Whether a text means a service: it begins with `http://` or `https://`.
  static func isURL(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
  }

  private static func isLoopback(_ authority: Substring) -> Bool {
    let isBracketed = authority.hasPrefix("[")
    return (isBracketed ? authority.dropFirst() : authority)
      .prefix { $0 != (isBracketed ? "]" : ":") }.isLoopback
  }
}

extension StringProtocol {
  /// Whether a host is this machine: `localhost`, `::1`, or four numbers that begin with 127.
  package var isLoopback: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return self == "localhost" || self == "::1"
      || parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

/// A request of a client.
struct ServiceRequest: Sendable {
  var method = "GET"

  /// The path after the version.
  let path: String

  var query: KeyValuePairs<String, String> = [:]
  var session: AccountSession?
  var headers: [String] = []

  /// The body in JSON, whose copy is wiped if it contains secrets.
  var body: ServiceBody?

  /// Whether the request can be repeated after it was done.
  var isRepeatable = true

  /// Whether the request changes no account, as one to sign in.
  var changesNothing: Bool { method == "GET" || path == "sessions" }

  /// Whether the answer is kept, and asked for again only if it has changed.
  var isCached = false

  var priority = OperationPriority.user

  /// The time at which the request is given up, with all its tries.
  var end: ContinuousClock.Instant?

  /// Returns the URL at an address.
  func url(at address: ServiceAddress) -> String {
    let query = query.map { "\($0)=\($1.percentEncoded(except: "-._~"))" }.joined(separator: "&")
    return "\(address.url)/v1/\(path)" + (query.isEmpty ? "" : "?\(query)")
  }
}
