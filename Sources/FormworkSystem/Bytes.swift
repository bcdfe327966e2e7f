package import Glibc

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
