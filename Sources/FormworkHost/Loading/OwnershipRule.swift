import FormworkSystem
import Glibc

/// Only files of the person who runs the host, and of root, are loaded.
struct OwnershipRule {
  /// The user who is trusted beside root.
  var user = getuid()

  /// Opens a directory, and checks each component of its canonical path on the way.
  ///
  /// Each is opened in the one before it: where all are in order, only the user and root can put
  /// another one in the place of one that was checked. In a sticky directory of root's, nothing but the
  /// owner of an entry can do that, and the next check judges that owner.
  func open(directory: String) throws(FrontEndRefusal) -> InspectedFolder {
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

  /// Checks a file that has been opened.
  ///
  /// - Parameters:
  ///   - file: What the system told of it.
  ///   - path: Where it lies.
  ///   - program: The program beside which it lies, if it does. It is trusted as that is: a user
  ///     who may write to the program needs no front end to have code run.
  /// - Throws: That another user owns the file, or that others may write to it.
  func check(_ file: stat, at path: String, beside program: String?) throws(FrontEndRefusal) {
    let trusted = program.flatMap(Self.status)
    guard isTrusted(file.st_uid) || file.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, file.st_uid)
    }
    guard writers(of: file, beside: trusted) == 0 else { throw .writableByOthers(path) }
  }

  /// Checks one component of a path.
  func check(
    directory: stat, at path: String, beside program: String? = nil
  ) throws(FrontEndRefusal) {
    let trusted = program.flatMap(Self.status)
    guard isTrusted(directory.st_uid) || directory.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, directory.st_uid)
    }
    guard directory.isStickyOfRoot || writers(of: directory, beside: trusted) == 0 else {
      throw .writableByOthers(path)
    }
  }

  /// The groups of users that may write there, without those that may write to a program as well.
  func writers(of status: stat, beside program: stat?) -> mode_t {
    guard let program else { return status.othersWriting }
    var writers = status.othersWriting & ~(program.st_mode & S_IWOTH)
    if status.st_gid == program.st_gid { writers &= ~(program.st_mode & S_IWGRP) }
    return writers
  }

  /// Whether an owner is the user or root.
  func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == user }

  /// What the system tells of a program.
  static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path.systemCString, &status) == 0 ? status : nil
  }
}
