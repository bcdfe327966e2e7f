import FormworkCore
import FormworkHost
import FormworkSystem

/// All that a descriptor gives, wiped from memory when it is done with.
final class WipedBytes {
  /// The most bytes that are read: some fields at their longest, and their names.
  static let limit = 8 << 20

  private var storage = UnsafeMutableRawBufferPointer.allocate(
    byteCount: WipedBytes.limit + 1, alignment: 1)
  private var count = 0

  /// Reads to the end; waits before each part as it is told to.
  init(readingAll descriptor: CInt, waiting: (CInt) -> Void) throws(Failure) {
    do {
      count = try storage.fill(from: descriptor, waiting: waiting)
    } catch {
      throw Failure(.unreadable(error))
    }
    if count > Self.limit {
      throw Failure(Message("answers.tooLarge", count: Self.limit))
    }
  }

  deinit {
    UnsafeMutableRawBufferPointer(rebasing: storage[..<count]).wipe()
    storage.deallocate()
  }

  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }
}
