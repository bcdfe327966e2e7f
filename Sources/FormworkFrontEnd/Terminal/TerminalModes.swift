import Glibc

/// The terminal modes for reading single keys, for the lifetime of the value.
///
/// The terminal echoes nothing and passes keys on without Enter. VMIN is 1, and text typed ahead is kept.
/// The signal keys work, as the host requires. Enter arrives as a newline and a newline as a carriage
/// return, so that CR LF in a paste differs from two newlines. All other bytes arrive unchanged: ^S and ^Q
/// are keys, and do not stop the output. When the value is destroyed, on any path, the modes are restored:
/// write the sequences that leave a screen before that.
///
/// Each run begins with the user's modes, so create a value in each ``FrontEnd/run(_:)``. After a stop the
/// host restores the modes that it knows of, and sends `DisplayMessage.attach`: call
/// ``renew()`` then, because other programs have used the terminal. To disable only the echo, use
/// ``EchoGuard``.
///
/// - SeeAlso: termios(3).
public struct TerminalModes: ~Copyable {
  private let descriptor: Int32
  private let found: termios
  private let modes: termios

  /// The key that stops the program, such as ^Z, as a ``KeyDecoder`` returns it; `nil` for none.
  public let stopKey: TerminalKey?

  /// Sets the modes of a terminal.
  ///
  /// - Parameter descriptor: The terminal, which is not owned, and must be open for the lifetime of the
  ///   value.
  /// - Throws: An error of the terminal; `ENOTTY` if the descriptor is not a terminal.
  public init(descriptor: Int32) throws(SystemError) {
    try self.init(descriptor) { modes in
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
      modes.takeKeysAsTyped()
      modes.c_iflag |= tcflag_t(INLCR)
      withUnsafeMutableBytes(of: &modes.c_cc) { characters in
        characters[Int(VMIN)] = 1
        characters[Int(VTIME)] = 0
      }
    }
  }

  /// Sets the modes for whole lines; with UTF-8, Backspace erases whole characters.
  ///
  /// The echo is unchanged, unless the terminal was not editing lines: then a program has left the echo off.
  package init(ofLinesAt descriptor: Int32, isUTF8: Bool) throws(SystemError) {
    try self.init(descriptor) { modes in
      let isEditing = modes.c_lflag & tcflag_t(ICANON) != 0
      modes.takeKeysAsTyped()
      if isUTF8 { modes.c_iflag |= tcflag_t(IUTF8) }
      if !isEditing { modes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE | ECHOK) }
    }
  }

  private init(_ descriptor: Int32, change: (inout termios) -> Void) throws(SystemError) {
    let found = try termios(of: descriptor)
    var modes = found
    change(&modes)
    try modes.set(on: descriptor)
    (self.descriptor, self.found, self.modes) = (descriptor, found, modes)
    let byte = withUnsafeBytes(of: found.c_cc) { $0[Int(VSUSP)] }
    stopKey = 0x01...0x1F ~= byte ? .control(Unicode.Scalar(byte | 0x40)) : nil
  }

  /// Sets the modes again, after a stop; ``stopKey`` stops the program again.
  public func renew() throws(SystemError) { try modes.set(on: descriptor) }

  /// Delivers ``stopKey`` as a key instead of stopping the program, or the reverse.
  ///
  /// Deliver it while a secret is visible: the secret must be removed from the terminal before the program
  /// stops.
  public func deliverStopKey(_ isKey: Bool) throws(SystemError) {
    guard stopKey != nil else { return }
    let byte = withUnsafeBytes(of: found.c_cc) { $0[Int(VSUSP)] }
    var modes = try termios(of: descriptor)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = isKey ? 0 : byte }
    try modes.set(on: descriptor)
  }

  deinit {
    // A failure needs no report: the host restores the terminal as well.
    try? found.set(on: descriptor)
  }
}

extension termios {
  /// Passes each byte unchanged, Enter as a newline, and signal keys as signals; disables ^S and ^Q.
  ///
  /// If a program has left the terminal without line editing, written newlines start a new line again.
  fileprivate mutating func takeKeysAsTyped() {
    if c_lflag & tcflag_t(ICANON) == 0 { c_oflag |= tcflag_t(OPOST | ONLCR) }
    c_iflag &= ~tcflag_t(ISTRIP | INLCR | IGNCR | IUCLC | PARMRK | IXON)
    c_iflag |= tcflag_t(ICRNL)
    c_lflag |= tcflag_t(ISIG)
  }
}
