import Glibc

/// The symbols of a library, looked up through its own hash table, as dlsym(3) does.
///
/// - SeeAlso: System V Application Binary Interface, "Hash Table"; for the GNU table, the loader of glibc
///   (`elf/dl-lookup.c`).
struct ELFSymbolTable {
  /// The maximum number of symbols with one hash: linkers write less than a dozen.
  private static let chainLimit = 1 << 12

  private let image: ELFImage
  private let dynamic: ELFDynamicSection
  private let symbols: UInt64
  private let strings: UInt64
  private let stringsByteCount: UInt64

  init(of image: ELFImage, _ dynamic: ELFDynamicSection) throws(FrontEndLoadError) {
    self.image = image
    self.dynamic = dynamic
    symbols = try dynamic.required(DT_SYMTAB)
    strings = try dynamic.required(DT_STRTAB)
    stringsByteCount = try dynamic.required(DT_STRSZ)
    guard try dynamic.required(DT_SYMENT) == MemoryLayout<Elf64_Sym>.size else {
      throw .damaged(.symbols)
    }
  }

  /// Whether the library exports a function of this name, inside its code.
  func definesFunction(_ name: String) throws(FrontEndLoadError) -> Bool {
    let symbol: Elf64_Sym?
    if let table = dynamic[DT_GNU_HASH] {
      symbol = try find(name, gnu: table)
    } else if let table = dynamic[DT_HASH] {
      symbol = try find(name, systemV: table)
    } else {
      throw .damaged(.symbols)
    }
    guard let symbol else { return false }
    let type = Int32(symbol.st_info & 0xF)
    let binding = Int32(symbol.st_info >> 4)
    return type == STT_FUNC && (binding == STB_GLOBAL || binding == STB_WEAK)
      && symbol.st_shndx != UInt16(SHN_UNDEF) && isCode(symbol.st_value)
  }

  private func isCode(_ address: UInt64) -> Bool {
    image.segments(of: PT_LOAD).contains { segment in
      segment.permits(PF_X) && address >= segment.p_vaddr
        && address - segment.p_vaddr < segment.p_filesz
    }
  }

  private func find(_ name: String, gnu table: UInt64) throws(FrontEndLoadError) -> Elf64_Sym? {
    let hash = name.utf8.reduce(5381 as UInt32) { $0 &* 33 &+ UInt32($1) }
    let bucketCount = try word(0, of: table)
    let firstHashed = try word(1, of: table)
    let filterWords = try word(2, of: table)
    guard bucketCount > 0 else { throw .damaged(.symbols) }
    let buckets = 4 + 2 * UInt64(filterWords)
    let chain = buckets + UInt64(bucketCount)
    let first = try word(buckets + UInt64(hash % bucketCount), of: table)
    if first == 0 { return nil }
    guard first >= firstHashed else { throw .damaged(.symbols) }
    for step in 0..<UInt64(Self.chainLimit) {
      let index = UInt64(first) + step
      let hashed = try word(chain + index - UInt64(firstHashed), of: table)
      // The lowest bit is not part of the hash: it marks the end of the chain.
      if hashed | 1 == hash | 1, let symbol = try symbol(index, named: name) { return symbol }
      if hashed & 1 == 1 { return nil }
    }
    throw .damaged(.symbols)
  }

  private func find(_ name: String, systemV table: UInt64) throws(FrontEndLoadError) -> Elf64_Sym? {
    let hash = name.utf8.reduce(0 as UInt32) { hash, byte in
      let shifted = hash << 4 &+ UInt32(byte)
      let top = shifted & 0xF000_0000
      return (shifted ^ top >> 24) & ~top
    }
    let bucketCount = try word(0, of: table)
    guard bucketCount > 0 else { throw .damaged(.symbols) }
    var index = UInt64(try word(2 + UInt64(hash % bucketCount), of: table))
    for _ in 0..<Self.chainLimit {
      if index == UInt64(STN_UNDEF) { return nil }
      if let symbol = try symbol(index, named: name) { return symbol }
      index = UInt64(try word(2 + UInt64(bucketCount) + index, of: table))
    }
    throw .damaged(.symbols)
  }

  /// Reads a 32-bit word; an index is the sum of a few 32-bit numbers: the product does not overflow.
  private func word(_ index: UInt64, of table: UInt64) throws(FrontEndLoadError) -> UInt32 {
    try load(UInt32.self, at: index * 4, from: table)
  }

  private func symbol(
    _ index: UInt64, named name: String
  ) throws(FrontEndLoadError) -> Elf64_Sym? {
    let size = UInt64(MemoryLayout<Elf64_Sym>.size)
    let symbol = try load(Elf64_Sym.self, at: index * size, from: symbols)
    let wanted = name.utf8 + [0]
    let start = UInt64(symbol.st_name)
    let count = UInt64(wanted.count)
    guard start <= stringsByteCount, count <= stringsByteCount - start else { return nil }
    let (address, overflow) = strings.addingReportingOverflow(start)
    guard !overflow else { throw .damaged(.symbols) }
    let text = try image.bytes(atAddress: address, count: count).storage
    return text.elementsEqual(wanted) ? symbol : nil
  }

  private func load<T: BitwiseCopyable>(
    _ type: T.Type, at offset: UInt64, from base: UInt64
  ) throws(FrontEndLoadError) -> T {
    let (address, overflow) = base.addingReportingOverflow(offset)
    guard !overflow else { throw .damaged(.symbols) }
    return try image.bytes(atAddress: address, count: UInt64(MemoryLayout<T>.size))
      .load(type, at: 0)
  }
}
