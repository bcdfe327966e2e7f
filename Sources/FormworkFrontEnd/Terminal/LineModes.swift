import Glibc

/// The terminal modes for reading whole lines, for the lifetime of the value.
///
/// The terminal edits the line, Enter ends the line, and the signal keys work. The echo is unchanged,
/// unless the terminal was not editing lines: then a program has left the echo off.
///
/// - SeeAlso: termios(3).
package struct LineModes: ~Copyable {
  private let descriptor: Int32
  private let found: termios
  private let modes: termios

  /// Sets the modes of a terminal, which is not owned; with UTF-8, Backspace erases whole characters.
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

  /// Sets the modes again, after a stop.
  package func renew() throws(SystemError) { try modes.set(on: descriptor) }

  deinit {
    // A failure needs no report: the host restores the terminal as well.
    try? found.set(on: descriptor)
  }
}

extension termios {
  /// Passes each byte unchanged, Enter as a newline, and signal keys as signals; disables ^S and ^Q.
  ///
  /// If a program has left the terminal without line editing, written newlines start a new line again.
  mutating func takeKeysAsTyped() {
    if c_lflag & tcflag_t(ICANON) == 0 { c_oflag |= tcflag_t(OPOST | ONLCR) }
    c_iflag &= ~tcflag_t(ISTRIP | INLCR | IGNCR | IUCLC | PARMRK | IXON)
    c_iflag |= tcflag_t(ICRNL)
    c_lflag |= tcflag_t(ISIG)
  }
}
