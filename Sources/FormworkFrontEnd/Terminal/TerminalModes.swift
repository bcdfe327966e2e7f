import Glibc

/// The modes of a terminal on which each key is read, for as long as the value lives.
///
/// Nothing is echoed, and a key is read without Enter; VMIN is 1, and what was typed ahead is kept. The keys that send
/// signals do, as the host wants it; Enter comes as a newline, a newline as a carriage return, so that CR LF in a paste
/// is told from two newlines, and each other byte as it was typed: ^S and ^Q are keys, and stop no output. Where the value goes, on whichever path, the modes are
/// again what they were: what leaves a screen is written before that.
///
/// ```swift
/// struct Page: ~Copyable {
///   let modes: TerminalModes
///   let reader: KeyReader
///
///   init(_ host: HostConnection) throws(SystemError) {
///     modes = try TerminalModes(descriptor: host.inputDescriptor)
///     reader = KeyReader(descriptor: host.inputDescriptor)
///   }
/// }
/// ```
///
/// Each run begins with modes as the person has them, so make one for each ``FrontEnd/run(_:)``. After a stop the host
/// puts back those that it knows of, and says by ``DisplayMessage/attach(title:isLost:)`` that others had the terminal:
/// ``renew()`` makes sure of it. Where only the echo is to be off, there is ``EchoGuard``.
///
/// - SeeAlso: termios(3).
public struct TerminalModes: ~Copyable {
  private let descriptor: Int32
  private let found: termios
  private let modes: termios

  /// The key that stops the program, as ``KeyDecoder`` gives it where it is delivered: ^Z, or another one that the
  /// person has set; `nil` where none does.
  public let stopKey: TerminalKey?

  /// Gives a terminal these modes.
  ///
  /// - Parameter descriptor: The terminal; it is not owned, and has to be open for as long as the value lives.
  /// - Throws: What the terminal fails with: `ENOTTY` where it is none.
  public init(descriptor: Int32) throws(SystemError) {
    let found = try termios(of: descriptor)
    var modes = found
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | IEXTEN)
    modes.takeKeysAsTyped()
    modes.c_iflag |= tcflag_t(INLCR)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    try modes.set(on: descriptor)
    (self.descriptor, self.found, self.modes) = (descriptor, found, modes)
    let byte = withUnsafeBytes(of: found.c_cc) { $0[Int(VSUSP)] }
    stopKey = 0x01...0x1F ~= byte ? .control(Unicode.Scalar(byte | 0x40)) : nil
  }

  /// Gives the terminal these modes again, after a stop; ``stopKey`` stops the program.
  ///
  /// - Throws: What the terminal fails with.
  public func renew() throws(SystemError) { try modes.set(on: descriptor) }

  /// Has ``stopKey`` come as a key, where it would stop the program; or stop it once more.
  ///
  /// For as long as a secret is on view: what is shown has to be taken from the terminal before the program stops.
  ///
  /// - Parameter isKey: Whether ``KeyDecoder`` is to give it.
  /// - Throws: What the terminal fails with.
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
