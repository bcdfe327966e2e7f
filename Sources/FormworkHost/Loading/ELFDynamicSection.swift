import Glibc

/// What the system's loader goes by: a list of tags and numbers.
struct ELFDynamicSection {
  /// The most bytes: linkers write about 30 entries of 16 bytes.
  private static let byteLimit: UInt64 = 1 << 16

  private var numbers: [Int64: UInt64] = [:]

  /// Reads the dynamic section of an image, where the loader would find it.
  init(of image: ELFImage) throws(FrontEndRefusal) {
    let found = image.segments(of: PT_DYNAMIC)
    guard found.count == 1, let segment = found.first, segment.p_memsz <= Self.byteLimit else {
      throw .damaged(.dynamic)
    }
    let bytes = try image.bytes(atAddress: segment.p_vaddr, count: segment.p_memsz)
    for position in stride(from: 0, to: bytes.storage.count, by: MemoryLayout<Elf64_Dyn>.size) {
      let tag = try bytes.load(Int64.self, at: position)
      if tag == DT_NULL { return }
      // Of several with one tag, the loader takes the last.
      numbers[tag] = try bytes.load(UInt64.self, at: position + 8)
    }
    throw .damaged(.dynamic)
  }

  /// The number of a tag.
  subscript(tag: Int32) -> UInt64? { numbers[Int64(tag)] }

  /// The number of a tag that every library has.
  func required(_ tag: Int32) throws(FrontEndRefusal) -> UInt64 {
    guard let number = self[tag] else { throw .damaged(.dynamic) }
    return number
  }

  /// Whether the loader has to write to the library's code.
  var hasTextRelocations: Bool {
    self[DT_TEXTREL] != nil || (self[DT_FLAGS] ?? 0) & UInt64(DF_TEXTREL) != 0
  }
}
