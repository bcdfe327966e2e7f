import GRDB

extension AccountStoreError {
  /// What an error of GRDB's means for the file at `path`.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as AccountStoreError: self = error
    // A statement that was interrupted, or a lock that was not waited for.
    case _ where Task.isCancelled: self = .cancelled
    case is CancellationError: self = .cancelled
    case is SchemaSuperseded: self = .newerVersion(path: path)
    case is RowDecodingError: self = .damaged(path: path)
    case let error as DatabaseError: self.init(error, path: path)
    default: self = .other(path: path, code: ResultCode.SQLITE_INTERNAL.rawValue)
    }
  }

  private init(_ error: DatabaseError, path: String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
    case .SQLITE_FULL: self = .diskFull(path: path)
    case .SQLITE_NOTADB: self = .notADatabase(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
    case .SQLITE_CORRUPT: self = .damaged(path: path)
    // The statements are constant: where one makes no sense, the tables are not what they were.
    case .SQLITE_ERROR where error.sql != nil: self = .damaged(path: path)
    default: self = .other(path: path, code: error.extendedResultCode.rawValue)
    }
  }
}
