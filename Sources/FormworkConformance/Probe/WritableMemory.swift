import Glibc

/// The memory of this process that can be written to.
struct WritableMemory {
  /// The memory as a file, which a process that forbids dumps of itself could not open.
  private let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)

  /// Masks a text, so that the search itself does not bring it into memory.
  private static let mask: UInt8 = 0xA5

  static func masked(_ text: String) -> [UInt8] { text.utf8.map { $0 ^ mask } }

  /// Whether the memory contains a masked text.
  func contains(_ masked: [UInt8]) -> Bool {
    let size = 1 << 16
    // Shared, so that the kernel does not merge it with a neighbour.
    let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let window, window != MAP_FAILED else { return false }
    defer { munmap(window, size) }
    // The text may lie across two pieces.
    let step = size - masked.count * MemoryLayout<wchar_t>.stride
    for range in Self.ranges() where !range.contains(Int(bitPattern: window)) {
      for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
        let count = pread(file, window, min(size, range.upperBound - start), start)
        // Some memory cannot be read.
        guard count > 0 else { break }
        let bytes = UnsafeRawBufferPointer(start: window, count: count)
        if Self.holds(masked, bytes) { return true }
      }
    }
    return false
  }

  /// Whether bytes contain a masked text, also in wide characters.
  private static func holds(_ masked: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, let first = masked.first else { return false }
    var start = 0
    while let hit = memchr(base + start, CInt(first ^ mask), bytes.count - start) {
      let offset = UnsafeRawPointer(hit) - base
      for stride in [1, MemoryLayout<wchar_t>.stride]
      where offset + (masked.count - 1) * stride < bytes.count {
        if masked.indices.allSatisfy({ bytes[offset + $0 * stride] ^ mask == masked[$0] }) {
          return true
        }
      }
      start = offset + 1
    }
    return false
  }

  private static func ranges() -> [Range<Int>] {
    String(ofFile: "/proc/self/maps").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      let ends = words[0].split(separator: "-").compactMap { Int($0, radix: 16) }
      return words[1].hasPrefix("rw") && ends.count == 2 ? ends[0]..<ends[1] : nil
    }
  }
}
