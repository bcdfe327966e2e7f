package import FormworkSystem
package import FormworkTools
import Glibc

extension BareTerminal {
  /// Types text that contains a whole line, and waits for its arrival.
  package func type(_ text: String) throws(SystemError) {
    try typeUnfinished(text)
    try wait(for: descriptor)
  }

  /// Types the beginning of a line, without waiting for its arrival.
  package func typeUnfinished(_ text: String) throws(SystemError) {
    try typeUnfinished(Array(text.utf8))
  }

  /// Returns everything written and echoed up to a text.
  package func output(upTo end: String) throws(SystemError) -> String {
    var output = ""
    while !output.hasSuffix(end) {
      try wait(for: controller)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(controller, &buffer, buffer.count)
      guard count >= 0 else { throw .last }
      output += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return output
  }

  private func wait(for descriptor: Int32) throws(SystemError) {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 20_000) == 1 else { throw SystemError(code: ETIMEDOUT) }
  }
}
