import Accounts
import Foundation
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite struct TrustTests {
  /// Commands of sh(1) that corrupt and restore a path.
  ///
  /// The path is a suffix of the file's path, or of the directory's if it is a slash.
  private static let cases: [(String, SQLiteStoreError.Fault, corrupt: String, restore: String)] =
    ["", "-wal", "-shm"].flatMap { place in
      ["666", "620", "640"].map {
        (place, SQLiteStoreError.Fault.openToOthers, "chmod \($0) \"$0\"", "chmod 600 \"$0\"")
      } + [
        (
          place, .symbolicLink, "mv \"$0\" \"${0}x\" && ln -s \"${0}x\" \"$0\"",
          "mv \"${0}x\" \"$0\""
        )
      ]
    }
    + ["/", "/.."].flatMap { place in
      ["777", "720"].map {
        (place, .writableDirectory, "chmod \($0) \"$0\"", "chmod 700 \"$0\"")
      }
    }
    // Only root may give a file away.
    + (geteuid() == 0 ? ["", "-wal", "-shm", "/", "/.."] : []).map {
      ($0, .otherOwner(12345), "chown 12345:12345 \"$0\"", "chown 0:0 \"$0\"")
    }

  @Test(arguments: cases.indices) func isRefusedUntilItIsFixed(_ index: Int) async throws {
    let (place, distrust, corrupt, restore) = Self.cases[index]
    let directory = try TemporaryDirectory()
    let inner = directory.path(of: "a/b")
    let path = "\(inner)/accounts.sqlite"
    // Kept open, so that the files beside it stay.
    let first = SQLiteAccountStore(path: path, hashing: QuickHashing())
    _ = try await first.register(.ada, "1")
    let corrupted = ["/": inner, "/..": directory.path(of: "a")][place] ?? path + place
    func run(_ command: String) async throws {
      let outcome = try await onThreadOfItsOwn { try Child.run(["sh", "-c", command, corrupted]) }
      #expect(outcome.status == .exited(0))
    }
    let before = try Data(contentsOf: URL(filePath: path))
    try await run(corrupt)
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    let error = AccountStoreError.file(distrust, corrupted)
    // A store that has opened the file before is as strict.
    for store in [store, first] {
      await #expect(throws: error) { try await store.accounts() }
      await #expect(throws: error) { try await store.register(.grace, "2") }
      await #expect(throws: error) { try await store.changeCount() }
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    try await run(restore)
    #expect(try await store.accounts() == [.ada])
    #expect(try await first.count() == 1)
  }

  @Test func nothingIsMadeWhereOthersMayWrite() async throws {
    let directory = try TemporaryDirectory()
    try #require(chmod(directory.path, 0o777) == 0)
    let store = SQLiteAccountStore(
      path: directory.path(of: "a/b/accounts.sqlite"), hashing: QuickHashing())
    await #expect(
      throws: AccountStoreError.file(.writableDirectory, directory.path)
    ) { try await store.count() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  /// In `/tmp` each file belongs to its owner, and a directory may be reached by a link.
  @Test(.enabled(if: geteuid() == 0, "only root may have such a directory"))
  func aStickyDirectoryOfRootsIsInOrder() async throws {
    let directory = try TemporaryDirectory()
    let sticky = directory.path(of: "sticky")
    try #require(mkdir(sticky, 0o700) == 0 && chmod(sticky, 0o1777) == 0)
    try #require(symlink(sticky, directory.path(of: "link")) == 0)
    let store = SQLiteAccountStore(
      path: directory.path(of: "link/accounts.sqlite"), hashing: QuickHashing())
    #expect(try await store.count() == 0)
  }
}
