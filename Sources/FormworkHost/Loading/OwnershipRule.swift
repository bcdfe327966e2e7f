import Glibc

/// Who may have written what is to be loaded: the person who runs the host, and root.
///
/// An access list that lets others write shows in the group's bits, so that these are enough.
struct OwnershipRule {
  /// What lets others than the owner write.
  private static let others = S_IWGRP | S_IWOTH

  /// The user who is trusted beside root.
  let user: uid_t

  /// Trusts the user who runs the host.
  init(user: uid_t = getuid()) {
    self.user = user
  }

  /// Checks each component of a directory's canonical path.
  ///
  /// Where all are in order, nobody else can put another file in the place of one that was checked:
  /// in a sticky directory of root's, each entry belongs to whom the next check finds.
  func check(directory: String) throws(FrontEndRefusal) {
    var path = ""
    try check(component: "/")
    for component in directory.split(separator: "/") {
      path += "/" + component
      try check(component: path)
    }
  }

  /// Checks a file that has been opened.
  ///
  /// - Parameters:
  ///   - file: What the system told of it.
  ///   - path: Where it lies.
  ///   - program: The program beside which it lies, if it does. It is trusted as that is: one who
  ///     may write to the program needs no front end to have code of theirs run.
  /// - Throws: Who else owns the file, or that others may write to it.
  func check(_ file: stat, at path: String, beside program: String?) throws(FrontEndRefusal) {
    let trusted = program.flatMap(Self.status)
    guard isTrusted(file.st_uid) || file.st_uid == trusted?.st_uid else {
      throw .otherOwner(path, file.st_uid)
    }
    var writers = file.st_mode & Self.others
    if let trusted {
      writers &= ~(trusted.st_mode & S_IWOTH)
      if file.st_gid == trusted.st_gid { writers &= ~(trusted.st_mode & S_IWGRP) }
    }
    guard writers == 0 else { throw .writableByOthers(path) }
  }

  private func check(component path: String) throws(FrontEndRefusal) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw .cannotOpen(errno) }
    // It was a directory when the path was made canonical.
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .changed }
    guard isTrusted(status.st_uid) else { throw .otherOwner(path, status.st_uid) }
    let isSticky = status.st_uid == 0 && status.st_mode & S_ISVTX != 0
    guard isSticky || status.st_mode & Self.others == 0 else {
      throw .writableByOthers(path)
    }
  }

  private func isTrusted(_ owner: uid_t) -> Bool { owner == 0 || owner == user }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
