import CFormwork
import Glibc

extension ELFImage {
  /// The version of the contract that the front end was made for, as its note says.
  ///
  /// - SeeAlso: elf(5), "Notes (Nhdr)".
  func contractVersion() throws(FrontEndRefusal) -> ContractVersion {
    var found: ContractVersion?
    for segment in segments(of: PT_NOTE) {
      let bytes = try file.bytes(at: segment.p_offset, count: segment.p_filesz)
      // Notes are padded to 4 bytes, but for the GNU properties, whose segment says 8.
      let alignment = segment.p_align == 8 ? 8 : 4
      var position = 0
      while bytes.storage.count - position >= MemoryLayout<Elf64_Nhdr>.size {
        let header = try bytes.load(Elf64_Nhdr.self, at: position)
        // All of these are less than 2 to the 34th: nothing overflows.
        let name = position + MemoryLayout<Elf64_Nhdr>.size
        let nameEnd = name + Int(header.n_namesz)
        let content = nameEnd.rounded(upTo: alignment)
        let contentEnd = content + Int(header.n_descsz)
        guard contentEnd <= bytes.storage.count else { throw .damaged(.note) }
        if header.n_type == FORMWORK_NOTE_TYPE, contentEnd - content == 8,
          bytes.storage[name..<nameEnd].elementsEqual(FORMWORK_NOTE_NAME.utf8 + [0])
        {
          let version = ContractVersion(
            major: try bytes.load(UInt32.self, at: content),
            minor: try bytes.load(UInt32.self, at: content + 4))
          guard found == nil || found == version else { throw .damaged(.note) }
          found = version
        }
        position = contentEnd.rounded(upTo: alignment)
      }
    }
    guard let found else { throw .noNote }
    return found
  }
}

extension Int {
  fileprivate func rounded(upTo alignment: Int) -> Int {
    (self + alignment - 1) / alignment * alignment
  }
}
