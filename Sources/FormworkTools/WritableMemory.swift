package import FormworkSystem
import Glibc

/// The memory of this process that can be written to, to search for data that must be wiped.
package final class WritableMemory: Sendable {
  private let file: Int32

  /// Opens the memory, before the process forbids dumps of itself.
  package init() throws(SystemError) {
    file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
  }

  deinit { close(file) }

  /// Returns the number of places with some bytes, which lie next to each other or further apart.
  ///
  /// A closure returns the bytes one by one, so that the search itself holds no copy of them.
  package func occurrences(
    of byteCount: Int, apart distance: Int = 1, byte: (Int) -> UInt8
  ) throws(SystemError) -> Int {
    let size = 1 << 20
    // Copies the memory here, piece by piece. It is shared, so that the kernel does not merge it with its
    // neighbours.
    let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let window, window != MAP_FAILED else { throw .last }
    defer { munmap(window, size) }
    let span = (byteCount - 1) * distance
    var found = 0
    for range in try Self.ranges() {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: size - span) {
        let taken = pread(file, window, min(size, range.upperBound - start), start)
        // The memory may have been unmapped, or may not be readable.
        if taken <= span { break }
        var offset = 0
        while let hit = memchr(window + offset, Int32(byte(0)), taken - span - offset) {
          let bytes = UnsafeRawPointer(hit)
          let matches = (1..<byteCount).allSatisfy {
            bytes.load(fromByteOffset: $0 * distance, as: UInt8.self) == byte($0)
          }
          if matches { found += 1 }
          offset = bytes - UnsafeRawPointer(window) + 1
        }
      }
    }
    return found
  }

  /// Returns the writable ranges of addresses, in order, without the windows of searches.
  ///
  /// Several searches may run at once, and the window of one may contain what another one counts.
  private static func ranges() throws(SystemError) -> [Range<Int>] {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    let lines = try [UInt8](readingFrom: file, limit: 1 << 24).split(separator: 0x0A)
    return lines.compactMap { line in
      let words = String(systemBytes: line).split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      guard words.count > 4, words[1].hasPrefix("rw"), bounds.count == 2, bounds[0] < bounds[1]
      else { return nil }
      // Memory that is shared without a file; see proc_pid_maps(5).
      if words[1].hasSuffix("s"), words.dropFirst(5).first == "/dev/zero" { return nil }
      return bounds[0]..<bounds[1]
    }
  }
}
