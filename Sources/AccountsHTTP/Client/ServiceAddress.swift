import Accounts
import FormworkCore
import FormworkOperations

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
    guard let url = text.webAddress,
      let scheme = ["http://", "https://"].first(where: url.hasPrefix)
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
    if authority.hasPrefix("[") { return authority.prefix { $0 != "]" } == "[::1" }
    let host = authority.prefix { $0 != ":" }
    return host == "localhost"
      || host.hasPrefix("127.") && host.allSatisfy { "0123456789.".contains($0) }
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

  var priority = OperationPriority.user

  /// Returns the URL at an address.
  func url(at address: ServiceAddress) -> String {
    let query = query.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    return "\(address.url)/v1/\(path)" + (query.isEmpty ? "" : "?\(query)")
  }
}

extension String {
  /// The text in percent encoding: all bytes except letters, digits, `-`, `.`, `_` and `~`.
  ///
  /// Source: RFC 3986, section 2.3.
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(Unicode.Scalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
