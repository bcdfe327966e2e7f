package import Glibc

/// Why a directory is not used: another user could put other files there.
package enum DirectoryDistrust: Error, Equatable {
  /// A directory on the way belongs to a user who is neither root nor the one who runs the program.
  case otherOwner(path: String, uid_t)

  /// Others than the owner may write to a directory on the way.
  case writable(path: String)

  /// The system cannot tell; with its errno.
  case unknown(CInt)

  /// Checks each component of the canonical path of a directory.
  ///
  /// Where all are in order, no other user can put another file in the place of one that was checked.
  /// In a sticky directory of root's, such as `/tmp`, each entry is its owner's. An access list that
  /// lets others write shows in the group's bits, so that these are enough.
  ///
  /// Where `isMade`, a directory that is not there is made, with all that it lies in: for its owner alone,
  /// as the XDG Base Directory Specification asks, and where no other user may write.
  package static func check(_ path: String, isMade: Bool = false) throws(DirectoryDistrust) {
    if isMade { try make(path) }
    guard let canonical = Directory.canonicalPath(of: path) else { throw .unknown(errno) }
    try check(component: "/")
    var directory = ""
    for name in canonical.pathComponents {
      directory += "/" + name
      try check(component: directory)
    }
  }

  private static func make(_ path: String) throws(DirectoryDistrust) {
    if access(path.systemCString, F_OK) == 0 { return }
    guard errno == ENOENT else { throw .unknown(errno) }
    try check(Directory.parent(of: path), isMade: true)
    guard mkdir(path.systemCString, 0o700) == 0 || errno == EEXIST else { throw .unknown(errno) }
  }

  private static func check(component path: String) throws(DirectoryDistrust) {
    var status = stat()
    guard lstat(path.systemCString, &status) == 0 else { throw .unknown(errno) }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw .otherOwner(path: path, status.st_uid)
    }
    guard status.isStickyOfRoot || status.othersWriting == 0 else { throw .writable(path: path) }
  }
}

extension stat {
  /// What lets others than the owner write.
  ///
  /// An access list that does so shows in the group's bits.
  package var othersWriting: mode_t { st_mode & (S_IWGRP | S_IWOTH) }

  /// Whether it is a directory of root's, such as `/tmp`, in which each entry is its owner's.
  package var isStickyOfRoot: Bool { st_uid == 0 && st_mode & S_ISVTX != 0 }
}
