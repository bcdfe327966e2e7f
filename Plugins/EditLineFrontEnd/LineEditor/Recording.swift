import Glibc

/// A stream of the C library that writes to memory.
final class Recording {
  let stream: UnsafeMutablePointer<FILE>

  /// The most bytes that are kept after they were taken.
  private static let limit = 512
  private var takenCount = 0

  // The C library writes to these when the stream is flushed.
  private let start = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

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

  /// Lends the bytes that were written since the last call.
  func takeWritten<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    fflush(stream)
    let written = UnsafeRawBufferPointer(start: start.pointee, count: count.pointee)
    defer {
      takenCount = written.count
      // Going back with each key would cost more.
      if takenCount >= Self.limit {
        fseek(stream, 0, SEEK_SET)
        takenCount = 0
      }
    }
    return body(UnsafeRawBufferPointer(rebasing: written[takenCount...]))
  }
}
