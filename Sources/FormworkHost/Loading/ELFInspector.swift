import CFormwork
import Glibc

/// Checks the file of a front end without running its code.
enum ELFInspector {
  static func inspect(
    _ file: InspectedFile
  ) throws(FrontEndLoadError) -> (version: ContractVersion, needs: LibraryNeeds) {
    let image = try ELFImage(file)
    let version = try image.contractVersion()
    guard version.major == ContractVersion.host.major else { throw .otherContract(version) }

    // The loader gives an executable stack to a library that does not declare its stack.
    let stacks = image.segments(of: PT_GNU_STACK)
    guard !stacks.isEmpty, !stacks.contains(where: { $0.permits(PF_X) }) else {
      throw .executableStack
    }
    guard !image.segments(of: PT_LOAD).contains(where: { $0.permits(PF_W | PF_X) }) else {
      throw .writableCode
    }
    let dynamic = try ELFDynamicSection(of: image)
    guard !dynamic.hasTextRelocations else { throw .textRelocations }
    let needs = try dynamic.needs(in: image)
    if let path = needs.relativePath { throw .relativePath(path) }
    guard try ELFSymbolTable(of: image, dynamic).definesFunction(FORMWORK_ENTRY) else {
      throw .noEntry
    }
    return (version, needs)
  }
}

extension ELFImage {
  /// Returns the version of the contract in the note of the front end: elf(5), "Notes (Nhdr)".
  func contractVersion() throws(FrontEndLoadError) -> ContractVersion {
    var found: ContractVersion?
    for segment in segments(of: PT_NOTE) {
      let bytes = try file.bytes(at: segment.p_offset, count: segment.p_filesz)
      // Notes are padded to 4 bytes. Only the segment of the GNU properties is padded to 8.
      let alignment = segment.p_align == 8 ? 8 : 4
      var position = 0
      while bytes.storage.count - position >= MemoryLayout<Elf64_Nhdr>.size {
        let header = try bytes.load(Elf64_Nhdr.self, at: position)
        // All of these are less than 2 to the power of 34: nothing overflows.
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

/// A version of the contract between host and front end.
///
/// A front end can be loaded if its `major` is the host's. A different `minor` does not matter, because
/// structs only grow at the end and either side ignores what it does not know.
package struct ContractVersion: Hashable, Sendable {
  /// Rises with each change that would break a front end.
  package let major: UInt32

  /// Rises with each addition.
  package let minor: UInt32

  package static let host = ContractVersion(major: FORMWORK_ABI_MAJOR, minor: FORMWORK_ABI_MINOR)
}

extension ContractVersion: CustomStringConvertible {
  package var description: String { "\(major).\(minor)" }
}
