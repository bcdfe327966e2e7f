import Glibc

/// The modes of a terminal on which whole lines are read, for as long as the value lives.
///
/// The terminal edits the line, Enter ends it, and the keys that send signals do. The echo stays as it was found, unless
/// the terminal edited no lines: then a program has left it like that.
///
/// - SeeAlso: termios(3).
package struct LineModes: ~Copyable {
  private let descriptor: Int32
  private let found: termios
  private let modes: termios

  /// Gives a terminal these modes.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal; it is not owned, and has to be open for as long as the value lives.
  ///   - isUTF8: Whether Backspace erases a character of UTF-8, and not a byte.
  /// - Throws: What the terminal fails with: `ENOTTY` where it is none.
  package init(descriptor: Int32, isUTF8: Bool) throws(SystemError) {
    let found = try termios(of: descriptor)
    var modes = found
    modes.takeKeysAsTyped()
    if isUTF8 { modes.c_iflag |= tcflag_t(IUTF8) }
    if found.c_lflag & tcflag_t(ICANON) == 0 {
      modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE | ECHOK)
    }
    try modes.set(on: descriptor)
    (self.descriptor, self.found, self.modes) = (descriptor, found, modes)
  }

  /// Gives the terminal these modes again, after a stop.
  package func renew() throws(SystemError) { try modes.set(on: descriptor) }

  deinit {
    // A failure needs no report: the host restores the terminal as well.
    try? found.set(on: descriptor)
  }
}

extension termios {
  /// Lets each byte come as it was typed, and Enter as a newline, and lets the keys that send signals do so; ^S and ^Q
  /// stop no output.
  ///
  /// Where a program has left the terminal without lines, a newline that is written begins a line again.
  mutating func takeKeysAsTyped() {
    if c_lflag & tcflag_t(ICANON) == 0 { c_oflag |= tcflag_t(OPOST | ONLCR) }
    c_iflag &= ~tcflag_t(ISTRIP | INLCR | IGNCR | IUCLC | PARMRK | IXON)
    c_iflag |= tcflag_t(ICRNL)
    c_lflag |= tcflag_t(ISIG)
  }
}
