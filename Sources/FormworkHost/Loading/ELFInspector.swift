import CFormwork
import Glibc

/// Judges the file of a front end by what is written in it, without running any of its code.
enum ELFInspector {
  /// The version of the contract that a loadable front end was made for, and what it needs.
  ///
  /// - Throws: The first rule that the file breaks.
  static func inspect(
    _ file: InspectedFile
  ) throws(FrontEndRefusal) -> (version: ContractVersion, needs: LibraryNeeds) {
    let image = try ELFImage(file)
    let version = try image.contractVersion()
    guard version.major == ContractVersion.host.major else { throw .otherContract(version) }

    // A library that does not say gets an executable stack from the loader.
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
