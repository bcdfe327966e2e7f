import Accounts
import Glibc
import Testing

/// What the person is told: one line, with the file and the mend.
@Suite struct AccountStoreErrorTests {
  @Test(
    arguments: [
      (
        AccountStoreError.missing(path: "/a"),
        "no accounts file at /a: name another, or make it by 'register'"
      ),
      (
        .notAFile(path: "/a"),
        "/a is a directory or a device: name a file for the accounts"
      ),
      (
        .unreadable(path: "/a", errno: EACCES),
        "/a cannot be opened: Permission denied; name another file, or mend its permissions"
      ),
      (.readOnly(path: "/a"), "/a cannot be written: make the file and its directory writable"),
      (
        .notADatabase(path: "/a"),
        "/a holds something other than accounts: name another file, or move this one away"
      ),
      (.damaged(path: "/a"), "/a is damaged: restore it from a copy, or move it away"),
      (.locked(path: "/a"), "/a is in use by another program: try again when that is done"),
      (
        .diskFull(path: "/a"), "/a cannot grow, for the disk is full: make room and try again"
      ),
      (
        .newerVersion(path: "/a"),
        "/a was written by a newer version of this program: use that version"
      ),
      (.cancelled, "the accounts were not waited for: ask again whether it was done"),
      (
        .hashingFailed,
        "the password could not be hashed for lack of memory: close other programs and try again"
      ),
      (
        .invalidSubmission,
        "a submission's identifier has 1 to 128 bytes: choose another"
      ),
      (
        .other(path: "/a", code: 10),
        "/a cannot be used: SQLite reports 10 (disk I/O error); try again, or look after the disk"
      ),
    ])
  func description(of error: AccountStoreError, is line: String) {
    #expect("\(error)" == line)
  }
}
