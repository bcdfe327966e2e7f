import Glibc

/// Who may have written a store's file: the person who runs the program, and root.
///
/// What others can write, they can put other accounts into, or the locks and pages that SQLite keeps
/// beside a file. An access list that lets others write shows in the group's bits, so that these are
/// enough.
struct FileTrust {
  /// The files that SQLite keeps beside one, by what is added to its name.
  private static let companions = ["-wal", "-shm", "-journal"]

  let path: String
  private let user = geteuid()

  /// Checks each component of the canonical path of the file's directory.
  ///
  /// Where all are in order, no other user can put another file in the place of one that was checked.
  /// In a sticky directory of root's, such as `/tmp`, each entry is its owner's.
  func checkDirectories() throws(AccountStoreError) {
    guard let canonical = realpath(AccountFile.parent(of: path), nil) else {
      throw AccountStoreError(errno: errno, path: path)
    }
    defer { free(canonical) }
    try check(directory: "/")
    var directory = ""
    for name in String(cString: canonical).split(separator: "/") {
      directory += "/" + name
      try check(directory: directory)
    }
  }

  private func check(directory: String) throws(AccountStoreError) {
    var status = stat()
    guard lstat(directory, &status) == 0 else { throw AccountStoreError(errno: errno, path: path) }
    try checkOwner(of: status, at: directory)
    let isSticky = status.st_uid == 0 && status.st_mode & S_ISVTX != 0
    guard isSticky || status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw .untrusted(path: directory, .writableDirectory)
    }
  }

  /// Checks the file, which is there, and those beside it.
  ///
  /// - Returns: How many bytes it has.
  func checkFiles() throws(AccountStoreError) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw AccountStoreError(errno: errno, path: path) }
    try check(status, at: path)
    for companion in Self.companions.map({ path + $0 }) {
      var status = stat()
      guard lstat(companion, &status) == 0 else {
        if errno == ENOENT { continue }
        throw AccountStoreError(errno: errno, path: companion)
      }
      try check(status, at: companion)
    }
    return Int(status.st_size)
  }

  private func check(_ status: stat, at path: String) throws(AccountStoreError) {
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .untrusted(path: path, .symbolicLink) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    try checkOwner(of: status, at: path)
    guard status.st_mode & 0o077 == 0 else { throw .untrusted(path: path, .openToOthers) }
  }

  private func checkOwner(of status: stat, at path: String) throws(AccountStoreError) {
    guard status.st_uid == 0 || status.st_uid == user else {
      throw .untrusted(path: path, .otherOwner(status.st_uid))
    }
  }
}
