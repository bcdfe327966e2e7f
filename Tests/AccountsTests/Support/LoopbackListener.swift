import FormworkOperations
import Glibc
import TestSupport
import Testing

/// A socket on a free port of the loopback address, which is closed with its last reference.
final class LoopbackListener: Sendable {
  let port: Int
  private let socket: CInt

  /// Serves each connection on a thread of its own, and closes it afterwards.
  init(_ serve: @escaping @Sendable (CInt) -> Void) throws {
    let socket = Self.newSocket()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var port = in_port_t(0)
    let isBound = Self.withAddress(port: 0) { address in
      guard bind(socket, address, size) == 0, listen(socket, 64) == 0 else { return false }
      var found = sockaddr_in()
      let isNamed = withUnsafeMutablePointer(to: &found) { found in
        found.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
      }
      port = found.sin_port
      return isNamed == 0
    }
    try #require(isBound)
    (self.socket, self.port) = (socket, Int(UInt16(bigEndian: port)))
    let isStarted = startThread {
      while true {
        let connection = accept(socket, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let isServed = startThread {
          serve(connection)
          close(connection)
        }
        if !isServed { close(connection) }
      }
    }
    try #require(isStarted)
  }

  deinit {
    shutdown(socket, CInt(SHUT_RDWR))
    close(socket)
  }

  /// Returns a connection to a port of the loopback address; `nil` if nothing listens there.
  static func connection(to port: Int) -> CInt? {
    let socket = newSocket()
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    if withAddress(port: port, { connect(socket, $0, size) }) == 0 { return socket }
    close(socket)
    return nil
  }

  private static func newSocket() -> CInt {
    Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private static func withAddress<Result>(
    port: Int, _ body: (UnsafePointer<sockaddr>) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}

/// Sends bytes; returns whether the peer was there for all of them.
@discardableResult
func sendAll(_ bytes: some Collection<UInt8>, to connection: CInt) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes {
      send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
    }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Reads until the peer closes its side, so that its bytes are not answered by a reset.
func awaitClose(of connection: CInt) {
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while read(connection, &buffer, buffer.count) > 0 {}
}
