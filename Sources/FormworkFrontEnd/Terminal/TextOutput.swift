import Glibc

/// Collects text, and writes all of it at once.
public struct TextOutput {
  private let descriptor: Int32
  private var collected = ""

  /// Creates a writer for a descriptor, which it does not own.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Adds text, without writing anything yet.
  public mutating func write(_ text: String) {
    // Usually this is the whole text, which then need not be copied.
    if collected.isEmpty { collected = text } else { collected += text }
  }

  /// Adds a text in UTF-8, for example from a canvas; invalid parts become U+FFFD.
  public mutating func write(utf8: [UInt8]) { write(String(decoding: utf8, as: UTF8.self)) }

  /// Writes the collected text, with one write(2) unless the system accepts only a part of it.
  ///
  /// Nothing is written to a terminal whose other side is closed: nobody would read it, and the end of the
  /// input informs the front end.
  ///
  /// - Throws: An error of write(2) other than `EINTR` and `EAGAIN`. In this case the text is lost.
  public mutating func flush() throws(SystemError) {
    var text = collected
    collected = ""
    let error = text.withUTF8 { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
    if let error { throw error }
  }

  /// Writes bytes in the same way as ``flush()``.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32)
    -> SystemError?
  {
    let error = bytes.write(to: descriptor)
    return error?.code == EIO && isHungUp(descriptor) ? nil : error
  }

  /// Whether a terminal has hung up, or the other end of a pipe is closed.
  package static func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }
}

extension SecretBytes {
  /// Writes the bytes, with one write(2) unless the system accepts only a part of them.
  ///
  /// - Throws: An error of write(2) other than `EINTR` and `EAGAIN`.
  public func write(to descriptor: Int32) throws(SystemError) {
    if let error = withBytes({ TextOutput.write($0, to: descriptor) }) { throw error }
  }
}
