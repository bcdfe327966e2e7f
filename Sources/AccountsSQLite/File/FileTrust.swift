import FormworkSystem
import Glibc

/// Who may have written a store's file: the person who runs the program, and root.
///
/// What others can write, they can put other accounts into, or the locks and pages that SQLite keeps
/// beside a file.
struct FileTrust {
  /// The files that SQLite keeps beside one, by what is added to its name.
  private static let companions = ["-wal", "-shm", "-journal"]

  let path: String
  private let user = geteuid()

  /// Checks the file, those beside it, and the directories that they lie in.
  func check() throws(SQLiteStoreError) {
    try checkDirectories()
    _ = try checkFiles()
  }

  /// Checks each component of the canonical path of the file's directory, which is made, if wanted, where
  /// it is not there.
  func checkDirectories(areMade: Bool = false) throws(SQLiteStoreError) {
    do {
      try DirectoryDistrust.check(Directory.parent(of: path), isMade: areMade)
    } catch {
      switch error {
      case .otherOwner(let path, let owner): throw .untrusted(path: path, .otherOwner(owner))
      case .writable(let path): throw .untrusted(path: path, .writableDirectory)
      case .unknown(let errno): throw SQLiteStoreError(errno: errno, path: path)
      }
    }
  }

  /// Checks the file, which is there, and those beside it.
  ///
  /// - Returns: How many bytes it has.
  func checkFiles() throws(SQLiteStoreError) -> Int {
    var status = stat()
    guard lstat(path.systemCString, &status) == 0 else {
      throw SQLiteStoreError(errno: errno, path: path)
    }
    try check(status, at: path)
    for companion in Self.companions.map({ path + $0 }) {
      var status = stat()
      guard lstat(companion.systemCString, &status) == 0 else {
        if errno == ENOENT { continue }
        throw SQLiteStoreError(errno: errno, path: companion)
      }
      try check(status, at: companion)
    }
    return Int(status.st_size)
  }

  private func check(_ status: stat, at path: String) throws(SQLiteStoreError) {
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .untrusted(path: path, .symbolicLink) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    try checkOwner(of: status, at: path)
    guard status.st_mode & 0o077 == 0 else { throw .untrusted(path: path, .openToOthers) }
  }

  private func checkOwner(of status: stat, at path: String) throws(SQLiteStoreError) {
    guard status.st_uid == 0 || status.st_uid == user else {
      throw .untrusted(path: path, .otherOwner(status.st_uid))
    }
  }
}
