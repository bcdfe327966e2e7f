import CFormworkSystem
import FormworkCore
import FormworkSystem
import Glibc

/// A pseudo-terminal, from the side of the person.
final class Terminal {
  /// The path of the front end's side.
  let path: String

  /// All output so far.
  private(set) var output: [UInt8] = []

  /// The modes that the front end finds.
  let found: TerminalSettings?

  private(set) var controller: CInt
  private let frontEndsSide: CInt

  static let columns = 80
  static let rows = 24

  /// Opens a terminal in unusual modes, so that it shows if a front end restores the usual ones.
  init() throws(CheckFailure) {
    controller = fws_open_pseudo_terminal()
    var name = [CChar](repeating: 0, count: 64)
    let isOpen = controller >= 0 && fws_pseudo_terminal_path(controller, &name, name.count) == 0
    path = String(systemText: name)
    frontEndsSide = isOpen ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    guard frontEndsSide >= 0 else {
      let failure = Self.failure()
      close(controller)
      throw failure
    }
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    _ = fws_set_window_size(controller, UInt16(Self.columns), UInt16(Self.rows))
    var modes = termios()
    tcgetattr(frontEndsSide, &modes)
    modes.c_lflag &= ~tcflag_t(ECHOCTL)
    modes.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VKILL)] = 0x0B }
    tcsetattr(frontEndsSide, TCSANOW, &modes)
    found = TerminalSettings(of: frontEndsSide)
  }

  deinit {
    hangUp()
    close(frontEndsSide)
  }

  private static func failure(_ error: SystemError = .last) -> CheckFailure {
    CheckFailure(Message("deed.noTerminal", ["reason": Message(explaining: error)]))
  }

  /// Changes the size, as the user of a window does.
  func resize(columns: Int, rows: Int) {
    _ = fws_set_window_size(controller, UInt16(columns), UInt16(rows))
  }

  /// Stops the output, as ^S does, or continues it.
  func stop(_ isStopped: Bool = true) { tcflow(frontEndsSide, isStopped ? TCOOFF : TCOON) }

  var modes: TerminalSettings? { TerminalSettings(of: frontEndsSide) }

  /// The number of unread bytes; those of an incomplete line do not count if the terminal gives lines.
  var unreadByteCount: Int {
    awaitDelivery()
    return Int(fws_readable_byte_count(frontEndsSide))
  }

  /// Waits for the thread of the kernel that carries typed bytes, as poll(2) does.
  ///
  /// A front end that they wake up does not count as asleep, however busy the machine is.
  private func awaitDelivery() {
    var entry = pollfd(fd: frontEndsSide, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 0)
  }

  func type(_ bytes: [UInt8]) throws(CheckFailure) {
    guard let error = bytes.withUnsafeBytes({ $0.write(to: controller, isPatient: false) }) else {
      return awaitDelivery()
    }
    throw error.code == EAGAIN ? CheckFailure("doesNotRead") : Self.failure(error)
  }

  /// Reads the output that is there; returns whether there was any.
  func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(controller, &chunk, chunk.count)
    guard count > 0 else { return false }
    output += chunk[..<count]
    return true
  }

  /// Ends the input, as a closed window does.
  func hangUp() {
    if controller >= 0 { close(controller) }
    controller = -1
  }
}

/// The modes of a terminal, to compare before and after.
///
/// - SeeAlso: termios(3).
struct TerminalSettings: Equatable {
  private let flags: [tcflag_t]
  private let characters: [UInt8]

  init?(of descriptor: CInt) {
    guard let modes = try? termios(of: descriptor) else { return nil }
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether ^C and ^Z send signals.
  var hasSignalKeys: Bool { flags[3] & tcflag_t(ISIG) != 0 }

  /// Whether read(2) returns 0 before anything is typed, as at the end of a file.
  var hasNoMinimum: Bool { !givesLines && characters[Int(VMIN)] == 0 }

  /// Whether a program reads whole lines.
  var givesLines: Bool { flags[3] & tcflag_t(ICANON) != 0 }

  /// Returns the names of the modes that differ.
  func differences(from other: TerminalSettings) -> [Message] {
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
