import FormworkFrontEnd
import Glibc

/// A reader of lines with a limit, whose memory is wiped.
final class BoundedLineReader {
  enum Reading {
    /// A line without its newline, valid until the next call.
    case line(UnsafeRawBufferPointer)
    /// A line above the limit, which was skipped.
    case tooLong
    /// No complete line yet: fill the reader.
    case pending
    case ended
  }

  /// The maximum length of a line in bytes: a text at its limit, with an escape for each byte, has room.
  static let limit = 6 * 65_536 + 4096

  let descriptor: CInt

  /// The number of the last line, from 1.
  private(set) var lineNumber = 0

  private let input: InputReader
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: limit + 1, alignment: 8)

  /// The last line, which may contain a secret, and is wiped after its use.
  private var used = 0..<0

  /// The unread bytes, and the number of the first ones that were searched for a newline.
  private var unread = 0..<0
  private var searchedCount = 0
  private var isSkipping = false
  private var hasEnded = false

  init(descriptor: CInt) {
    self.descriptor = descriptor
    input = InputReader(descriptor: descriptor, isTerminal: isatty(descriptor) == 1)
  }

  deinit {
    buffer.wipe()
    buffer.deallocate()
  }

  /// Returns the next line of the bytes that were read.
  func next() -> Reading {
    wipe(used)
    used = 0..<0
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[unread])
    let rest = UnsafeRawBufferPointer(rebasing: bytes[searchedCount...])
    guard let place = rest.baseAddress.flatMap({ memchr($0, 0x0A, rest.count) }) else {
      searchedCount = bytes.count
      guard hasEnded else { return .pending }
      // The last line may lack its newline.
      return bytes.isEmpty && !isSkipping ? .ended : take(bytes.count, end: 0)
    }
    return take(UnsafeRawPointer(place) - (bytes.baseAddress ?? UnsafeRawPointer(place)), end: 1)
  }

  private func take(_ count: Int, end: Int) -> Reading {
    used = unread.lowerBound..<unread.lowerBound + count
    unread = used.upperBound + end..<unread.upperBound
    (searchedCount, lineNumber) = (0, lineNumber + 1)
    defer { isSkipping = false }
    guard !isSkipping, count <= Self.limit else { return .tooLong }
    return .line(UnsafeRawBufferPointer(rebasing: buffer[used]))
  }

  private func wipe(_ range: Range<Int>) {
    UnsafeMutableRawBufferPointer(rebasing: buffer[range]).wipe()
  }

  /// Reads once; call it if the descriptor is readable and no complete line is left.
  func fill() throws(SystemError) {
    if isSkipping || unread.count > Self.limit {
      // The rest of the line is dropped as it comes.
      isSkipping = true
      wipe(unread)
      (unread, searchedCount) = (0..<0, 0)
    }
    if unread.lowerBound > 0 {
      let (rest, end) = (unread.count, unread.upperBound)
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[unread]))
      wipe(rest..<end)
      unread = 0..<rest
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[unread.upperBound...])
    guard let count = try input.read(into: room) else { return }
    hasEnded = count == 0
    unread = unread.lowerBound..<unread.upperBound + count
  }
}
