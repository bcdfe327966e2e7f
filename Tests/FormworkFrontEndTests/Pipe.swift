import FormworkFrontEnd
import Glibc

/// A pipe that is closed at its deinitialisation.
final class Pipe {
  let readEnd: Int32
  private(set) var writeEnd: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError(code: errno) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    closeWriteEnd()
    close(readEnd)
  }

  func write(_ bytes: [UInt8]) {
    _ = Glibc.write(writeEnd, bytes, bytes.count)
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Returns up to 64 KiB of the pipe, which must not be empty unless it is closed.
  func contents() -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(readEnd, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }
}
