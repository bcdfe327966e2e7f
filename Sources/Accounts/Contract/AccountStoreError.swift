import GRDB
import Glibc

/// Why a store could not answer.
///
/// The description is one line for the person, and never quotes what is stored.
package enum AccountStoreError: Error, Equatable {
  /// There is no file, and none was to be made.
  case missing(path: String)
  /// The path leads to a directory, a device or the like.
  case notAFile(path: String)
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
  /// There is no room for what was to be stored.
  case diskFull(path: String)
  /// A newer version of this program has changed the file's layout.
  case newerVersion(path: String)
  /// The task was cancelled.
  case cancelled
  /// There was no memory for the password's hash.
  case hashingFailed
  /// A submission's identifier is empty, or too long.
  case invalidSubmission
  /// SQLite failed for another reason; with its extended result code.
  case other(path: String, code: Int32)
}

extension AccountStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let path):
      "no accounts file at \(path): name another, or make it by 'register'"
    case .notAFile(let path):
      "\(path) is a directory or a device: name a file for the accounts"
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
    case .diskFull(let path):
      "\(path) cannot grow, for the disk is full: make room and try again"
    case .newerVersion(let path):
      "\(path) was written by a newer version of this program: use that version"
    case .cancelled:
      "the accounts were not waited for: ask again whether it was done"
    case .hashingFailed:
      "the password could not be hashed for lack of memory: close other programs and try again"
    case .invalidSubmission:
      "a submission's identifier has \(submissionLength.lowerBound) to"
        + " \(submissionLength.upperBound) bytes: choose another"
    case .other(let path, let code):
      "\(path) cannot be used: SQLite reports \(ResultCode(rawValue: code)); try again, or look"
        + " after the disk"
    }
  }
}
