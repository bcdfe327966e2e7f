import Glibc

extension PseudoTerminal {
  /// The modes of a terminal, to compare before and after.
  ///
  /// - SeeAlso: termios(3).
  public struct Modes: Equatable, Sendable {
    /// How what is typed is read: `c_iflag`.
    public let input: UInt32
    /// How what is written is shown: `c_oflag`.
    public let output: UInt32
    /// The line: `c_cflag`.
    public let control: UInt32
    /// Echo, whole lines, signals: `c_lflag`.
    public let local: UInt32
    /// The control characters, and `VMIN` and `VTIME`.
    public let characters: [UInt8]

    /// Reads the modes of an open terminal.
    init(of descriptor: Int32) throws(SupportError) {
      var modes = termios()
      try checked("tcgetattr", tcgetattr(descriptor, &modes))
      input = modes.c_iflag
      output = modes.c_oflag
      control = modes.c_cflag
      local = modes.c_lflag
      characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    }

    /// Whether the terminal shows what is typed.
    public var isEchoing: Bool { local & tcflag_t(ECHO) != 0 }

    /// Whether the terminal passes on whole lines.
    public var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
  }
}
