import Glibc

/// Disables the echo of a terminal for the lifetime of the value.
///
/// ```swift
/// let echo = try EchoGuard(descriptor: host.inputDescriptor)
/// output.write("Password: ")
/// try output.flush()
/// let reading = try input.next()
/// try echo.restore()  // without this call a failure would not be reported
/// ```
///
/// - SeeAlso: termios(3).
public struct EchoGuard: ~Copyable {
  private static let hidden = tcflag_t(ECHO) | tcflag_t(ECHONL)
  private let descriptor: Int32
  private let found: tcflag_t

  /// Disables the echo, and verifies this: tcsetattr(3) may succeed partly and report success.
  ///
  /// Text typed ahead is kept.
  ///
  /// - Parameter descriptor: A terminal.
  /// - Throws: An error of the terminal; `ENOTSUP` if it continues to echo.
  public init(descriptor: Int32) throws(SystemError) {
    let found = try termios(of: descriptor)
    let flags = found.c_lflag & Self.hidden
    var hidden = found
    hidden.c_lflag &= ~Self.hidden
    try hidden.set(on: descriptor)
    guard try termios(of: descriptor).c_lflag & Self.hidden == 0 else {
      try Self.putBack(flags, on: descriptor)
      throw SystemError(code: ENOTSUP)
    }
    (self.descriptor, self.found) = (descriptor, flags)
  }

  deinit {
    // A failure needs no report: the host restores the terminal as well.
    try? Self.putBack(found, on: descriptor)
  }

  /// Restores the echo.
  public consuming func restore() throws(SystemError) {
    let (descriptor, found) = (descriptor, found)
    discard self
    try Self.putBack(found, on: descriptor)
  }

  /// Restores only the removed flags: others may have changed since.
  private static func putBack(_ found: tcflag_t, on descriptor: Int32) throws(SystemError) {
    var modes = try termios(of: descriptor)
    modes.c_lflag = modes.c_lflag & ~hidden | found
    try modes.set(on: descriptor)
  }
}
