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

  private(set) var controller: CInt
  private let frontEndsSide: CInt

  static let (columns, rows) = (80, 24)

  /// Opens a terminal in unusual modes, so that it shows if a front end restores the usual ones.
  init() throws(CheckFailure) {
    controller = fws_open_pseudo_terminal()
    var name = [CChar](repeating: 0, count: 64)
    let isOpen = controller >= 0 && fws_pseudo_terminal_path(controller, &name, name.count) == 0
    path = String(systemText: name)
    frontEndsSide = isOpen ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    guard frontEndsSide >= 0 else { throw Self.failure(.last) }
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    resize(columns: Self.columns, rows: Self.rows)
    var unusual = modes
    unusual.c_lflag &= ~tcflag_t(ECHOCTL)
    unusual.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &unusual.c_cc) { $0[Int(VKILL)] = 0x0B }
    tcsetattr(frontEndsSide, TCSANOW, &unusual)
  }

  deinit {
    hangUp()
    close(frontEndsSide)
  }

  private static func failure(_ error: SystemError) -> CheckFailure {
    CheckFailure(Message("deed.noTerminal", ["reason": Message(explaining: error)]))
  }

  /// Changes the size, as the user of a window does.
  func resize(columns: Int, rows: Int) {
    _ = fws_set_window_size(controller, UInt16(columns), UInt16(rows))
  }

  /// Stops the output, as ^S does, or continues it.
  func stop(_ isStopped: Bool = true) { tcflow(frontEndsSide, isStopped ? TCOOFF : TCOON) }

  var modes: termios { (try? termios(of: frontEndsSide)) ?? termios() }

  /// The number of unread bytes; those of an incomplete line do not count if the terminal gives lines.
  var unreadByteCount: Int {
    // A thread of the kernel delivers typed bytes: poll(2) waits for it. A front end that they wake up does not
    // count as asleep, however busy the machine is.
    var entry = pollfd(fd: frontEndsSide, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 0)
    return Int(fws_readable_byte_count(frontEndsSide))
  }

  func type(_ bytes: [UInt8]) throws(CheckFailure) {
    let error = bytes.withUnsafeBytes { $0.write(to: controller, isPatient: false) }
    if let error { throw Self.failure(error) }
    _ = unreadByteCount
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

/// - SeeAlso: termios(3).
extension termios {
  /// Whether ^C and ^Z send signals.
  var hasSignalKeys: Bool { c_lflag & tcflag_t(ISIG) != 0 }

  /// Whether read(2) returns 0 before anything is typed, as at the end of a file.
  var hasNoMinimum: Bool { !givesLines && characters[Int(VMIN)] == 0 }

  /// Whether a program reads whole lines.
  var givesLines: Bool { c_lflag & tcflag_t(ICANON) != 0 }

  private var characters: [UInt8] { withUnsafeBytes(of: c_cc) { Array($0) } }

  /// Returns the names of the modes that differ.
  func differences(from other: termios) -> [Message] {
    let flags: [(WritableKeyPath<termios, tcflag_t>, [(String, CInt)])] = [
      (\.c_iflag, [("ICRNL", ICRNL), ("IXON", IXON)]),
      (\.c_oflag, [("OPOST", OPOST), ("ONLCR", ONLCR)]),
      (\.c_cflag, []),
      (
        \.c_lflag,
        [
          ("ECHO", ECHO), ("ICANON", ICANON), ("ISIG", ISIG), ("IEXTEN", IEXTEN),
          ("ECHOCTL", ECHOCTL), ("ECHOK", ECHOK),
        ]
      ),
    ]
    var found = flags.flatMap { field, names in
      let changed = self[keyPath: field] ^ other[keyPath: field]
      return names.filter { changed & tcflag_t($0.1) != 0 }.map { Message.verbatim($0.0) }
    }
    if characters != other.characters { found.append("mode.specialCharacters") }
    let isOther = flags.contains { self[keyPath: $0.0] != other[keyPath: $0.0] }
    return found.isEmpty && isOther ? ["mode.otherFlags"] : found
  }
}
