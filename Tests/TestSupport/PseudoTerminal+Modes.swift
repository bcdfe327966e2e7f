import Glibc

extension PseudoTerminal {
  /// The modes of a terminal, to compare before and after.
  ///
  /// - SeeAlso: termios(3).
  package struct Modes: Equatable, Sendable {
    package let input: UInt32
    package let output: UInt32
    package let control: UInt32
    package let local: UInt32
    /// The control characters, and `VMIN` and `VTIME`.
    package let characters: [UInt8]

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
    package var isEchoing: Bool { local & tcflag_t(ECHO) != 0 }

    /// Whether the terminal passes on whole lines.
    package var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
  }
}
