import Glibc

/// What the system's loader goes by: a list of tags and numbers.
struct ELFDynamicSection {
  /// The most bytes: linkers write about 30 entries of 16 bytes.
  private static let byteLimit: UInt64 = 1 << 16

  /// The most bytes of a text: Linux takes no path beyond 4096, and a list holds a few.
  private static let textLimit: UInt64 = 1 << 16

  /// The tags that name a library: `DT_NEEDED`, `DT_AUXILIARY` and `DT_FILTER`.
  private static let libraryTags: Set<Int64> = [1, 0x7FFF_FFFD, 0x7FFF_FFFF]

  /// What a path that leads to one place from everywhere begins with, before its first slash.
  private static let anchors: Set<Substring> = ["", "$ORIGIN", "${ORIGIN}"]

  private var numbers: [Int64: UInt64] = [:]

  /// Where the names of the libraries that it needs begin among its texts.
  private var libraries: [UInt64] = []

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
      let number = try bytes.load(UInt64.self, at: position + 8)
      numbers[tag] = number
      if Self.libraryTags.contains(tag) { libraries.append(number) }
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

  /// The first path by which the loader would look in a directory that depends on where the person
  /// is: all but absolute ones and those that begin at the library itself.
  ///
  /// - SeeAlso: ld.so(8), "Dynamic string tokens".
  func relativePath(in image: ELFImage) throws(FrontEndRefusal) -> String? {
    for start in libraries {
      let library = try text(at: start, in: image)
      if library.contains("/"), Self.isRelative(library[...]) { return library }
    }
    for tag in [DT_RPATH, DT_RUNPATH] {
      guard let start = self[tag] else { continue }
      // An empty directory of the list is the current one.
      let list = try text(at: start, in: image).split(
        separator: ":", omittingEmptySubsequences: false)
      if let relative = list.first(where: Self.isRelative) { return String(relative) }
    }
    return nil
  }

  private static func isRelative(_ path: Substring) -> Bool {
    path.isEmpty || !anchors.contains(path.prefix { $0 != "/" })
  }

  private func text(at start: UInt64, in image: ELFImage) throws(FrontEndRefusal) -> String {
    let byteCount = try required(DT_STRSZ)
    let (address, overflow) = try required(DT_STRTAB).addingReportingOverflow(start)
    guard start < byteCount, !overflow else { throw .damaged(.dynamic) }
    let bytes = try image.bytes(atAddress: address, count: min(byteCount - start, Self.textLimit))
    guard let end = bytes.storage.firstIndex(of: 0) else { throw .damaged(.dynamic) }
    return String(decoding: bytes.storage[..<end], as: UTF8.self)
  }
}
