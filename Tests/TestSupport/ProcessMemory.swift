package import FormworkSystem
import FormworkTools
import Glibc

/// The memory of the test process, to search for data that must be wiped.
package enum ProcessMemory {
  /// A text of 64 bytes that is not in memory until the test requests it.
  ///
  /// It is created byte by byte, so that the search itself holds no copy. Many copies leave some bytes
  /// even if the allocator has returned a part of the memory.
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
  /// - Throws: The error if the memory cannot be read.
  package static func count(of marker: Marker) throws(SystemError) -> Int {
    let half = Marker.count / 2
    return try WritableMemory().occurrences(of: half) { marker.byte(at: half + $0) }
  }
}
