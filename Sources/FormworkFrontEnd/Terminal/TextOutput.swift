import Glibc

/// Collects text, and writes it in one go.
///
/// ```swift
/// var output = TextOutput(descriptor: host.outputDescriptor)
/// output.write(node.text(.label))
/// output.write(": ")
/// try output.flush()
/// ```
public struct TextOutput {
  private let descriptor: Int32
  private var collected = ""

  /// Makes a writer to a descriptor, which it does not own.
  public init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Adds text.
  ///
  /// Nothing is written yet.
  public mutating func write(_ text: String) {
    // Most often it is all that there is: it need not be copied.
    if collected.isEmpty { collected = text } else { collected += text }
  }

  /// Adds a text that is there as bytes, such as what a canvas gives.
  ///
  /// - Parameter utf8: UTF-8: what is none becomes U+FFFD.
  public mutating func write(utf8: [UInt8]) { write(String(decoding: utf8, as: UTF8.self)) }

  /// Writes what was collected: by one write(2), unless the system takes only a part of it.
  ///
  /// Nothing is written to a terminal whose other side is gone: it would not be read, and the end
  /// of the input tells the front end so.
  ///
  /// - Throws: What write(2) fails with, other than `EINTR` and `EAGAIN`. The text is gone.
  public mutating func flush() throws(SystemError) {
    var text = collected
    collected = ""
    let error = text.withUTF8 { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
    if let error { throw error }
  }

  /// Writes bytes as ``flush()`` does its text.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32)
    -> SystemError?
  {
    let error = bytes.write(to: descriptor)
    return error?.code == EIO && isHungUp(descriptor) ? nil : error
  }

  private static func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }
}

extension SecretBytes {
  /// Writes the bytes: by one write(2), unless the system takes only a part of them.
  ///
  /// They stay as they are.
  ///
  /// - Throws: What write(2) fails with, other than `EINTR` and `EAGAIN`.
  public func write(to descriptor: Int32) throws(SystemError) {
    if let error = withBytes({ TextOutput.write($0, to: descriptor) }) { throw error }
  }
}
