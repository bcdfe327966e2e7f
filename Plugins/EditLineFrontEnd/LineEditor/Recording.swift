import Glibc

/// A stream of the C library's that ends in memory.
final class Recording {
  let stream: UnsafeMutablePointer<FILE>

  /// How much is kept, in bytes, of what was taken.
  private static let limit = 512

  /// How much of what is there was taken.
  private var taken = 0

  // The C library writes to these when the stream is flushed.
  private let start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// Makes an empty one; `nil` where there is no memory.
  init?() {
    start.initialize(to: nil)
    count.initialize(to: 0)
    guard let stream = open_memstream(start, count) else { return nil }
    self.stream = stream
  }

  deinit {
    fclose(stream)
    free(start.pointee)
    start.deallocate()
    count.deallocate()
  }

  /// Lends what was written since this was called last.
  func takeWritten<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    fflush(stream)
    let written = UnsafeRawBufferPointer(start: start.pointee, count: count.pointee)
    defer {
      taken = written.count
      // With most keys it just goes on.
      if taken >= Self.limit {
        fseek(stream, 0, SEEK_SET)
        taken = 0
      }
    }
    return body(UnsafeRawBufferPointer(rebasing: written[taken...]))
  }
}
