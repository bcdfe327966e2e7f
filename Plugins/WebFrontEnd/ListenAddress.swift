import FormworkFrontEnd
import Glibc

/// The reason why the page cannot be served as the environment requests.
struct ListenFault: Error {
  let message: Message
}

/// The address and the port of the page: loopback, unless the environment explicitly has another one.
struct ListenAddress {
  /// The address as a numeric text.
  private(set) var host = "127.0.0.1"

  /// The port; 0 for any free one, until the address is bound.
  private(set) var port: UInt16 = 0

  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

  private var isIPv6: Bool { host.contains(":") }
  private var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

  init(_ environment: (String) -> String?) throws(ListenFault) {
    if let text = environment("FORMWORK_FRONT_END_PORT") {
      guard let number = UInt16(text), number > 0 else {
        throw ListenFault(message: .key("web.badPort", ["text": .verbatim(text.shown)]))
      }
      port = number
    }
    guard let text = environment("FORMWORK_FRONT_END_LISTEN") else { return }
    guard text.isIPv4Address || text.isIPv6Address else {
      throw ListenFault(message: .key("web.badAddress", ["text": .verbatim(text.shown)]))
    }
    host = text
    let word = environment("FORMWORK_FRONT_END_LISTEN_UNENCRYPTED")
    guard isLoopback || word == "yes" else { throw ListenFault(message: .key("web.noWord")) }
  }

  /// The scheme, the address and the port, as in the header Origin.
  var origin: String {
    "http://\(authority)"
  }

  private var authority: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether a header Host names this page: a name of another site could lead to this machine.
  ///
  /// A page for all addresses of the machine is reached by an address only, never by a name.
  func isNamed(by header: String) -> Bool {
    if header == authority { return true }
    if isLoopback { return header == "localhost:\(port)" }
    guard isWildcard, header.hasSuffix(":\(port)") else { return false }
    let name = header.dropLast("\(port)".utf8.count + 1)
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let address = String(isBracketed ? name.dropFirst().dropLast() : name)
    return address.isIPv4Address || address.isIPv6Address
  }

  /// Returns a listening socket, and notes its port.
  mutating func listen() throws(SystemError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let listener = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    guard listener >= 0 else { throw .last }
    do throws(SystemError) { try bind(listener) } catch {
      Glibc.close(listener)
      throw error
    }
    return listener
  }

  private mutating func bind(_ listener: Int32) throws(SystemError) {
    // A port that the user has chosen can be used again at once.
    var on: Int32 = 1
    if port != 0 {
      setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    }
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let (host, port, isIPv6) = (host, port, isIPv6)
    withUnsafeMutableBytes(of: &storage) { bytes in
      if isIPv6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        inet_pton(AF_INET6, host.systemCString, &address.sin6_addr)
        bytes.storeBytes(of: address, as: sockaddr_in6.self)
      } else {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host.systemCString, &address.sin_addr)
        bytes.storeBytes(of: address, as: sockaddr_in.self)
      }
    }
    let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let isBound = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(listener, address, socklen_t(length)) == 0 && Glibc.listen(listener, 128) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard isBound else { throw .last }
    // Both kinds of address have the port in the same place.
    self.port = withUnsafeBytes(of: &storage) {
      UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

extension String {
  /// The text of a variable as it may be shown.
  fileprivate var shown: String { systemTextShown.replacingControls() }
}
