import Accounts
import GRDB
package import Glibc

/// Why a store in a file cannot answer.
package enum SQLiteStoreError: StoreReason {
  /// There is no file, and none was to be made.
  case missing(path: String)
  /// The path leads to a directory, a device or the like.
  case notAFile(path: String)
  /// Others may have written the file, or what it lies in: the path is that of what is at fault.
  case untrusted(path: String, Distrust)
  /// The file cannot be found, made or read; with the system's errno.
  case unreadable(path: String, errno: Int32)
  /// The file, or the directory that it lies in, cannot be written.
  case readOnly(path: String)
  /// The file is no SQLite database, or another program's.
  case notADatabase(path: String)
  /// The file lacks what this program once put there.
  case damaged(path: String)
  /// Another program has not let go of the file within the time that the store waits.
  case locked(path: String)
  /// The file is on a file system that is mounted read-only.
  case readOnlyFileSystem(path: String)
  /// There is no room for what was to be stored.
  case diskFull(path: String)
  /// The user may store no more on that disk.
  case quotaExceeded(path: String)
  /// The disk has failed to read or to write.
  case diskFault(path: String)
  /// A newer version of this program has changed the file's layout.
  case newerVersion(path: String)
  /// There was no memory for the password's hash.
  case hashingFailed
  /// SQLite failed for another reason; with its extended result code.
  case other(path: String, code: Int32)
}

/// Why a file, or a directory that it lies in, is not used.
package enum Distrust: Equatable, Sendable {
  /// The file is a link.
  case symbolicLink
  /// It belongs to this user, who is neither root nor the one who runs the program.
  case otherOwner(uid_t)
  /// Others than the owner may read the file, or write to it.
  case openToOthers
  /// Others than the owner may write to the directory.
  case writableDirectory
}

extension SQLiteStoreError {
  package var description: String {
    switch self {
    case .missing(let path):
      "no accounts file at \(path): name another, or make it by 'register'"
    case .notAFile(let path):
      "\(path) is a directory or a device: name a file for the accounts"
    case .untrusted(let path, .symbolicLink):
      "\(path) is a symbolic link: name a file that is none"
    case .untrusted(let path, .otherOwner(let owner)):
      "\(path) belongs to another user (\(owner)): name a file of yours, in a directory of yours"
    case .untrusted(let path, .openToOthers):
      "others may read \(path) or write to it: take that from them with chmod 600"
    case .untrusted(let path, .writableDirectory):
      "others may write to \(path): take that from them with chmod go-w, or name a file elsewhere"
    case .unreadable(let path, let errno):
      "\(path) cannot be opened: \(String(cString: strerror(errno))); name another file, or mend"
        + " its permissions"
    case .readOnly(let path):
      "\(path) cannot be written: make the file and its directory writable"
    case .notADatabase(let path):
      "\(path) holds something other than accounts: name another file, or move this one away"
    case .damaged(let path):
      "\(path) is damaged: restore it from a copy, or move it away"
    case .locked(let path):
      "\(path) is in use by another program: try again when that is done"
    case .readOnlyFileSystem(let path):
      "\(path) is on a file system that is mounted read-only: name a file elsewhere, or mount it for"
        + " writing"
    case .diskFull(let path):
      "\(path) cannot grow, for the disk is full: make room and try again"
    case .quotaExceeded(let path):
      "\(path) cannot grow, for your disk quota is used up: make room and try again"
    case .diskFault(let path):
      "\(path): the disk reports an input/output error: look after the disk, and restore the file"
        + " from a copy if it is damaged"
    case .newerVersion(let path):
      "\(path) was written by a newer version of this program: use that version"
    case .hashingFailed:
      "the password could not be hashed for lack of memory: close other programs and try again"
    case .other(let path, let code):
      "\(path) cannot be used: SQLite reports \(ResultCode(rawValue: code)); try again, or name"
        + " another file"
    }
  }
}
