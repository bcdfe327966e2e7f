package import Glibc

/// The error of a system call.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of errno.
  public let code: Int32

  /// Creates an error from a value of errno.
  public init(code: Int32) {
    self.code = code
  }

  /// The system's description of the error.
  public var description: String { String(cString: strerror(code)) }

  /// The error of the system call that just failed.
  package static var last: SystemError { SystemError(code: errno) }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the memory with zeros; the compiler does not optimize this away.
  package func wipe() {
    guard let baseAddress else { return }
    explicit_bzero(baseAddress, count)
  }

  /// Reads until the memory is full or the input ends, from an offset or the current position.
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

  /// Receives a datagram without blocking; returns its size, `nil` for none yet, 0 for none any more.
  package func receive(from socket: CInt) -> Int? {
    var received = recv(socket, baseAddress, count, CInt(MSG_DONTWAIT))
    // If the other process ended with unread data, the socket first reports an error, and then the remaining
    // datagrams.
    if received < 0, errno == ECONNRESET {
      received = recv(socket, baseAddress, count, CInt(MSG_DONTWAIT))
    }
    if received < 0, errno == EAGAIN || errno == EINTR { return nil }
    return Swift.max(0, received)
  }
}

extension UnsafeRawBufferPointer {
  /// Writes all bytes, and waits while the descriptor is full; after the limit, the error is `EAGAIN`.
  package func write(to descriptor: CInt, limit: Duration? = nil) -> SystemError? {
    let deadline = limit.map { SuspendingClock.now + $0 }
    var rest = self
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        let left = deadline.map { SuspendingClock.now.duration(to: $0) }
        if let left, left <= .zero { return SystemError(code: EAGAIN) }
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&room, 1, left?.wholeMilliseconds ?? -1) < 0 && errno != EINTR { return .last }
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }
}

extension [UInt8] {
  /// Reads all bytes, by default without UTF-8 byte order marks, but stops when they exceed a limit.
  package init(
    readingFrom descriptor: CInt, limit: Int, keepsMarks: Bool = false,
    waiting: (CInt) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) {
    self = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
    defer { chunk.deallocate() }
    while count <= limit {
      let filled = try chunk.fill(from: descriptor, waiting: waiting)
      let mark = isEmpty && !keepsMarks ? ByteOrderMark.byteCount(in: chunk[..<filled]) : 0
      append(contentsOf: chunk[mark..<filled])
      if filled < chunk.count { return }
    }
  }
}

/// Reads from a descriptor, without blocking if it is a terminal.
///
/// When the user presses ^C, the terminal discards the input that poll(2) has reported, and a blocking read would wait
/// for the next key. VMIN 0 is no solution: if the program is killed, the shell would mistake it for the end of
/// its input. `O_NONBLOCK` belongs to an open file description, which the shell shares, so the terminal is opened
/// again.
package final class InputReader {
  private let descriptor: CInt
  private let isTerminal: Bool

  /// Our own open terminal; -1 if it cannot be opened, such as another user's terminal after su(1).
  private let opening: CInt

  /// Creates a reader of a descriptor, which the caller still owns.
  package init(descriptor: CInt, isTerminal: Bool) {
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    opening = isTerminal ? open("/proc/self/fd/\(descriptor)", flags) : -1
  }

  deinit { if opening >= 0 { close(opening) } }

  /// Reads the available bytes once; returns 0 at the end, and `nil` if a terminal has no input now.
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
      // The terminal was closed.
      if errno == EIO, isTerminal { return 0 }
      if errno != EINTR { throw .last }
    }
  }
}

/// The mark that some programs write before a text to identify its encoding.
package enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The length of UTF-8's mark in bytes.
  package static var limit: Int { utf8.count }

  /// Returns the number of bytes of UTF-8 marks before a text; concatenated files may have several.
  package static func byteCount(in bytes: some Collection<UInt8>) -> Int {
    var rest = bytes[...]
    while rest.starts(with: utf8) { rest = rest.dropFirst(utf8.count) }
    return bytes.count - rest.count
  }

  /// The marks of other encodings in both byte orders, UTF-32 first because it begins like UTF-16.
  private static let others: [(encoding: String, mark: [UInt8])] = [
    ("UTF-32", [0xFF, 0xFE, 0, 0]), ("UTF-32", [0, 0, 0xFE, 0xFF]),
    ("UTF-16", [0xFF, 0xFE]), ("UTF-16", [0xFE, 0xFF]),
  ]

  /// Returns the encoding of a text's mark; `nil` for UTF-8, or if there is no mark.
  package static func otherEncoding(of bytes: some Sequence<UInt8>) -> String? {
    others.first { bytes.starts(with: $0.mark) }?.encoding
  }
}

extension Duration {
  /// The duration in whole milliseconds for `poll`, rounded up; never negative.
  package var wholeMilliseconds: CInt {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    // This exceeds the limit of poll.
    guard seconds < Int64(CInt.max) / 1000 else { return CInt.max }
    return CInt(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// The duration in whole seconds, rounded down.
  package var wholeSeconds: Int { Int(components.seconds) }
}
