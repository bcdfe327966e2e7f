import Glibc

/// Keeps a terminal from showing what is typed, for as long as the value lives.
///
/// ```swift
/// let echo = try EchoGuard(descriptor: host.inputDescriptor)
/// output.write("Password: ")
/// try output.flush()
/// let reading = try input.next()
/// try echo.restore()  // where it is let go of instead, a failure is not told
/// ```
///
/// - SeeAlso: termios(3).
public struct EchoGuard: ~Copyable {
  private static let hidden = tcflag_t(ECHO) | tcflag_t(ECHONL)

  private let descriptor: Int32
  private let found: tcflag_t

  /// Switches the echo off, and makes sure that it is: tcsetattr(3) may do a part and report success.
  ///
  /// What was typed ahead is kept.
  ///
  /// - Parameter descriptor: A terminal.
  /// - Throws: What the terminal fails with; `ENOTSUP` where it goes on echoing.
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

  /// Switches the echo on again, if it was on.
  ///
  /// - Throws: What the terminal fails with.
  public consuming func restore() throws(SystemError) {
    let (descriptor, found) = (descriptor, found)
    discard self
    try Self.putBack(found, on: descriptor)
  }

  /// Only the flags that were taken away: others may have been changed since.
  private static func putBack(_ found: tcflag_t, on descriptor: Int32) throws(SystemError) {
    var modes = try termios(of: descriptor)
    modes.c_lflag = modes.c_lflag & ~hidden | found
    try modes.set(on: descriptor)
  }
}
