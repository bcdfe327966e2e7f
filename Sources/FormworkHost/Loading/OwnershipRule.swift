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
    try check(folder.status, at: "/")
    var path = ""
    for component in directory.pathComponents {
      path += "/" + component
      folder = try InspectedFolder(component, in: folder)
      try check(folder.status, at: path)
    }
    return folder
  }

  /// Checks that no other user owns a file or directory, or may write to it.
  ///
  /// What lies beside a program is trusted as much as the program: a user who may write to the program
  /// needs no front end to run code.
  func check(
    _ status: stat, at path: String, beside program: String? = nil
  ) throws(FrontEndLoadError) {
    let trusted = program.flatMap { stat(at: $0) }
    guard isTrusted(status.st_uid) || status.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, status.st_uid)
    }
    guard
      status.isDirectory && status.isStickyOfRoot || writers(of: status, beside: trusted) == 0
    else { throw .writableByOthers(path) }
  }

  /// Returns the groups of users that may write, except those that may write to the program too.
  func writers(of status: stat, beside program: stat?) -> mode_t {
    guard let program else { return status.othersWriting }
    var writers = status.othersWriting & ~(program.st_mode & S_IWOTH)
    if status.st_gid == program.st_gid { writers &= ~(program.st_mode & S_IWGRP) }
    return writers
  }

  func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == user }
}
