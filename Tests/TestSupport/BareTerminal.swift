import CFormworkSystem
import Glibc

/// A pseudo-terminal without a program: the test uses both sides.
package final class BareTerminal: Sendable {
  /// The side for programs.
  package let descriptor: Int32
  private let controller: Int32

  package init() throws(SupportError) {
    controller = try checked("open a pseudo-terminal", fws_open_pseudo_terminal())
    var path = [CChar](repeating: 0, count: 128)
    let error = fws_pseudo_terminal_path(controller, &path, path.count)
    descriptor = error == 0 ? open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      let code = error == 0 ? errno : error
      close(controller)
      throw .system(call: "open a terminal", errno: code)
    }
  }

  deinit {
    close(descriptor)
    close(controller)
  }

  /// Types text that contains a whole line, and waits for its arrival.
  package func type(_ text: String) throws(SupportError) {
    let bytes = Array(text.utf8)
    try checked("write to a terminal", Int32(write(controller, bytes, bytes.count)))
    try wait(for: descriptor, "a line")
  }

  /// Types the beginning of a line, without waiting for its arrival.
  package func typeUnfinished(_ text: String) throws(SupportError) {
    try typeUnfinished(Array(text.utf8))
  }

  /// Types any bytes, without waiting for their arrival.
  package func typeUnfinished(_ bytes: [UInt8]) throws(SupportError) {
    try checked("write to a terminal", Int32(write(controller, bytes, bytes.count)))
  }

  /// The number of bytes of whole lines that are ready to be read.
  package var waitingByteCount: Int {
    get throws(SupportError) {
      // A thread of the kernel delivers typed bytes: poll(2) waits for it.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try checked("poll", poll(&entry, 1, 0))
      var count: Int32 = 0
      try checked("FIONREAD", ioctl(descriptor, UInt(FIONREAD), &count))
      return Int(count)
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
