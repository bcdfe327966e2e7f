import Glibc

extension PseudoTerminal {
  /// The modes of a terminal, for comparisons.
  public struct Modes: Equatable, Sendable {
    /// The processing of input: `c_iflag`.
    public let input: UInt32
    /// The processing of output: `c_oflag`.
    public let output: UInt32
    /// The settings of the line: `c_cflag`.
    public let control: UInt32
    /// Echo, line editing and signals: `c_lflag`.
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

    /// Whether the terminal echoes input.
    public var isEchoing: Bool { local & tcflag_t(ECHO) != 0 }

    /// Whether the terminal passes on whole lines.
    public var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
  }
}
