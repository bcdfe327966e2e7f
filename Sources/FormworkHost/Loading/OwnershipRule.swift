import FormworkSystem
import Glibc

/// The rule that only files of the current user and of root are loaded.
struct OwnershipRule {
  /// The user who is trusted beside root.
  var user = getuid()

  /// Opens a directory, and checks each component of its canonical path.
  ///
  /// Each component is opened relative to the previous one. If all are in order, only the user and root can
  /// replace a checked component. In a sticky directory of root, only the owner of an entry can do so, and
  /// the next check covers this owner.
  func open(directory: String) throws(FrontEndLoadError) -> InspectedFolder {
    var folder = try InspectedFolder("/")
    try check(directory: folder.status, at: "/")
    var path = ""
    for component in directory.pathComponents {
      path += "/" + component
      folder = try InspectedFolder(component, in: folder)
      try check(directory: folder.status, at: path)
    }
    return folder
  }

  /// Checks an open file.
  ///
  /// - Parameters:
  ///   - file: The status of the file.
  ///   - path: The path of the file.
  ///   - program: The program in the same directory, if any. The file is trusted as much as the program:
  ///     a user who may write to the program needs no front end to run code.
  /// - Throws: A refusal if another user owns the file, or may write to it.
  func check(_ file: stat, at path: String, beside program: String?) throws(FrontEndLoadError) {
    let trusted = program.flatMap(Self.status)
    guard isTrusted(file.st_uid) || file.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, file.st_uid)
    }
    guard writers(of: file, beside: trusted) == 0 else { throw .writableByOthers(path) }
  }

  func check(
    directory: stat, at path: String, beside program: String? = nil
  ) throws(FrontEndLoadError) {
    let trusted = program.flatMap(Self.status)
    guard isTrusted(directory.st_uid) || directory.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, directory.st_uid)
    }
    guard directory.isStickyOfRoot || writers(of: directory, beside: trusted) == 0 else {
      throw .writableByOthers(path)
    }
  }

  /// Returns the groups of users that may write, except those that may write to the program too.
  func writers(of status: stat, beside program: stat?) -> mode_t {
    guard let program else { return status.othersWriting }
    var writers = status.othersWriting & ~(program.st_mode & S_IWOTH)
    if status.st_gid == program.st_gid { writers &= ~(program.st_mode & S_IWGRP) }
    return writers
  }

  func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == user }

  static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path.systemCString, &status) == 0 ? status : nil
  }
}
