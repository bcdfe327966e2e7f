import FormworkFrontEnd
import Glibc

/// What a person types, out of the bytes that a terminal sends.
struct KeyInput {
  /// What the bytes amount to; the caller takes it out.
  private(set) var keys = KeyDecoder()

  private let descriptor: Int32

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Forgets what was typed and not used.
  mutating func discard() {
    keys = KeyDecoder()
    tcflush(descriptor, TCIFLUSH)
  }

  /// Reads once what there is.
  ///
  /// A byte at a time, but for what is pasted: the rest stays with the terminal, for the program that
  /// reads it after this front end.
  ///
  /// - Returns: Whether the input goes on.
  func fill() throws(SystemError) -> Bool {
    while true {
      let count = readOnce()
      if count > 0 { return true }
      if count == 0 || errno == EIO { return false }
      if errno == EAGAIN { return true }
      if errno != EINTR { throw .last }
    }
  }

  /// Hands over what one read(2) gives, and returns what that returns.
  private func readOnce() -> Int {
    let most = keys.isWithinPaste ? 4096 : 1
    return withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { chunk in
      let count = read(descriptor, chunk.baseAddress, most)
      if count > 0 {
        let typed = UnsafeMutableRawBufferPointer(rebasing: chunk[..<count])
        keys.feed(UnsafeRawBufferPointer(typed))
        // It may be a part of a secret.
        typed.wipe()
      }
      return count
    }
  }
}

extension String {
  /// The longest text that a field may hold, in bytes.
  static var inputLimit: Int { LineInput.limit }
}
