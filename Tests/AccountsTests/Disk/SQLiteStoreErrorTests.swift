import FormworkCore
import GRDB
import Glibc
import Testing

@testable import AccountsSQLite

@Suite struct SQLiteStoreErrorTests {
  private static let lines: [(SQLiteStoreError.Fault, String)] = [
    (.missing, "no accounts file at /a: name another, or create it with 'register'"),
    (.notAFile, "/a is a directory or a device: name a file for the accounts"),
    (
      .unreadable(errno: EACCES),
      "/a cannot be opened: Permission denied; name another file, or fix its permissions"
    ),
    (
      .unwatchable(errno: ENOSPC),
      "changes of /a cannot be watched: No space left on device; end programs that watch "
        + "files, or load it again now and then"
    ),
    (.readOnly, "/a cannot be written: make the file and its directory writable"),
    (
      .notUTF8,
      "/a is not UTF-8, which this SQLite needs: name another file"
    ),
    (
      .notADatabase,
      "/a holds something other than accounts: name another file, or move this one away"
    ),
    (.damaged, "/a is damaged: restore it from a copy, or move it away"),
    (.locked, "/a is in use by another program: try again when that has ended"),
    (.diskFull, "/a cannot grow, because the disk is full: make room and try again"),
    (
      .newerVersion,
      "/a was written by a newer version of this program: use that version"
    ),
    (
      .readOnlyFileSystem,
      "/a is on a file system that is mounted read-only: name a file elsewhere, or mount it "
        + "for writing"
    ),
    (
      .quotaExceeded,
      "/a cannot grow, because your disk quota is used up: make room and try again"
    ),
    (
      .diskFault,
      "/a: the disk reports an input/output error: check the disk, and restore the file "
        + "from a copy if it is damaged"
    ),
    (.symbolicLink, "/a is a symbolic link: name the file itself"),
    (
      .otherOwner(7),
      "/a belongs to another user (7): name a file of yours, in a directory of yours"
    ),
    (
      .openToOthers,
      "others may read /a or write to it: run chmod 600 on it"
    ),
    (
      .writableDirectory,
      "others can write to /a: run chmod go-w on it, or name a file elsewhere"
    ),
    (
      .other(code: 10),
      "/a cannot be used: SQLite reports 10 (disk I/O error); try again, or name another file"
    ),
  ]

  @Test(arguments: lines) func description(of fault: SQLiteStoreError.Fault, is line: String) {
    let error = SQLiteStoreError(fault, path: "/a")
    #expect(Catalogue.sqliteStore.text(for: error.message) == line)
  }

  @Test(
    arguments: [
      (.SQLITE_READONLY, EROFS, .readOnlyFileSystem),
      (.SQLITE_READONLY, EACCES, .readOnly),
      (.SQLITE_READONLY, 0, .readOnly),
      (.SQLITE_CANTOPEN, EROFS, .readOnlyFileSystem),
      (.SQLITE_CANTOPEN, EACCES, .readOnly),
      (.SQLITE_CANTOPEN, EMFILE, .unreadable(errno: EMFILE)),
      (.SQLITE_CANTOPEN, 0, .other(code: 14)),
      (.SQLITE_FULL, 0, .diskFull),
      (.SQLITE_IOERR_WRITE, ENOSPC, .diskFull),
      (.SQLITE_IOERR_WRITE, EDQUOT, .quotaExceeded),
      (.SQLITE_IOERR_WRITE, EFBIG, .sizeLimitExceeded),
      (.SQLITE_IOERR_FSYNC, EIO, .diskFault),
      (.SQLITE_IOERR_READ, 0, .other(code: 266)),
      (.SQLITE_IOERR_SHMSIZE, 0, .diskFull),
      (.SQLITE_BUSY, 0, .locked),
    ] as [(ResultCode, Int32, SQLiteStoreError.Fault)])
  func failure(_ code: ResultCode, _ errno: Int32, _ fault: SQLiteStoreError.Fault) {
    let failure = FileFailure(error: DatabaseError(resultCode: code), errno: errno)
    #expect(SQLiteStoreError(failure, path: "/a").fault == fault)
  }
}
