package import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The errno.
  public let code: Int32

  /// Wraps an errno.
  public init(code: Int32) {
    self.code = code
  }

  /// The system's words for it.
  public var description: String { String(cString: strerror(code)) }

  /// The error of the call that failed just now.
  package static var last: SystemError { SystemError(code: errno) }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros, by a call that no compiler leaves out.
  package func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }

  /// Reads a descriptor until the memory is full or the input ends.
  ///
  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - offset: Where reading begins in a file; `nil` goes on where the descriptor is.
  ///   - waiting: Called before each read(2).
  /// - Returns: How many bytes were read: fewer than there is room for where the input has ended.
  /// - Throws: What read(2) fails with, other than `EINTR`.
  package func fill(
    from descriptor: CInt, at offset: off_t? = nil,
    waiting: (CInt) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < count {
      try waiting(descriptor)
      let rest = UnsafeMutableRawBufferPointer(rebasing: self[filled...])
      let taken =
        if let offset {
          pread(descriptor, rest.baseAddress, rest.count, offset + off_t(filled))
        } else {
          read(descriptor, rest.baseAddress, rest.count)
        }
      if taken == 0 { break }
      if taken > 0 { filled += taken } else if errno != EINTR { throw .last }
    }
    return filled
  }

  /// Receives the next datagram, without waiting for it.
  ///
  /// - Returns: The number of its bytes; `nil` where there is none yet, 0 where none will come any more.
  package func receive(from socket: CInt) -> Int? {
    var received = recv(socket, baseAddress, count, CInt(MSG_DONTWAIT))
    // That the other process ended with something unread is said once, before what it has sent.
    if received < 0, errno == ECONNRESET {
      received = recv(socket, baseAddress, count, CInt(MSG_DONTWAIT))
    }
    if received < 0, errno == EAGAIN || errno == EINTR { return nil }
    return Swift.max(0, received)
  }
}

extension SystemError {
  /// Whether a socket has no room for a datagram now, by what send(2) or sendmsg(2) has just returned.
  package static func isFull(after count: Int) -> Bool {
    count < 0 && [EAGAIN, EINTR, ENOBUFS].contains(errno)
  }
}

extension UnsafeRawBufferPointer {
  /// Writes the bytes: by one write(2), unless the system takes only a part of them.
  ///
  /// - Parameters:
  ///   - descriptor: Where to.
  ///   - isPatient: Whether to wait where the descriptor has no room; else that is the error `EAGAIN`.
  /// - Returns: What write(2) fails with, other than `EINTR`; `nil` once all is written.
  package func write(to descriptor: CInt, isPatient: Bool = true) -> SystemError? {
    var rest = self
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN, isPatient {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&room, 1, -1) < 0 && errno != EINTR { return .last }
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// All that a descriptor gives, or else more bytes than a limit: what is behind those is not read.
  ///
  /// A byte order mark of UTF-8 at the beginning is dropped.
  ///
  /// - Throws: What read(2) fails with, other than `EINTR`.
  package init(readingFrom descriptor: CInt, limit: Int) throws(SystemError) {
    self = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
    defer { chunk.deallocate() }
    while count <= limit {
      let filled = try chunk.fill(from: descriptor)
      let mark = isEmpty ? ByteOrderMark.byteCount(in: chunk[..<filled]) : 0
      append(contentsOf: chunk[mark..<filled])
      if filled < chunk.count { return }
    }
  }
}

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

/// The mark that some programs put before a text to name its encoding.
package enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of UTF-8's mark.
  package static var limit: Int { utf8.count }

  /// Returns the number of bytes of UTF-8's marks at the beginning of a text: a file that was put together may have several.
  ///
  /// A reader drops them: they are no part of what was written.
  package static func byteCount(in bytes: some Collection<UInt8>) -> Int {
    var rest = bytes[...]
    while rest.starts(with: utf8) { rest = rest.dropFirst(utf8.count) }
    return bytes.count - rest.count
  }

  /// The marks of other encodings, in either order; one of UTF-32 begins like one of UTF-16.
  private static let others: [(encoding: String, mark: [UInt8])] = [
    ("UTF-32", [0xFF, 0xFE, 0, 0]), ("UTF-32", [0, 0, 0xFE, 0xFF]),
    ("UTF-16", [0xFF, 0xFE]), ("UTF-16", [0xFE, 0xFF]),
  ]

  /// Returns the name of the encoding that a text's mark stands for, other than UTF-8; `nil` if the text has no such mark.
  package static func otherEncoding(of bytes: some Sequence<UInt8>) -> String? {
    others.first { bytes.starts(with: $0.mark) }?.encoding
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, as `poll` takes them; never negative.
  package var wholeMilliseconds: CInt {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    // More than poll can count.
    guard seconds < Int64(CInt.max) / 1000 else { return CInt.max }
    return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Whole seconds, rounded down.
  package var wholeSeconds: Int { Int(components.seconds) }
}
