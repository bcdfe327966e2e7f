import Accounts
import FormworkCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite struct FileTests {
  @Test func nothingIsMadeBeforeTheFirstQuestion() async throws {
    let disk = try DiskStore()
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.directory.path) == [])
    _ = try await disk.store.count()
    #expect(FileManager.default.fileExists(atPath: disk.path))
  }

  /// In a separate process, since all threads share one umask.
  @Test(arguments: [0, 0o022, 0o077, 0o400])
  func fileIsItsOwnersAlone(_ mask: mode_t) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    await #expect(processExitsWith: .success) { [path = path as String, mask] in
      umask(mask)
      let store = SQLiteAccountStore(path: "\(path)/a/b/accounts", hashing: QuickHashing())
      _ = try await store.register(.ada, "1")
      let names = ["a", "a/b", "a/b/accounts", "a/b/accounts-wal", "a/b/accounts-shm"]
      let modes = try names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return attributes[.posixPermissions] as? Int
      }
      let directoryMode = 0o700 & ~Int(mask)
      #expect(modes == [directoryMode, directoryMode, 0o600, 0o600, 0o600])
    }
    withExtendedLifetime(directory) {}
  }

  @Test func successOutlivesAPowerCut() async throws {
    let disk = try DiskStore()
    let modes = try await disk.connection().writeWithoutTransaction { db in
      [
        try String.fetchOne(db, sql: "PRAGMA journal_mode"),
        try String.fetchOne(db, sql: "PRAGMA synchronous"),
      ]
    }
    let full = "2"
    #expect(modes == ["wal", full])
  }

  /// The program validates before it writes, and the file itself refuses other writers' rows.
  @Test(arguments: ["'eve', '', '', '', '', '1', NULL", "'aDA', '', '', '', '', '2', NULL"])
  func indexesAreUnique(_ values: String) async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    let error = await #expect(throws: DatabaseError.self) {
      try await disk.edit(
        """
        INSERT INTO account (username, given_name, family_name, email, password_hash, submission,
          terms_version) VALUES (\(values))
        """)
    }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    #expect(try await disk.store.accounts() == [.ada])
  }

  /// SQLite reserves some names for databases in memory.
  @Test(arguments: [":memory:", "file:a?mode=memory", "a b;c'd\"e.sqlite", "ü"])
  func anyNameIsAFile(_ name: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    await #expect(processExitsWith: .success) { [path = path as String, name] in
      #expect(FileManager.default.changeCurrentDirectoryPath(path))
      let store = SQLiteAccountStore(path: name, hashing: QuickHashing())
      _ = try await store.register(.ada, "1")
      #expect(FileManager.default.fileExists(atPath: "\(path)/\(name)"))
    }
    withExtendedLifetime(directory) {}
  }

  /// A file that replaces the open one, such as a restored copy.
  @Test func replacedFileIsReadAndWrittenInItsPlace() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    let other = SQLiteAccountStore(
      path: disk.directory.path(of: "other.sqlite"), hashing: QuickHashing())
    try await other.setPolicy(.allowing(true, reserving: ["x"]))
    _ = try await other.register(Account("bob"), "1")
    try other.file.connection().close()
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: disk.path + suffix)
    }
    try #require(rename(disk.directory.path(of: "other.sqlite"), disk.path) == 0)
    #expect(try await disk.store.accounts() == [Account("bob")])
    #expect(try await disk.store.policy() == .allowing(true, reserving: ["x"]))
    #expect(try await disk.store.register(.grace, "2") == .registered(.grace))
    #expect(try await disk.otherStore().accounts() == [Account("bob"), .grace])
  }

  /// A registered account must not vanish with a file that was moved away.
  @Test func movedFileIsWrittenNoLonger() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.moveItem(
        atPath: disk.path + suffix, toPath: "\(disk.path).old\(suffix)")
    }
    #expect(try await disk.store.register(.grace, "2") == .registered(.grace))
    #expect(try await disk.otherStore().accounts() == [.grace])
    #expect(try await SQLiteAccountStore(path: "\(disk.path).old").accounts() == [.ada])
  }
}
