import Glibc

/// Reads a descriptor, of a terminal without waiting.
///
/// ^C has a terminal drop what poll(2) has just told of, and a read that waits would wait for the next key. The
/// terminal's modes do not help: a shell that has the terminal next, where the program was killed, would take
/// VMIN 0 for the end of its input. `O_NONBLOCK` belongs to one opening of the terminal, and the one that was
/// handed over is the shell's too; so the terminal is opened once more.
package final class InputReader {
  private let descriptor: CInt
  private let isTerminal: Bool

  /// A terminal's opening of our own; -1 where there is none, as of another user's terminal after su(1).
  private let opening: CInt

  /// Makes a reader of a descriptor, which it does not own.
  package init(descriptor: CInt, isTerminal: Bool) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    opening = isTerminal ? open("/proc/self/fd/\(descriptor)", flags) : -1
  }

  deinit { if opening >= 0 { close(opening) } }

  /// Reads once what there is, as far as there is room.
  ///
  /// - Parameter memory: Where to.
  /// - Returns: The number of bytes; 0 at the end, `nil` where a terminal has nothing now.
  /// - Throws: What read(2) fails with, other than `EINTR` and `EAGAIN`.
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    guard isTerminal, opening < 0 else {
      return try read(opening < 0 ? descriptor : opening, into: memory)
    }
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    defer { if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags) } }
    return try read(descriptor, into: memory)
  }

  private func read(
    _ descriptor: CInt, into memory: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    while true {
      let count = Glibc.read(descriptor, memory.baseAddress, memory.count)
      if count >= 0 { return count }
      if errno == EAGAIN { return nil }
      // The other side of a terminal is gone.
      if errno == EIO, isTerminal { return 0 }
      if errno != EINTR { throw .last }
    }
  }
}
