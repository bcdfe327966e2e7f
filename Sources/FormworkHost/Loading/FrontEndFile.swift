import Glibc

/// A place where there is, or is said to be, the file of a front end.
package struct FrontEndFile: Hashable, Sendable {
  /// The path: a canonical directory, and the name of an entry that may be a link.
  package let path: String

  /// The path's directory.
  let directory: String

  /// The program beside which the file lies, where it is trusted for that.
  let program: String?

  /// Names an entry of a directory whose path is canonical.
  init(_ entry: String, in directory: String, beside program: String? = nil) {
    path = directory == "/" ? "/\(entry)" : "\(directory)/\(entry)"
    self.directory = directory
    self.program = program
  }

  /// Names the file that a person gave the path of.
  init(explicit path: String) throws(FrontEndRefusal) {
    let (directory, entry) = Self.split(path)
    guard !["", ".", ".."].contains(entry) else {
      throw path.isEmpty ? .cannotOpen(ENOENT) : .notRegularFile
    }
    guard let canonical = canonicalPath(of: directory) else { throw .cannotOpen(errno) }
    self.init(entry, in: canonical)
  }

  /// A path's directory and what follows it.
  static func split(_ path: String) -> (directory: String, entry: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let directory = path[..<slash]
    return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
  }

  /// Opens the file and applies every rule that can be applied without running any code of it.
  ///
  /// - Parameter rule: Whose files are taken.
  /// - Returns: The open file, and the version of the contract that it was made for.
  /// - Throws: The first rule that the place or the file breaks.
  func inspected(
    by rule: OwnershipRule = OwnershipRule()
  ) throws(FrontEndRefusal) -> (file: InspectedFile, version: ContractVersion) {
    // The program's own directory is trusted as the program is.
    if program == nil { try rule.check(directory: directory) }
    let file = try InspectedFile(path: path)
    try rule.check(file, at: path, beside: program)
    return (file, try ELFInspector.inspect(file))
  }
}

/// The path without links, `.` and `..`; `nil`, and `errno`, where nothing is there.
func canonicalPath(of path: String) -> String? {
  guard let canonical = realpath(path, nil) else { return nil }
  defer { free(canonical) }
  return String(cString: canonical)
}
