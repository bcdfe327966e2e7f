import Glibc

/// The test's end of a program's input.
final class InputPipe: Sendable {
  private let descriptor: WaitableValue<Int32?>

  /// Creates an inlet that owns a descriptor.
  init(owning descriptor: Int32) throws(SupportError) {
    self.descriptor = WaitableValue(descriptor)
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

  /// Writes all bytes, within a limit.
  ///
  /// Drops bytes after the program has closed its input: its exit status tells more about that.
  func write(_ bytes: some Sequence<UInt8>, limit: Duration) throws(SupportError) {
    let bytes = Array(bytes)
    let deadline = SuspendingClock().now + limit
    try descriptor.change { descriptor throws(SupportError) in
      guard let descriptor else { throw .system(call: "write", errno: EBADF) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let byteCount = writeWithoutSignal(rest, to: descriptor)
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

  /// Calls write(2) so that a broken pipe gives EPIPE instead of SIGPIPE, which would end the
  /// tests.
  private func writeWithoutSignal(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    var brokenPipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    let byteCount = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let error = errno
    if byteCount < 0, error == EPIPE {
      var atOnce = timespec()
      sigtimedwait(&brokenPipe, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = error
    return byteCount
  }
}
