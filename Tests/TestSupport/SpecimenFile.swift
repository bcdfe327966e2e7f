import Glibc

/// A compiled front end for tests to damage.
///
/// Written independently of the tested code: offsets follow elf(5).
package struct SpecimenFile {
  package var bytes: [UInt8]

  /// Compiles and reads the specimen without any fault.
  package static func sound(in directory: TemporaryDirectory) async throws -> SpecimenFile {
    let path = directory.path(of: "sound.so")
    try await CCompiler.build(
      "front_end.c",
      ["-shared", "-fPIC", "-Wl,--hash-style=gnu", "-DMARKER=\"\(directory.path(of: "marker"))\""],
      to: path)
    return try SpecimenFile(at: path)
  }

  /// Reads a file.
  package init(at path: String) throws { bytes = try Self.read(path) }

  private static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count == bytes.count else {
      throw SupportError.system(call: "read \(path)", errno: errno)
    }
    return bytes
  }

  /// Accesses a number of 8, 4 or 2 bytes.
  package subscript<Number: FixedWidthInteger & BitwiseCopyable>(
    offset: Int, type: Number.Type
  ) -> Number {
    get { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) } }
    set {
      bytes.withUnsafeMutableBytes { $0.storeBytes(of: newValue, toByteOffset: offset, as: type) }
    }
  }

  /// Returns the offsets of the program headers of a type: 1 is loaded, 2 dynamic, 4 a note.
  package func headers(_ type: UInt32) -> [Int] {
    let start = Int(self[32, UInt64.self])
    return (0..<Int(self[56, UInt16.self])).map { start + $0 * 56 }
      .filter { self[$0, UInt32.self] == type }
  }

  /// The minimum length of a file with all loaded parts.
  package var loadedByteCount: Int {
    headers(1).map { Int(self[$0 + 8, UInt64.self] + self[$0 + 32, UInt64.self]) }.max() ?? 0
  }

  package func offset(ofAddress address: UInt64) -> Int {
    for header in headers(1) {
      let start = self[header + 16, UInt64.self]
      if address >= start, address - start < self[header + 32, UInt64.self] {
        return Int(address - start + self[header + 8, UInt64.self])
      }
    }
    return 0
  }

  /// Returns the offset of the number for a tag of the dynamic section.
  package func dynamic(_ tag: Int64) -> Int {
    guard let header = headers(2).first else { return 0 }
    var entry = Int(self[header + 8, UInt64.self])
    while self[entry, Int64.self] != tag, self[entry, Int64.self] != 0 { entry += 16 }
    return entry + 8
  }

  package var hashTable: Int { offset(ofAddress: self[dynamic(0x6FFF_FEF5), UInt64.self]) }

  /// The offset of the header of the Formwork note.
  package var note: Int {
    let name = Array("Formwork\0".utf8)
    return bytes.indices.dropLast(name.count).first {
      bytes[$0..<$0 + name.count].elementsEqual(name) && self[$0 - 12, UInt32.self] == 9
    }.map { $0 - 12 } ?? 0
  }
}
