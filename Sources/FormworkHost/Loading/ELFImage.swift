import Glibc

/// A shared library for this machine, read from its file as the system's loader would map it.
///
/// Only program headers are used, because section headers are for linkers and may have been stripped. If
/// section headers exist, they must lie in the file: a truncated file is not a front end. No offset,
/// address or count of the file is trusted, and every loop has a limit.
///
/// - SeeAlso: elf(5).
struct ELFImage {
  /// The maximum number of program headers: linkers write about a dozen.
  private static let segmentLimit: UInt16 = 128

  /// The maximum number of section headers: linkers write a few dozen.
  private static let sectionLimit: UInt16 = 1 << 12

  let file: InspectedFile
  let segments: [Elf64_Phdr]

  init(_ file: InspectedFile, mayBeProgram: Bool = false) throws(FrontEndLoadError) {
    self.file = file
    let header = try Self.header(of: file)
    guard header.e_type == ET_DYN else { throw .notLibrary }
    guard header.e_phentsize == MemoryLayout<Elf64_Phdr>.size else { throw .damaged(.header) }
    guard header.e_phnum <= Self.segmentLimit else { throw .damaged(.tooLarge) }
    try Self.checkSections(of: header, in: file)
    let byteCount = UInt64(header.e_phnum) * UInt64(MemoryLayout<Elf64_Phdr>.size)
    let table = try file.bytes(at: header.e_phoff, count: byteCount)
    var segments: [Elf64_Phdr] = []
    for index in 0..<Int(header.e_phnum) {
      segments.append(try table.load(Elf64_Phdr.self, at: index * MemoryLayout<Elf64_Phdr>.size))
    }
    self.segments = segments
    // Position-independent programs are ET_DYN too, but have an interpreter.
    guard mayBeProgram || self.segments(of: PT_INTERP).isEmpty else { throw .notLibrary }
    try checkLoadedSegments()
  }

  private static func header(of file: InspectedFile) throws(FrontEndLoadError) -> Elf64_Ehdr {
    guard file.byteCount >= UInt64(EI_NIDENT) else { throw .notELF }
    let identification = try file.bytes(at: 0, count: UInt64(EI_NIDENT)).storage
    guard identification.starts(with: "\u{7F}ELF".utf8) else { throw .notELF }
    guard identification[Int(EI_CLASS)] == ELFCLASS64,
      identification[Int(EI_DATA)] == ELFDATA2LSB
    else { throw .otherMachine }
    guard identification[Int(EI_VERSION)] == EV_CURRENT else { throw .damaged(.header) }
    let header = try file.load(Elf64_Ehdr.self, at: 0)
    guard header.e_machine == ELFMachine.number else { throw .otherMachine }
    guard header.e_version == EV_CURRENT else { throw .damaged(.header) }
    return header
  }

  private static func checkSections(
    of header: Elf64_Ehdr, in file: InspectedFile
  ) throws(FrontEndLoadError) {
    if header.e_shoff == 0 && header.e_shnum == 0 { return }
    // A count of 0 with a table means more headers than the field can hold.
    guard (1...sectionLimit).contains(header.e_shnum) else { throw .damaged(.tooLarge) }
    let byteCount = UInt64(header.e_shnum) * UInt64(header.e_shentsize)
    guard header.e_shoff <= file.byteCount, byteCount <= file.byteCount - header.e_shoff else {
      throw .damaged(.truncated)
    }
  }

  func segments(of type: Int32) -> [Elf64_Phdr] { segments.filter { $0.p_type == UInt32(type) } }

  /// Checks that the mapped segments lie in the file, in order, and do not overlap.
  ///
  /// Access to memory beyond the file would kill the host. The loader maps whole pages, including the
  /// neighbourhood of a segment in the file.
  private func checkLoadedSegments() throws(FrontEndLoadError) {
    let page = UInt64(getpagesize())
    var nextFree: UInt64 = 0
    for segment in segments(of: PT_LOAD) {
      guard segment.p_offset <= file.byteCount,
        segment.p_filesz <= file.byteCount - segment.p_offset
      else { throw .damaged(.truncated) }
      let (end, overflow) = segment.p_vaddr.addingReportingOverflow(segment.p_memsz)
      guard !overflow, end <= UInt64.max - page, segment.p_filesz <= segment.p_memsz,
        segment.p_vaddr / page * page >= nextFree,
        segment.p_vaddr % page == segment.p_offset % page
      else { throw .damaged(.segments) }
      nextFree = (end + page - 1) / page * page
    }
  }

  func bytes(atAddress address: UInt64, count: UInt64) throws(FrontEndLoadError) -> FileBytes {
    for segment in segments(of: PT_LOAD) where address >= segment.p_vaddr {
      let start = address - segment.p_vaddr
      if start <= segment.p_filesz, count <= segment.p_filesz - start {
        return try file.bytes(at: segment.p_offset + start, count: count)
      }
    }
    throw .damaged(.truncated)
  }
}

extension Elf64_Phdr {
  func permits(_ flags: Int32) -> Bool { p_flags & UInt32(flags) == UInt32(flags) }
}

/// Untrusted bytes from a file.
struct FileBytes {
  let storage: [UInt8]

  /// Returns the C structure at `offset`, aligned or not; the file and the host are little endian.
  func load<T: BitwiseCopyable>(_ type: T.Type, at offset: Int) throws(FrontEndLoadError) -> T {
    guard offset >= 0, offset <= storage.count, MemoryLayout<T>.size <= storage.count - offset
    else { throw .damaged(.truncated) }
    return storage.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}

/// The processor that this host was built for; Formwork supports only these two.
enum ELFMachine {
  #if arch(x86_64)
  static let number = UInt16(EM_X86_64)
  /// The usual name for people and compilers.
  static let name = "x86_64"
  /// The values that the system's loader may use for `$PLATFORM`.
  static let platforms = [name, "haswell", "xeon_phi"]
  #elseif arch(arm64)
  static let number = UInt16(EM_AARCH64)
  static let name = "aarch64"
  static let platforms = [name]
  #endif
}
