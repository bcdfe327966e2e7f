import FormworkCore
package import FormworkHost
import FormworkSystem
import Glibc

/// All that a descriptor gives except a byte order mark, wiped from memory when it is done with.
package final class WipedBytes {
  /// The most bytes that are read: some fields at their longest, and their names.
  package static let limit = 8 << 20

  private var storage: UnsafeMutableRawBufferPointer
  private var count = 0

  /// The place of the first byte after a byte order mark.
  private var start = 0

  /// Reads to the end.
  ///
  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - limit: How many bytes there are at most.
  ///   - excess: The key of the sentence that says that there are more.
  ///   - waiting: Called before each part; false ends the reading with `EINTR`.
  /// - Throws: ``Failure`` with what is wrong.
  package init(
    readingAll descriptor: CInt, limit: Int = limit, excess: String = "answers.tooLarge",
    waiting: (CInt) -> Bool = { _ in true }
  ) throws(Failure) {
    storage = .allocate(byteCount: limit + ByteOrderMark.limit + 1, alignment: 1)
    do {
      count = try storage.fill(from: descriptor) { descriptor throws(SystemError) in
        if !waiting(descriptor) { throw SystemError(code: EINTR) }
      }
    } catch {
      throw Failure(.unreadable(error))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: storage[..<count])
    if let reason = Message.otherEncoding(of: bytes) { throw Failure(reason) }
    start = ByteOrderMark.byteCount(in: bytes)
    if count - start > limit { throw Failure(Message(excess, count: limit)) }
  }

  deinit {
    UnsafeMutableRawBufferPointer(rebasing: storage[..<count]).wipe()
    storage.deallocate()
  }

  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[start..<count]))
  }
}
