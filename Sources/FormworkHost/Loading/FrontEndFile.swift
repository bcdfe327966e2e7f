import FormworkSystem
import Glibc

/// The file of a front end that has been inspected and keeps every rule; no code of it has run.
///
/// It says nothing of the front end itself: that is in its table, which only its code can give.
package struct FrontEndFile: Hashable, Sendable {
  /// The path: a canonical directory, and an entry of it that is no link.
  package let path: String

  /// The name by which it was asked for; `nil` where its path was given, which may end in any name.
  package let name: FrontEndName?

  /// The version of the contract that it was made for, as its note says.
  package let version: ContractVersion

  /// Whether it lies beside the program, and is trusted as that is.
  package let isOwn: Bool

  /// What tells the inspected file from every other, and from itself once it is written to.
  package let state: FileState

  /// The directory that it was found in, which stays open: its path may lead elsewhere by now.
  package let folder: InspectedFolder

  /// The name that it has there.
  package var entry: String { FrontEndPlace.split(path).entry }

  /// The path by which it is loaded: through the open directory, where the system has `/proc`.
  package var loadPath: String {
    access(folder.path(of: ".").systemCString, F_OK) == 0 ? folder.path(of: entry) : path
  }

  /// What a runner is told at its start: the file, what it has to be like, and the process of the host.
  package func arguments(forRunner runner: String) -> [String] {
    let change = "\(state.changeSeconds):\(state.changeNanoseconds)"
    return [runner, path, "\(state.file.device):\(state.file.inode):\(change)", "\(getpid())"]
  }

  /// Whether the very file that was inspected still is there.
  package var isUnchanged: Bool { FileState(ofEntryAt: loadPath) == state }
}

extension FrontEndFile {
  /// Opens a file and applies every rule that can be applied without running any code of it.
  ///
  /// - Parameters:
  ///   - place: Where the file is.
  ///   - name: The name by which it was asked for.
  ///   - rule: Whose files are taken.
  /// - Throws: The first rule that the place or the file breaks.
  init(
    inspecting place: FrontEndPlace, named name: FrontEndName?,
    by rule: OwnershipRule = OwnershipRule()
  ) throws(FrontEndRefusal) {
    // The program's own directory is trusted as the program is.
    let folder =
      place.program == nil
      ? try rule.open(directory: place.directory) : try InspectedFolder(place.directory)
    let file = try InspectedFile(path: place.entry, in: folder)
    try rule.check(file.status, at: place.path, beside: place.program)
    let inspection = try ELFInspector.inspect(file)
    var search = LibrarySearch(by: rule, beside: place.program)
    try search.check(inspection.needs, of: place.path)
    self.init(
      path: place.path, name: name, version: inspection.version, isOwn: place.program != nil,
      state: FileState(file.status), folder: folder)
  }
}
