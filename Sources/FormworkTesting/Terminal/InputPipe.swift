import FormworkSystem
import Glibc

/// The test's end of a program's input.
final class InputPipe: Sendable {
  private let descriptor: Synchronized<Int32?>

  /// Creates an inlet that owns a descriptor.
  init(owning descriptor: Int32) throws(SupportError) {
    self.descriptor = Synchronized(descriptor)
    let flags = try checked("fcntl", fcntl(descriptor, F_GETFL))
    try checked("fcntl", fcntl(descriptor, F_SETFL, flags | O_NONBLOCK))
  }

  deinit { close() }

  /// Closes the descriptor: the program reads the end of its input, or is hung up.
  func close() {
    descriptor.change { descriptor in
      if let open = descriptor { Glibc.close(open) }
      descriptor = nil
    }
  }

  /// Writes all bytes within a limit; drops them after the program has closed its input.
  func write(_ bytes: some Sequence<UInt8>, limit: Duration) throws(SupportError) {
    let bytes = Array(bytes)
    let deadline = SuspendingClock().now + limit
    try descriptor.change { descriptor throws(SupportError) in
      guard let descriptor else { throw .system(call: "write", errno: EBADF) }
      var rest = bytes[...]
      while !rest.isEmpty {
        // Without the signal, which would end the tests.
        let byteCount = withoutSignal(SIGPIPE) {
          rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
        if byteCount >= 0 {
          rest = rest.dropFirst(byteCount)
        } else if errno == EPIPE {
          return
        } else if errno == EAGAIN {
          let remaining = SuspendingClock().now.duration(to: deadline)
          guard remaining > .zero else {
            throw .limitReached(
              awaited: "a reader for \(rest.count) of \(bytes.count) bytes", limit: limit,
              transcript: "no reader")
          }
          var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&target, 1, Int32((remaining / .milliseconds(1)).rounded(.up)))
        } else if errno != EINTR {
          throw .system(call: "write", errno: errno)
        }
      }
    }
  }
}
