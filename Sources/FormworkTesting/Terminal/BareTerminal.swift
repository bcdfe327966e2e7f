import CFormworkSystem
import Glibc

/// A pseudo-terminal without a program: the test uses both sides.
package final class BareTerminal: Sendable {
  package let path: String

  /// The side for programs.
  package let descriptor: Int32

  /// The other side, which must not be used after the terminal is hung up.
  package let controller: Int32
  private let keyboard: InputPipe

  /// Opens a terminal, by default of unknown size.
  package init(size: PseudoTerminal.Size? = nil) throws(SupportError) {
    controller = try checked("open a pseudo-terminal", fws_open_pseudo_terminal())
    keyboard = try InputPipe(owning: controller)
    var name = [CChar](repeating: 0, count: 64)
    let error = fws_pseudo_terminal_path(controller, &name, name.count)
    guard error == 0 else { throw .system(call: "ptsname", errno: error) }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    descriptor = try checked("open \(path)", open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
    if let size { try resize(to: size) }
  }

  deinit { close(descriptor) }

  package var modes: PseudoTerminal.Modes {
    get throws(SupportError) { try PseudoTerminal.Modes(of: descriptor) }
  }

  package func resize(to size: PseudoTerminal.Size) throws(SupportError) {
    guard let columns = UInt16(exactly: size.columns), let rows = UInt16(exactly: size.rows) else {
      throw .system(call: "resize to \(size)", errno: EINVAL)
    }
    try checked("resize", fws_set_window_size(descriptor, columns, rows))
  }

  /// Closes the controlling side, as if the user closed the window.
  package func hangUp() { keyboard.close() }

  /// Types text that contains a whole line, and waits for its arrival.
  package func type(_ text: String) throws(SupportError) {
    try typeUnfinished(text)
    try wait(for: descriptor, "a line")
  }

  /// Types the beginning of a line, without waiting for its arrival.
  package func typeUnfinished(_ text: String) throws(SupportError) {
    try typeUnfinished(Array(text.utf8))
  }

  /// Types any bytes, without waiting for their arrival.
  package func typeUnfinished(
    _ bytes: some Sequence<UInt8>, limit: Duration = defaultLimit
  ) throws(SupportError) {
    try keyboard.write(bytes, limit: limit)
  }

  /// The number of bytes that are ready to be read: those of whole lines, if the terminal gives lines.
  package var waitingByteCount: Int {
    get throws(SupportError) {
      // A thread of the kernel delivers typed bytes: poll(2) waits for it.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try checked("poll", poll(&entry, 1, 0))
      return Int(try checked("FIONREAD", fws_readable_byte_count(descriptor)))
    }
  }

  /// Returns everything written and echoed up to a text.
  package func output(upTo end: String) throws(SupportError) -> String {
    var output = ""
    while !output.hasSuffix(end) {
      try wait(for: controller, end, after: output)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = try checked("read a terminal", Int32(read(controller, &buffer, buffer.count)))
      output += String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
    }
    return output
  }

  private func wait(
    for descriptor: Int32, _ awaited: String, after transcript: String = ""
  ) throws(SupportError) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard try checked("poll", poll(&ready, 1, 20_000)) == 1 else {
      throw .limitReached(
        awaited: awaited.debugDescription, limit: .seconds(20),
        transcript: transcript.debugDescription)
    }
  }
}
