package import FormworkSystem
package import Glibc

/// The file of a front end that was inspected and fulfils all rules.
package struct FrontEndFile: Hashable, Sendable {
  /// The path of an entry, which is not a link, in a canonical directory.
  package let path: String

  /// The requested name; `nil` if the path was requested, which may have any name.
  package let name: FrontEndName?
  package let version: ContractVersion

  /// Whether the file is beside the program, and trusted as much as the program.
  package let isOwn: Bool

  /// The identity and state of the inspected file, to detect replacement or changes.
  package let state: FileState

  /// The directory of the file, which stays open, because its path may lead elsewhere later.
  package let folder: InspectedFolder

  package var entry: String { FrontEndPlace.split(path).entry }

  /// The path for loading: through the open directory, if the system has `/proc`.
  package var loadPath: String {
    access(folder.path(of: ".").systemCString, F_OK) == 0 ? folder.path(of: entry) : path
  }

  /// Returns the arguments for a runner: the file, its state, and the process of the host.
  package func arguments(forRunner runner: String) -> [String] {
    let change = "\(state.changeSeconds):\(state.changeNanoseconds)"
    return [runner, path, "\(state.file.device):\(state.file.inode):\(change)", "\(getpid())"]
  }

  package var isUnchanged: Bool { FileState(ofEntryAt: loadPath) == state }
}

extension FrontEndFile {
  /// Opens a file and applies all rules that can be applied without running its code.
  init(
    inspecting place: FrontEndPlace, named name: FrontEndName?,
    by rule: OwnershipRule = OwnershipRule()
  ) throws(FrontEndLoadError) {
    let rule = rule.beside(place.program)
    // The directory of the program is trusted as much as the program.
    let folder =
      place.program == nil
      ? try rule.open(directory: place.directory) : try InspectedFolder(place.directory)
    let file = try InspectedFile(path: place.entry, in: folder)
    try rule.check(file.status, at: place.path)
    let inspection = try ELFInspector.inspect(file)
    var search = LibrarySearch(by: rule)
    try search.check(inspection.needs, of: place.path)
    self.init(
      path: place.path, name: name, version: inspection.version, isOwn: place.program != nil,
      state: FileState(file.status), folder: folder)
  }
}

/// The identity and last change of a file; a program that writes to it cannot reset that time.
package struct FileState: Hashable, Sendable {
  package let file: FileIdentity
  package let changeSeconds: Int64
  package let changeNanoseconds: Int64

  package init(_ status: stat) {
    file = FileIdentity(status)
    changeSeconds = Int64(status.st_ctim.tv_sec)
    changeNanoseconds = Int64(status.st_ctim.tv_nsec)
  }

  /// Creates the state of a directory entry, without following links; `nil` if there is none.
  package init?(ofEntryAt path: String) {
    guard let status = stat(ofEntryAt: path) else { return nil }
    self.init(status)
  }
}
