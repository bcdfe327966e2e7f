import CFormworkSystem
package import FormworkCore
package import FormworkSystem
package import Glibc

/// A pseudo-terminal without a program, whose owner uses both sides.
package final class BareTerminal: Sendable {
  package let path: String

  /// The side for programs.
  package let descriptor: Int32

  /// The other side, which is read without blocking.
  package let controller: Int32

  /// Opens a terminal, by default of unknown size.
  package init(size: WindowSize? = nil) throws(SystemError) {
    controller = fws_open_pseudo_terminal()
    guard controller >= 0 else { throw .last }
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
    var name = [CChar](repeating: 0, count: 128)
    let error = fws_pseudo_terminal_path(controller, &name, name.count)
    path = String(systemText: name)
    descriptor = error == 0 ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      let failure = error == 0 ? SystemError.last : SystemError(code: error)
      close(controller)
      throw failure
    }
    if let size { resize(to: size) }
  }

  deinit {
    close(descriptor)
    close(controller)
  }

  package func resize(to size: WindowSize) {
    _ = fws_set_window_size(
      descriptor, UInt16(clamping: size.columns), UInt16(clamping: size.rows))
  }

  /// Closes the controlling side, as if the user closed the window.
  package func hangUp() {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    dup2(nothing, controller)
    close(nothing)
  }

  /// Types any bytes, without waiting for their arrival.
  package func typeUnfinished(_ bytes: [UInt8]) throws(SystemError) {
    if let error = bytes.withUnsafeBytes({ $0.write(to: controller, limit: .zero) }) {
      throw error
    }
  }

  /// The number of bytes that are ready to be read: those of whole lines, if the terminal gives lines.
  package var waitingByteCount: Int {
    get throws(SystemError) {
      // A thread of the kernel delivers typed bytes: poll(2) waits for it.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 0)
      let count = fws_readable_byte_count(descriptor)
      guard count >= 0 else { throw .last }
      return Int(count)
    }
  }

  package var modes: termios {
    get throws(SystemError) { try termios(of: descriptor) }
  }
}

extension termios {
  /// Whether ^C and ^Z send signals.
  package var hasSignalKeys: Bool { c_lflag & tcflag_t(ISIG) != 0 }

  /// Whether a program reads whole lines.
  package var givesLines: Bool { c_lflag & tcflag_t(ICANON) != 0 }

  /// Whether read(2) returns 0 before anything is typed, as at the end of a file.
  package var hasNoMinimum: Bool { !givesLines && characters[Int(VMIN)] == 0 }

  private var characters: [UInt8] { withUnsafeBytes(of: c_cc) { Array($0) } }

  /// Returns the names of the flags that differ, `specialCharacters`, and `otherFlags` for all others.
  package func differences(from other: termios) -> [String] {
    let names: [(String, KeyPath<termios, tcflag_t>, CInt)] = [
      ("ICRNL", \.c_iflag, ICRNL), ("IXON", \.c_iflag, IXON), ("OPOST", \.c_oflag, OPOST),
      ("ONLCR", \.c_oflag, ONLCR), ("ECHO", \.c_lflag, ECHO), ("ICANON", \.c_lflag, ICANON),
      ("ISIG", \.c_lflag, ISIG), ("IEXTEN", \.c_lflag, IEXTEN), ("ECHOCTL", \.c_lflag, ECHOCTL),
      ("ECHOK", \.c_lflag, ECHOK),
    ]
    var found = names.filter { _, field, bit in
      (self[keyPath: field] ^ other[keyPath: field]) & tcflag_t(bit) != 0
    }.map(\.0)
    if characters != other.characters { found.append("specialCharacters") }
    let isOther = [\termios.c_iflag, \.c_oflag, \.c_cflag, \.c_lflag]
      .contains { self[keyPath: $0] != other[keyPath: $0] }
    return found.isEmpty && isOther ? ["otherFlags"] : found
  }
}
