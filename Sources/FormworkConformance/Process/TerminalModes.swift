import FormworkCore
import FormworkTesting
import Glibc

extension BareTerminal {
  /// Sets unusual modes, so that it shows if a front end restores the usual ones.
  func setUnusualModes() {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    modes.c_lflag &= ~tcflag_t(ECHOCTL)
    modes.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VKILL)] = 0x0B }
    tcsetattr(descriptor, TCSANOW, &modes)
  }
}

extension PseudoTerminal.Modes {
  /// Whether ^C and ^Z send signals.
  var hasSignalKeys: Bool { local & tcflag_t(ISIG) != 0 }

  /// Whether read(2) returns 0 before anything is typed, as at the end of a file.
  var hasNoMinimum: Bool { !isCanonical && characters[Int(VMIN)] == 0 }

  /// Returns the names of the modes that differ.
  func differences(from other: Self) -> [Message] {
    let names: [(String, KeyPath<Self, UInt32>, CInt)] = [
      ("ICRNL", \.input, ICRNL), ("IXON", \.input, IXON), ("OPOST", \.output, OPOST),
      ("ONLCR", \.output, ONLCR), ("ECHO", \.local, ECHO), ("ICANON", \.local, ICANON),
      ("ISIG", \.local, ISIG), ("IEXTEN", \.local, IEXTEN), ("ECHOCTL", \.local, ECHOCTL),
      ("ECHOK", \.local, ECHOK),
    ]
    var found = names.filter { _, field, bit in
      (self[keyPath: field] ^ other[keyPath: field]) & tcflag_t(bit) != 0
    }.map { Message.verbatim($0.0) }
    if characters != other.characters { found.append("mode.specialCharacters") }
    return found.isEmpty && self != other ? ["mode.otherFlags"] : found
  }
}
