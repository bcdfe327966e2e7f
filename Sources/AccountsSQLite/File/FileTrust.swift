import FormworkSystem
import Glibc

/// The checks that only the user and root can have written a store's file.
///
/// Anyone who can write there can add accounts, or change the other files of SQLite.
struct FileTrust {
  /// The endings of SQLite's other files.
  private static let companions = ["-wal", "-shm", "-journal"]

  let path: String
  private let user = geteuid()

  /// Checks the file, SQLite's other files, and their directories.
  func check() throws(SQLiteStoreError) {
    try checkDirectories()
    _ = try checkFiles()
  }

  /// Checks the directories of the canonical path, and creates missing ones if `areMade`.
  func checkDirectories(areMade: Bool = false) throws(SQLiteStoreError) {
    do {
      try DirectoryDistrust.check(Directory.parent(of: path), isMade: areMade)
    } catch {
      switch error {
      case .otherOwner(let path, let owner): throw SQLiteStoreError(.otherOwner(owner), path: path)
      case .writable(let path): throw SQLiteStoreError(.writableDirectory, path: path)
      case .unknown(let errno): throw SQLiteStoreError(errno: errno, path: path)
      }
    }
  }

  /// Checks the file and SQLite's other files, and returns the number of bytes of the file.
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
    guard status.st_mode & S_IFMT != S_IFLNK else {
      throw SQLiteStoreError(.symbolicLink, path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SQLiteStoreError(.notAFile, path: path) }
    guard status.st_uid == 0 || status.st_uid == user else {
      throw SQLiteStoreError(.otherOwner(status.st_uid), path: path)
    }
    guard !status.isOpenToOthers else { throw SQLiteStoreError(.openToOthers, path: path) }
  }
}
