import Glibc

/// The memory of this process that can be written to.
enum WritableMemory {
  /// Masks a text, so that the search itself does not bring it into memory.
  private static let mask: UInt8 = 0xA5

  /// The distances between bytes of a text, also of one in wide characters.
  private static let strides = [1, MemoryLayout<wchar_t>.stride]

  static func masked(_ text: String) -> [UInt8] { text.utf8.map { $0 ^ mask } }

  /// Whether the memory contains a masked text.
  ///
  /// It is copied through a pipe, piece by piece, since that reports an error for unreadable memory.
  static func contains(_ masked: [UInt8]) -> Bool {
    let size = 1 << 16
    // Shared, so that the kernel does not merge it with a neighbour.
    let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    var ends: [CInt] = [-1, -1]
    guard let window, window != MAP_FAILED, pipe(&ends) == 0 else { return false }
    defer {
      munmap(window, size)
      for end in ends { close(end) }
    }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let overlap = UInt(masked.count * MemoryLayout<wchar_t>.stride)
    for range in ranges() where !range.contains(UInt(bitPattern: window)) {
      var start = range.lowerBound
      while start < range.upperBound, let source = UnsafeRawPointer(bitPattern: start) {
        let written = write(ends[1], source, min(size, Int(range.upperBound - start)))
        guard written > 0, read(ends[0], window, size) == written else { break }
        if holds(masked, UnsafeRawBufferPointer(start: window, count: written)) { return true }
        start += UInt(written)
        // The text may lie across two pieces.
        if start < range.upperBound, UInt(written) > overlap { start -= overlap }
      }
    }
    return false
  }

  private static func holds(_ masked: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, let first = masked.first else { return false }
    var start = 0
    while let hit = memchr(base + start, CInt(first ^ mask), bytes.count - start) {
      let offset = UnsafeRawPointer(hit) - base
      for stride in strides where offset + (masked.count - 1) * stride < bytes.count {
        if masked.indices.allSatisfy({ bytes[offset + $0 * stride] ^ mask == masked[$0] }) {
          return true
        }
      }
      start = offset + 1
    }
    return false
  }

  private static func ranges() -> [Range<UInt>] {
    String(ofFile: "/proc/self/maps").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return words[1].hasPrefix("rw") && ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}
