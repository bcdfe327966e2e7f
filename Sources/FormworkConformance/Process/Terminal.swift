import FormworkCore
import CFormworkSystem
import FormworkSystem
import Glibc

/// A pseudo-terminal, seen from the side where a person would sit.
final class Terminal {
  /// The path of the side that the front end has.
  let path: String

  /// All that was written to it so far.
  private(set) var output: [UInt8] = []

  /// The modes that the front end finds.
  let found: TerminalModes?

  private(set) var controller: CInt
  private let frontEndsSide: CInt

  static let columns = 80
  static let rows = 24

  /// Makes one of 80 columns and 24 rows, in modes that are not those of a new terminal: a front
  /// end that sets the usual modes at its end, and not those it found, gives itself away.
  init() throws(Failure) {
    controller = fws_open_pseudo_terminal()
    guard controller >= 0 else { throw Self.failure() }
    var name = [CChar](repeating: 0, count: 64)
    guard fws_pseudo_terminal_path(controller, &name, name.count) == 0 else {
      close(controller)
      throw Self.failure()
    }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    frontEndsSide = open(path.systemCString, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard frontEndsSide >= 0 else {
      close(controller)
      throw Self.failure()
    }
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    _ = fws_set_window_size(controller, UInt16(Self.columns), UInt16(Self.rows))
    var modes = termios()
    tcgetattr(frontEndsSide, &modes)
    modes.c_lflag &= ~tcflag_t(ECHOCTL)
    modes.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VKILL)] = 0x0B }
    tcsetattr(frontEndsSide, TCSANOW, &modes)
    found = TerminalModes(of: frontEndsSide)
  }

  deinit {
    hangUp()
    close(frontEndsSide)
  }

  private static func failure(_ error: SystemError = .last) -> Failure {
    Failure("deed.noTerminal", ["reason": Message(explaining: error)])
  }

  /// Gives it another size, as a person does with a window.
  func resize(columns: Int, rows: Int) {
    _ = fws_set_window_size(controller, UInt16(columns), UInt16(rows))
  }

  /// Takes nothing that is written, as after ^S, or goes on, as after ^Q.
  func stop(_ isStopped: Bool = true) { tcflow(frontEndsSide, isStopped ? TCOOFF : TCOON) }

  var modes: TerminalModes? { TerminalModes(of: frontEndsSide) }

  /// The number of typed bytes that are still unread.
  ///
  /// If the terminal gives whole lines, the bytes of an incomplete line do not count.
  var unreadByteCount: Int {
    // A thread of the kernel brings typed bytes to the front end's side: poll(2) waits for that thread.
    var entry = pollfd(fd: frontEndsSide, events: Int16(POLLIN), revents: 0)
    poll(&entry, 1, 0)
    return Int(fws_readable_byte_count(frontEndsSide))
  }

  /// The modes that a front end has set, and not put back yet, keep to the contract.
  func checkModes() throws(Failure) {
    guard let modes else { return }
    guard modes.hasSignalKeys else {
      throw Failure("deed.clearsSignalKeys", mend: "mend.clearsSignalKeys")
    }
    guard !modes.hasNoMinimum else {
      throw Failure("deed.clearsMinimum", mend: "mend.clearsMinimum")
    }
  }

  func type(_ bytes: [UInt8]) throws(Failure) {
    guard let error = bytes.withUnsafeBytes({ $0.write(to: controller, isPatient: false) }) else {
      return
    }
    throw error.code == EAGAIN
      ? Failure("deed.doesNotRead", mend: "mend.doesNotRead")
      : Self.failure(error)
  }

  /// Takes in what was written, as far as it is there.
  ///
  /// - Returns: Whether there was any.
  func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(controller, &chunk, chunk.count)
    guard count > 0 else { return false }
    output += chunk[..<count]
    return true
  }

  /// Ends the input, as when a person closes the window.
  func hangUp() {
    if controller >= 0 { close(controller) }
    controller = -1
  }
}
