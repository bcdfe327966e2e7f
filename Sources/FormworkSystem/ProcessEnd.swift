package import Glibc

package enum ProcessEnd: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)

  /// Creates a value from the status of waitpid(2) for a process that has ended.
  package init(waitStatus: CInt) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }

  /// Waits at most a second for a child's end, whose status a tracing process may withhold.
  package init?(awaitingForASecond child: pid_t) {
    var status: CInt = 0
    for _ in 0..<200 {
      let result = waitpid(child, &status, WNOHANG)
      if result > 0 {
        self.init(waitStatus: status)
        return
      }
      // The status is lost, as that of each child is if SIGCHLD is ignored.
      if result < 0, errno != EINTR { return nil }
      usleep(5_000)
    }
    return nil
  }
}

/// Calls a closure with texts of the system as an argument vector of C.
package func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = texts.map { strdup($0.systemCString) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
