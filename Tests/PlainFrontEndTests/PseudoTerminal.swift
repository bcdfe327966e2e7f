import CFormworkSystem
import Foundation
import FormworkFrontEnd
import Glibc
import TestSupport

/// A terminal and its user.
final class PseudoTerminal: Sendable {
  /// The descriptor for the front end.
  let end: Int32
  private let controller: Int32
  private let collected = Synchronized("")

  init(columns: UInt16 = 0, rows: UInt16 = 0) throws {
    let controller = fws_open_pseudo_terminal()
    var path = [CChar](repeating: 0, count: 128)
    guard controller >= 0, fws_pseudo_terminal_path(controller, &path, path.count) == 0 else {
      throw SystemError(code: errno)
    }
    let end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var modes = termios()
    guard end >= 0, tcgetattr(end, &modes) == 0 else { throw SystemError(code: errno) }
    _ = fws_set_window_size(controller, columns, rows)
    // Unchanged newlines make the transcripts easier to read.
    modes.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(end, TCSANOW, &modes)
    (self.controller, self.end) = (controller, end)
  }

  var transcript: String { collected.change { $0 } }

  /// Types the text of each step when its prompt is at the end of the output.
  func perform(_ steps: [Step]) throws {
    var seen = 0
    for step in steps {
      while !transcript.dropFirst(seen).hasSuffix(step.prompt) {
        guard try read() else { throw RunFailure(description: "ended early:\n\(transcript)") }
      }
      seen = transcript.count
      step.before()
      _ = Glibc.write(controller, step.keys, step.keys.count)
    }
  }

  /// Returns the whole transcript after the front end's descriptor is closed.
  func rest() throws -> String {
    while try read() {}
    close(controller)
    return transcript
  }

  func isEchoing() throws -> Bool {
    var modes = termios()
    guard tcgetattr(end, &modes) == 0 else { throw SystemError(code: errno) }
    return modes.c_lflag & tcflag_t(ECHO) != 0
  }

  func closeEnd() {
    close(end)
  }

  func hangUp() {
    close(controller)
  }

  /// Reads the available output; returns false at the end.
  ///
  /// Waits at most a minute: other tests and programs may use the processors meanwhile.
  private func read() throws -> Bool {
    var state = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 60_000) > 0 else {
      throw RunFailure(description: "nothing came for a minute:\n\(transcript)")
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    collected.change { $0 += String(decoding: buffer.prefix(count), as: UTF8.self) }
    return true
  }
}
