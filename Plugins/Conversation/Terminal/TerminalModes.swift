package import FormworkFrontEnd
import Glibc

/// The modes of a terminal on which each key is read, for as long as the value lives.
///
/// Nothing is echoed, and a key is read without Enter. The keys that send signals still do.
/// - SeeAlso: termios(3).
package struct TerminalModes: ~Copyable {
  private let descriptor: Int32
  private let found: termios

  /// Gives a terminal these modes.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal.
  ///   - takesFlowKeys: Whether ^S and ^Q are keys, and stop no output.
  /// - Throws: What the terminal fails with.
  package init(descriptor: Int32, takesFlowKeys: Bool = false) throws(SystemError) {
    let found = try termios(of: descriptor)
    var modes = found
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    modes.c_iflag |= tcflag_t(ICRNL)
    if takesFlowKeys { modes.c_iflag &= ~tcflag_t(IXON) }
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    try modes.set(on: descriptor)
    (self.descriptor, self.found) = (descriptor, found)
  }

  /// Has ^Z come as a key, where it would stop the program; or stop it once more.
  ///
  /// - Throws: What the terminal fails with.
  package func deliverStopKey(_ isKey: Bool) throws(SystemError) {
    let controlZ: cc_t = 0x1A
    let stopKey = withUnsafeBytes(of: found.c_cc) { $0[Int(VSUSP)] }
    guard stopKey == controlZ else { return }
    var modes = try termios(of: descriptor)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = isKey ? 0 : controlZ }
    try modes.set(on: descriptor)
  }

  deinit {
    // A failure needs no report: the host restores the terminal as well.
    try? found.set(on: descriptor)
  }
}
