import CFormworkSystem
import Glibc

/// A pseudo-terminal without a program, both sides of which are the test's.
package final class BareTerminal: Sendable {
  /// The side of programs.
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

  /// Types text with a whole line in it, and waits until it has arrived.
  package func type(_ text: String) throws(SupportError) {
    let bytes = Array(text.utf8)
    try checked("write to a terminal", Int32(write(controller, bytes, bytes.count)))
    try wait(for: descriptor, "a line")
  }

  /// Types the beginning of a line.
  ///
  /// It may still be on its way when this returns.
  package func typeUnfinished(_ text: String) throws(SupportError) {
    try typeUnfinished(Array(text.utf8))
  }

  /// Types bytes of any kind, in the same way.
  package func typeUnfinished(_ bytes: [UInt8]) throws(SupportError) {
    try checked("write to a terminal", Int32(write(controller, bytes, bytes.count)))
  }

  /// How many bytes of whole lines wait to be read.
  package var waitingByteCount: Int {
    get throws(SupportError) {
      // What was typed comes to the side of programs by a thread of the kernel: poll(2) waits for that.
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try checked("poll", poll(&entry, 1, 0))
      var count: Int32 = 0
      try checked("FIONREAD", ioctl(descriptor, UInt(FIONREAD), &count))
      return Int(count)
    }
  }

  /// What has been written and echoed, up to a text that ends it.
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
