import FormworkCore
import GRDB
import Glibc
import Testing

@testable import AccountsSQLite

@Suite struct SQLiteStoreErrorTests {
  private static let lines: [(SQLiteStoreError, String)] = [
    (.missing(path: "/a"), "no accounts file at /a: name another, or make it by 'register'"),
    (.notAFile(path: "/a"), "/a is a directory or a device: name a file for the accounts"),
    (
      .unreadable(path: "/a", errno: EACCES),
      "/a cannot be opened: Permission denied; name another file, or fix its permissions"
    ),
    (
      .unwatchable(path: "/a", errno: ENOSPC),
      "changes of /a cannot be watched: No space left on device; end programs that watch "
        + "files, or load it again now and then"
    ),
    (.readOnly(path: "/a"), "/a cannot be written: make the file and its directory writable"),
    (
      .notUTF8(path: "/a"),
      "/a is no name in UTF-8, and this SQLite takes no other: name another file"
    ),
    (
      .notADatabase(path: "/a"),
      "/a holds something other than accounts: name another file, or move this one away"
    ),
    (.damaged(path: "/a"), "/a is damaged: restore it from a copy, or move it away"),
    (.locked(path: "/a"), "/a is in use by another program: try again when that is done"),
    (.diskFull(path: "/a"), "/a cannot grow, for the disk is full: make room and try again"),
    (
      .newerVersion(path: "/a"),
      "/a was written by a newer version of this program: use that version"
    ),
    (
      .readOnlyFileSystem(path: "/a"),
      "/a is on a file system that is mounted read-only: name a file elsewhere, or mount it "
        + "for writing"
    ),
    (
      .quotaExceeded(path: "/a"),
      "/a cannot grow, for your disk quota is used up: make room and try again"
    ),
    (
      .diskFault(path: "/a"),
      "/a: the disk reports an input/output error: look after the disk, and restore the file "
        + "from a copy if it is damaged"
    ),
    (.untrusted(path: "/a", .symbolicLink), "/a is a symbolic link: name a file that is none"),
    (
      .untrusted(path: "/a", .otherOwner(7)),
      "/a belongs to another user (7): name a file of yours, in a directory of yours"
    ),
    (
      .untrusted(path: "/a", .openToOthers),
      "others may read /a or write to it: take that from them with chmod 600"
    ),
    (
      .untrusted(path: "/a", .writableDirectory),
      "others can write to /a: run chmod go-w on it, or name a file elsewhere"
    ),
    (
      .hashingFailed,
      "the password could not be hashed for lack of memory: close other programs and try again"
    ),
    (
      .other(path: "/a", code: 10),
      "/a cannot be used: SQLite reports 10 (disk I/O error); try again, or name another file"
    ),
  ]

  @Test(arguments: lines) func description(of error: SQLiteStoreError, is line: String) {
    #expect(Catalogue.sqliteStore.text(for: error.message) == line)
  }

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
