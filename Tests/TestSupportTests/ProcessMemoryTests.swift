import Glibc
import TestSupport
import Testing

struct ProcessMemoryTests {
  /// The window of another search at the same time has copies of what this one counts.
  @Test func aSearchIgnoresTheWindowsOfOthers() throws {
    let marker = ProcessMemory.Marker(seed: 23)
    let size = 1 << 20
    let window = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    let copy = try #require(window != MAP_FAILED ? window : nil)
    defer { munmap(copy, size) }
    let count = try marker.withBytes { bytes in
      UnsafeMutableRawBufferPointer(start: copy, count: size).copyBytes(from: bytes)
      return try ProcessMemory.count(of: marker)
    }
    #expect(count == 128)
    #expect(try ProcessMemory.count(of: marker) == 0)
  }
}
