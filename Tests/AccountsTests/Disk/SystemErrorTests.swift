import GRDB
import Glibc
import Testing

@testable import AccountsSQLite

@Suite struct SystemErrorTests {
  @Test(
    arguments: [
      (.SQLITE_READONLY, EROFS, .readOnlyFileSystem(path: "/a")),
      (.SQLITE_READONLY, EACCES, .readOnly(path: "/a")),
      (.SQLITE_READONLY, 0, .readOnly(path: "/a")),
      (.SQLITE_CANTOPEN, EROFS, .readOnlyFileSystem(path: "/a")),
      (.SQLITE_CANTOPEN, EACCES, .readOnly(path: "/a")),
      (.SQLITE_CANTOPEN, EMFILE, .unreadable(path: "/a", errno: EMFILE)),
      (.SQLITE_CANTOPEN, 0, .other(path: "/a", code: 14)),
      (.SQLITE_FULL, 0, .diskFull(path: "/a")),
      (.SQLITE_IOERR_WRITE, ENOSPC, .diskFull(path: "/a")),
      (.SQLITE_IOERR_WRITE, EDQUOT, .quotaExceeded(path: "/a")),
      (.SQLITE_IOERR_WRITE, EFBIG, .sizeLimitExceeded(path: "/a")),
      (.SQLITE_IOERR_FSYNC, EIO, .diskFault(path: "/a")),
      (.SQLITE_IOERR_READ, 0, .other(path: "/a", code: 266)),
      (.SQLITE_IOERR_SHMSIZE, 0, .diskFull(path: "/a")),
      (.SQLITE_BUSY, 0, .locked(path: "/a")),
    ] as [(ResultCode, Int32, SQLiteStoreError)])
  func failure(_ code: ResultCode, _ errno: Int32, _ error: SQLiteStoreError) {
    let failure = FileFailure(error: DatabaseError(resultCode: code), errno: errno)
    #expect(SQLiteStoreError(failure, path: "/a") == error)
  }
}
