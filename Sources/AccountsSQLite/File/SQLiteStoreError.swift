import Accounts
import GRDB
package import FormworkCore
import FormworkSystem
package import Glibc

/// The reason if a store in a file cannot answer.
package enum SQLiteStoreError: StoreReason {
  /// The file is missing, and is not created.
  case missing(path: String)
  /// The path leads to a directory, a device or the like.
  case notAFile(path: String)
  /// Others may have written the file, or the directory with this path.
  case untrusted(path: String, Distrust)
  /// The file cannot be found, made or read; with the system's errno.
  case unreadable(path: String, errno: Int32)
  /// The file, or the directory that it lies in, cannot be written.
  case readOnly(path: String)
  /// The path is not UTF-8, which this SQLite needs.
  case notUTF8(path: String)
  /// The file is no SQLite database, or another program's.
  case notADatabase(path: String)
  /// The file is damaged.
  case damaged(path: String)
  /// The file was in use for longer than the store waits.
  case locked(path: String)
  case readOnlyFileSystem(path: String)
  case diskFull(path: String)
  /// The disk quota of the user is exceeded.
  case quotaExceeded(path: String)
  /// The file would exceed the limit of this process.
  case sizeLimitExceeded(path: String)
  case diskFault(path: String)
  /// A newer version of this program has changed the file's layout.
  case newerVersion(path: String)
  /// The system cannot watch the file; with its errno.
  case unwatchable(path: String, errno: Int32)
  /// The memory for a password's hash is missing.
  case hashingFailed
  /// SQLite failed for another reason; with its extended result code.
  case other(path: String, code: Int32)
}

/// The reason if a file or its directory is not trusted.
package enum Distrust: Equatable, Sendable {
  case symbolicLink
  /// The file belongs to this user, who is neither root nor the one who runs the program.
  case otherOwner(uid_t)
  /// Others than the owner may read the file, or write to it.
  case openToOthers
  /// Others than the owner may write to the directory.
  case writableDirectory
}

extension SQLiteStoreError {
  package var message: Message {
    switch self {
    case .missing(let path): Self.message("store.missing", path)
    case .notAFile(let path): Self.message("store.notAFile", path)
    case .untrusted(let path, .symbolicLink): Self.message("store.symbolicLink", path)
    case .untrusted(let path, .otherOwner(let owner)):
      Self.message("store.otherOwner", path, ["owner": .number(Int(owner))])
    case .untrusted(let path, .openToOthers): Self.message("store.openToOthers", path)
    case .untrusted(let path, .writableDirectory): Self.message("store.writableDirectory", path)
    case .unreadable(let path, let errno):
      Self.message(
        "store.unreadable", path, ["reason": .verbatim("\(SystemError(code: errno))")])
    case .readOnly(let path): Self.message("store.readOnly", path)
    case .notUTF8(let path): Self.message("store.notUTF8", path)
    case .notADatabase(let path): Self.message("store.notADatabase", path)
    case .damaged(let path): Self.message("store.damaged", path)
    case .locked(let path): Self.message("store.locked", path)
    case .readOnlyFileSystem(let path): Self.message("store.readOnlyFileSystem", path)
    case .diskFull(let path): Self.message("store.diskFull", path)
    case .quotaExceeded(let path): Self.message("store.quotaExceeded", path)
    case .sizeLimitExceeded(let path): Self.message("store.sizeLimitExceeded", path)
    case .diskFault(let path): Self.message("store.diskFault", path)
    case .newerVersion(let path): Self.message("store.newerVersion", path)
    case .unwatchable(let path, let errno):
      Self.message(
        "store.unwatchable", path, ["reason": .verbatim("\(SystemError(code: errno))")])
    case .hashingFailed: "store.hashingFailed"
    case .other(let path, let code):
      Self.message("store.other", path, ["reason": .verbatim("\(ResultCode(rawValue: code))")])
    }
  }

  private static func message(
    _ key: String, _ path: String, _ arguments: [String: Message] = [:]
  ) -> Message {
    Message(key, arguments.merging(["path": .path(path)]) { argument, _ in argument })
  }
}
