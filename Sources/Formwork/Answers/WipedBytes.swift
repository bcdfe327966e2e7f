import FormworkCore
package import FormworkHost
import FormworkSystem
import Glibc

/// The data of a descriptor without a byte order mark, wiped from memory at its release.
package final class WipedBytes {
  /// The limit of bytes: some fields at their maximum lengths, and their names.
  package static let limit = 8 << 20

  private var storage: UnsafeMutableRawBufferPointer
  private var count = 0

  /// The position of the first byte after a byte order mark.
  private var start = 0

  /// Reads to the end, or throws the sentence with the key `excess` for more bytes than the limit.
  ///
  /// `waiting` is called before each part; false ends the reading with `EINTR`.
  package init(
    readingAll descriptor: CInt, limit: Int = limit, excess: String = "answers.tooLarge",
    waiting: (CInt) -> Bool = { _ in true }
  ) throws(ProgramFailure) {
    storage = .allocate(byteCount: limit + ByteOrderMark.limit + 1, alignment: 1)
    do {
      count = try storage.fill(from: descriptor) { descriptor throws(SystemError) in
        if !waiting(descriptor) { throw SystemError(code: EINTR) }
      }
    } catch {
      throw ProgramFailure(.unreadable(error))
    }
    let bytes = UnsafeRawBufferPointer(rebasing: storage[..<count])
    if let reason = Message.otherEncoding(of: bytes) { throw ProgramFailure(reason) }
    start = ByteOrderMark.byteCount(in: bytes)
    if count - start > limit { throw ProgramFailure(Message(excess, count: limit)) }
  }

  deinit {
    UnsafeMutableRawBufferPointer(rebasing: storage[..<count]).wipe()
    storage.deallocate()
  }

  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ProgramFailure) -> Result
  ) throws(ProgramFailure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[start..<count]))
  }
}
