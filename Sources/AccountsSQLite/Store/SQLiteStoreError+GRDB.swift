import FormworkSystem
import GRDB
import Glibc

/// A failure of SQLite with the error of the system.
struct FileFailure: Error {
  let error: DatabaseError
  let errno: Int32
}

extension SQLiteStoreError {
  /// Creates the error of the store for one of GRDB.
  init(_ error: any Error, path: String) {
    switch error {
    case is SchemaSuperseded: self.init(.newerVersion, path: path)
    case is RowDecodingError: self.init(.damaged, path: path)
    case let failure as FileFailure:
      self.init(failure.error, path: path, errno: failure.errno)
    case let error as DatabaseError: self.init(error, path: path, errno: 0)
    default: self.init(.other(code: ResultCode.SQLITE_INTERNAL.rawValue), path: path)
    }
  }

  /// Creates the error of the store for one of the system.
  init(errno: Int32, path: String) {
    switch errno {
    case EROFS: self.init(.readOnlyFileSystem, path: path)
    case ENOSPC: self.init(.diskFull, path: path)
    case EDQUOT: self.init(.quotaExceeded, path: path)
    case EFBIG: self.init(.sizeLimitExceeded, path: path)
    case EIO: self.init(.diskFault, path: path)
    default: self.init(.unreadable(errno: errno), path: path)
    }
  }

  private init(_ error: DatabaseError, path: String, errno: Int32) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.locked, path: path)
    // The error of a write is lost when the transaction is rolled back.
    case .SQLITE_IOERR where errno == 0 && error.isWriting && FileSizeLimit.isSet:
      self.init(.sizeLimitExceeded, path: path)
    // SQLite could not enlarge its shared memory, and does not report the reason.
    case .SQLITE_IOERR where errno == 0 && error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self.init(.diskFull, path: path)
    case .SQLITE_FULL: self.init(.diskFull, path: path)
    case .SQLITE_NOTADB: self.init(.notADatabase, path: path)
    case .SQLITE_READONLY where errno == EROFS: self.init(.readOnlyFileSystem, path: path)
    case .SQLITE_CANTOPEN where errno == EACCES: self.init(.readOnly, path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: self.init(.readOnly, path: path)
    case .SQLITE_CANTOPEN where errno != 0, .SQLITE_IOERR where errno != 0:
      self.init(errno: errno, path: path)
    case .SQLITE_CORRUPT: self.init(.damaged, path: path)
    // The statements are constant: if one is invalid, the tables are damaged.
    case .SQLITE_ERROR where error.sql != nil: self.init(.damaged, path: path)
    default: self.init(.other(code: error.extendedResultCode.rawValue), path: path)
    }
  }
}

extension DatabaseError {
  /// Whether a file could not be written, or made larger.
  fileprivate var isWriting: Bool {
    [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode)
  }
}
