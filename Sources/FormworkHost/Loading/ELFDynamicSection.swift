import FormworkSystem
import Glibc

/// The dynamic section of a library: the tags and numbers that the system's loader reads.
struct ELFDynamicSection {
  /// The maximum size in bytes: linkers write about 30 entries of 16 bytes.
  private static let byteLimit: UInt64 = 1 << 16

  /// The maximum size of a text in bytes: a Linux path has at most 4096, and a list has a few paths.
  private static let textLimit: UInt64 = 1 << 16

  /// The tags that name a library: `DT_NEEDED`, `DT_AUXILIARY` and `DT_FILTER`.
  private static let libraryTags: Set<Int64> = [1, 0x7FFF_FFFD, 0x7FFF_FFFF]

  /// The tags that list libraries, separated by colons: `DT_DEPAUDIT` and `DT_AUDIT`.
  private static let listTags: Set<Int64> = [0x6FFF_FEFB, 0x6FFF_FEFC]

  private var numbers: [Int64: UInt64] = [:]

  /// The offsets of the names of needed libraries in the table of texts.
  private var libraries: [UInt64] = []

  /// The offsets of the lists of such names.
  private var lists: [UInt64] = []

  init(of image: ELFImage) throws(FrontEndLoadError) {
    let found = image.segments(of: PT_DYNAMIC)
    guard found.count == 1, let segment = found.first, segment.p_memsz <= Self.byteLimit else {
      throw .damaged(.dynamic)
    }
    let bytes = try image.bytes(atAddress: segment.p_vaddr, count: segment.p_memsz)
    for position in stride(from: 0, to: bytes.storage.count, by: MemoryLayout<Elf64_Dyn>.size) {
      let tag = try bytes.load(Int64.self, at: position)
      if tag == DT_NULL { return }
      // If a tag occurs several times, the loader uses the last number.
      let number = try bytes.load(UInt64.self, at: position + 8)
      numbers[tag] = number
      if Self.libraryTags.contains(tag) { libraries.append(number) }
      if Self.listTags.contains(tag) { lists.append(number) }
    }
    throw .damaged(.dynamic)
  }

  subscript(tag: Int32) -> UInt64? { numbers[Int64(tag)] }

  func required(_ tag: Int32) throws(FrontEndLoadError) -> UInt64 {
    guard let number = self[tag] else { throw .damaged(.dynamic) }
    return number
  }

  /// Whether the loader has to write to the code of the library.
  var hasTextRelocations: Bool {
    self[DT_TEXTREL] != nil || (self[DT_FLAGS] ?? 0) & UInt64(DF_TEXTREL) != 0
  }

  /// Returns the libraries that the loader would look for, and the directories of its search.
  func needs(in image: ELFImage) throws(FrontEndLoadError) -> LibraryNeeds {
    var needs = LibraryNeeds()
    for start in libraries { needs.libraries.append(try text(at: start, in: image)) }
    for start in lists { needs.libraries += try list(at: start, in: image).filter { !$0.isEmpty } }
    if let start = self[DT_RPATH] { needs.inheritedFolders = try list(at: start, in: image) }
    if let start = self[DT_RUNPATH] { needs.ownFolders = try list(at: start, in: image) }
    return needs
  }

  private func list(at start: UInt64, in image: ELFImage) throws(FrontEndLoadError) -> [String] {
    // An empty directory of the list is the current one.
    try text(at: start, in: image).split(separator: ":", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private func text(at start: UInt64, in image: ELFImage) throws(FrontEndLoadError) -> String {
    let byteCount = try required(DT_STRSZ)
    let (address, overflow) = try required(DT_STRTAB).addingReportingOverflow(start)
    guard start < byteCount, !overflow else { throw .damaged(.dynamic) }
    let bytes = try image.bytes(atAddress: address, count: min(byteCount - start, Self.textLimit))
    guard let end = bytes.storage.firstIndex(of: 0) else { throw .damaged(.dynamic) }
    return String(systemBytes: bytes.storage[..<end])
  }
}
