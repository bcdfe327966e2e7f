import Glibc

/// The memory of the test process, to search for data that must be wiped.
package enum ProcessMemory {
  /// A text of 64 bytes that is not in memory until the test requests it.
  ///
  /// It is created byte by byte, so that the search itself holds no copy. Many copies leave some bytes
  /// even if the allocator has returned a part of the memory.
  /// many times over, some of it is left even if the allocator has given a part of that memory away.
  package struct Marker: Sendable {
    package static let count = 64
    package static let copies = 128
    private let seed: UInt64

    /// Creates a marker, the same for the same seed.
    package init(seed: UInt64) { self.seed = seed }

    /// Returns a byte of the marker, which is a small letter.
    package func byte(at index: Int) -> UInt8 {
      var number = (seed << 8 | UInt64(index)) &* 0x9E37_79B9_7F4A_7C15
      number ^= number >> 29
      number = number &* 0xBF58_476D_1CE4_E5B9
      return 0x61 + UInt8((number >> 33) % 26)
    }

    /// Calls a closure with ``copies`` of the marker after a text, in memory that is wiped afterwards.
    package func withBytes<Result>(
      behind beginning: String = "", _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
      let start = beginning.utf8.count
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: start + Self.count * Self.copies, alignment: 1)
      defer {
        if let address = bytes.baseAddress { explicit_bzero(address, bytes.count) }
        bytes.deallocate()
      }
      bytes.copyBytes(from: beginning.utf8)
      for index in start..<bytes.count { bytes[index] = byte(at: (index - start) % Self.count) }
      return try body(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Returns the number of ends of a marker in writable memory.
  ///
  /// Searches for the last half: the allocator overwrites the first bytes of freed memory.
  ///
  /// - Throws: ``SupportError/system(call:errno:)`` if the memory cannot be read.
  package static func count(of marker: Marker) throws(SupportError) -> Int {
    // Copies the rest of the memory here, piece by piece. This buffer is not searched. It is shared, so
    // that the kernel does not merge it with its neighbours.
    let size = 1 << 20
    let window = mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let window, window != MAP_FAILED else {
      throw .system(call: "mmap", errno: errno)
    }
    defer { munmap(window, size) }
    let memory = try checked("open /proc/self/mem", open("/proc/self/mem", O_RDONLY | O_CLOEXEC))
    defer { close(memory) }
    let bytes = UnsafeMutableRawBufferPointer(start: window, count: size)
    let overlap = Marker.count / 2 - 1
    var count = 0
    for range in try writableRanges() where !range.contains(UInt(bitPattern: window)) {
      var start = range.lowerBound
      while start < range.upperBound {
        let length = min(size, Int(range.upperBound - start))
        let taken = pread(memory, window, length, Int(start))
        // It may have been unmapped, or may not be readable.
        if taken <= overlap { break }
        count += matches(of: marker, in: UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
        if taken < size { break }
        start += UInt(taken - overlap)
      }
    }
    return count
  }

  private static func matches(of marker: Marker, in bytes: UnsafeRawBufferPointer) -> Int {
    let half = Marker.count / 2
    let first = Int32(marker.byte(at: half))
    var count = 0
    var start = 0
    while start + half <= bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, first, bytes.count - start - half + 1)
    {
      let offset = UnsafeRawPointer(found) - base
      if (1..<half).allSatisfy({ bytes[offset + $0] == marker.byte(at: half + $0) }) { count += 1 }
      start = offset + 1
    }
    return count
  }

  /// Returns the writable ranges of addresses, in order.
  private static func writableRanges() throws(SupportError) -> [Range<UInt>] {
    let file = fopen("/proc/self/maps", "re")
    guard let file else { throw .system(call: "open /proc/self/maps", errno: errno) }
    defer { fclose(file) }
    var ranges: [Range<UInt>] = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let line {
      let words = String(cString: line).split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if words.count > 1, words[1].hasPrefix("rw"), bounds.count == 2, bounds[0] < bounds[1] {
        ranges.append(bounds[0]..<bounds[1])
      }
    }
    return ranges
  }
}
