import FormworkCore
import FormworkSystem
import Glibc

/// The modes of a terminal, to be compared before and after.
///
/// - SeeAlso: termios(3).
struct TerminalModes: Equatable {
  private let flags: [tcflag_t]
  private let characters: [UInt8]

  init?(of descriptor: CInt) {
    guard let modes = try? termios(of: descriptor) else { return nil }
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether the keys that interrupt and stop do so.
  var hasSignalKeys: Bool { flags[3] & tcflag_t(ISIG) != 0 }

  /// Whether read(2) gives nothing where nothing was typed, as at the end of a file.
  var hasNoMinimum: Bool { !givesLines && characters[Int(VMIN)] == 0 }

  /// Whether what is typed is read line by line.
  var givesLines: Bool { flags[3] & tcflag_t(ICANON) != 0 }

  /// What a person calls the modes that differ: `echo`, `canonical`, and so on.
  func differences(from other: TerminalModes) -> [Message] {
    let names: [(String, Int, tcflag_t)] = [
      ("ICRNL", 0, tcflag_t(ICRNL)), ("IXON", 0, tcflag_t(IXON)), ("OPOST", 1, tcflag_t(OPOST)),
      ("ONLCR", 1, tcflag_t(ONLCR)), ("ECHO", 3, tcflag_t(ECHO)), ("ICANON", 3, tcflag_t(ICANON)),
      ("ISIG", 3, tcflag_t(ISIG)), ("IEXTEN", 3, tcflag_t(IEXTEN)),
      ("ECHOCTL", 3, tcflag_t(ECHOCTL)), ("ECHOK", 3, tcflag_t(ECHOK)),
    ]
    var found = names.filter { _, index, bit in
      flags[index] & bit != other.flags[index] & bit
    }.map { Message.verbatim($0.0) }
    if characters != other.characters { found.append("mode.specialCharacters") }
    return found.isEmpty && self != other ? ["mode.otherFlags"] : found
  }
}
