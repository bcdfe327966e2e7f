import FormworkSystem
import Glibc

/// The rule that only files of the current user and of root are loaded.
struct OwnershipRule {
  /// The user who is trusted beside root.
  var user = getuid()

  /// The program beside which a front end lies, if any, and the directory of both.
  ///
  /// What lies there is trusted as much as the program: a user who may write to the program needs no front
  /// end to run code.
  var program: stat?
  var programDirectory: String?

  /// Returns the rule for a front end that lies beside a program.
  func beside(_ program: String?) -> OwnershipRule {
    OwnershipRule(
      user: user, program: program.flatMap { stat(at: $0) },
      programDirectory: program.map { FrontEndPlace.split($0).directory })
  }

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
  func check(_ status: stat, at path: String) throws(FrontEndLoadError) {
    guard isTrusted(status.st_uid) else { throw .otherOwner(path, status.st_uid) }
    guard status.isDirectory && status.isStickyOfRoot || writers(of: status) == 0 else {
      throw .writableByOthers(path)
    }
  }

  /// Returns the groups of users that may write, except those that may write to the program too.
  func writers(of status: stat) -> mode_t {
    guard let program else { return status.othersWriting }
    var writers = status.othersWriting & ~(program.st_mode & S_IWOTH)
    if status.st_gid == program.st_gid { writers &= ~(program.st_mode & S_IWGRP) }
    return writers
  }

  func isTrusted(_ owner: uid_t) -> Bool {
    owner == 0 || owner == user || owner == program?.st_uid
  }
}
