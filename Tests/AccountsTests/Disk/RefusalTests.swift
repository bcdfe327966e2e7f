import Accounts
import FormworkCore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite struct RefusalTests {
  /// Makes all calls, and expects the same error from each.
  private func expect(
    _ fault: SQLiteStoreError.Fault, _ path: String, from store: SQLiteAccountStore
  ) async {
    let error = AccountStoreError.file(fault, path)
    await #expect(throws: error) { try await store.policy() }
    await #expect(throws: error) { try await store.isFree("ada") }
    await #expect(throws: error) { try await store.register(.ada, "1") }
    await #expect(throws: error) { try await store.account(named: "ada") }
    await #expect(throws: error) { try await store.accounts() }
    await #expect(throws: error) { try await store.count() }
    await #expect(throws: error) { try await store.setPolicy(.standard) }
    await #expect(throws: error) { try await store.signIn("ada", password: .empty) }
    await #expect(throws: error) {
      try await store.members(MemberQuery(.newest, range: 0..<1), as: nil)
    }
    await #expect(throws: error) { try await store.changeCount() }
  }

  private func expectSuccess(of store: SQLiteAccountStore) async throws {
    #expect(try await store.register(.ada, "1") == .registered(.ada))
  }

  private static let long = String(repeating: "x", count: 256)

  /// Commands of sh(1) in a folder, the file's path in it, and the fault.
  private static let places: [(String, String, SQLiteStoreError.Fault)] = [
    ("mkdir accounts", "accounts", .notAFile),
    ("ln -s target accounts", "accounts", .symbolicLink),
    ("touch file", "file/accounts", .unreadable(errno: ENOTDIR)),
    (":", long, .unreadable(errno: ENAMETOOLONG)),
  ]

  @Test(arguments: places)
  func place(_ command: String, _ name: String, _ fault: SQLiteStoreError.Fault) async throws {
    let directory = try TemporaryDirectory()
    func run(_ command: String) async throws {
      let outcome = try await onThreadOfItsOwn {
        try Child.run(["sh", "-c", command], directory: directory.path)
      }
      #expect(outcome.status == .exited(0))
    }
    try await run(command)
    let path = directory.path(of: name)
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    await expect(fault, path, from: store)
    if name == Self.long { return }
    // Nothing was made, not even by a link that leads nowhere.
    try await run("[ ! -e target ] && rm -r *")
    try await expectSuccess(of: store)
  }

  /// Data written to a device is lost.
  @Test(arguments: [("/dev/null", "/dev/null"), ("", "./")])
  func noFile(_ path: String, _ shown: String) async throws {
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    await expect(.notAFile, shown, from: store)
  }

  @Test(arguments: [
    "x", "\u{0}", "SQLite format 3\u{0}", String(repeating: "\u{0}", count: 511),
    "These are notes, and no database at all.", String(repeating: "\u{0}", count: 8192),
  ])
  func otherFormat(_ content: String) async throws {
    let disk = try DiskStore()
    try disk.directory.write(content, to: "accounts.sqlite")
    await expect(.notADatabase, disk.path, from: disk.store)
    #expect(try Data(contentsOf: URL(filePath: disk.path)) == Data(content.utf8))
    try FileManager.default.removeItem(atPath: disk.path)
    try await expectSuccess(of: disk.store)
  }

  @Test(arguments: [
    "CREATE TABLE places (url TEXT)", "PRAGMA application_id = 1", "PRAGMA user_version = 1",
  ])
  func databaseOfAnotherProgram(_ sql: String) async throws {
    let disk = try DiskStore()
    try await disk.edit(sql)
    let content = try Data(contentsOf: URL(filePath: disk.path))
    await expect(.notADatabase, disk.path, from: disk.store)
    #expect(try Data(contentsOf: URL(filePath: disk.path)) == content)
  }

  /// Each could run other code than the statement, and is refused before that.
  @Test(arguments: [
    "CREATE TRIGGER t BEFORE INSERT ON account BEGIN SELECT raise(IGNORE); END",
    "ALTER TABLE policy RENAME TO p; CREATE VIEW policy AS SELECT * FROM p",
    "CREATE VIEW other AS WITH RECURSIVE n AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT * FROM n",
    "CREATE VIRTUAL TABLE words USING fts5 (word)",
  ])
  func fileThatRuns(_ sql: String) async throws {
    let disk = try DiskStore()
    _ = try await disk.otherStore().register(.ada, "1")
    try await disk.edit(sql)
    await expect(.notADatabase, disk.path, from: disk.store)
  }

  @Test func newerVersion() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    try await disk.edit("INSERT INTO grdb_migrations VALUES ('future')")
    let later = disk.otherStore()
    await expect(.newerVersion, disk.path, from: later)
    try await disk.edit("DELETE FROM grdb_migrations WHERE identifier = 'future'")
    #expect(try await later.accounts() == [.ada])
  }

  /// A file of the first version has another table of failures.
  @Test func anOlderVersionIsUpdated() async throws {
    let disk = try DiskStore()
    _ = try await disk.store.register(.ada, "1")
    try await disk.edit(
      """
      DELETE FROM grdb_migrations WHERE identifier = '2'; DROP TABLE failed_sign_in;
      CREATE TABLE failed_sign_in (bucket INTEGER PRIMARY KEY CHECK (bucket BETWEEN 0 AND 65535))
      """)
    let later = disk.otherStore()
    #expect(try await later.signIn("ada", password: Secret("wrong")) == .refused)
    #expect(try await later.accounts() == [.ada])
  }

  @Test func diskFull() async throws {
    let disk = try DiskStore()
    let connection = try disk.connection()
    // SQLite never goes below the existing number of pages.
    try await connection.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 1")
    }
    // Three of these need more than a page.
    let large = (1...9).map { number in
      Account(
        username: "large\(number)", givenName: String(repeating: "🔑", count: 200),
        familyName: String(repeating: "🔑", count: 200), email: "")
    }
    var stored: [Account] = []
    await #expect(throws: AccountStoreError.file(.diskFull, disk.path)) {
      for account in large {
        _ = try await disk.store.register(account, account.username)
        stored.append(account)
      }
    }
    #expect(stored.count < 3)
    #expect(try await disk.store.accounts() == stored)

    try await connection.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 9999")
    }
    let next = large[stored.count]
    #expect(try await disk.store.register(next, next.username) == .registered(next))
    #expect(try await disk.otherStore().accounts() == stored + [next])
  }

  @Test func noMemoryForTheHash() async throws {
    let disk = try DiskStore()
    let store = SQLiteAccountStore(path: disk.path, hashing: FailingHashing())
    await #expect(throws: AccountStoreError.hashingFailed) {
      try await store.register(.ada, "1")
    }
    #expect(try await store.accounts() == [])
    try await expectSuccess(of: disk.store)
    await #expect(throws: AccountStoreError.hashingFailed) {
      try await store.signIn("ada", password: .empty)
    }
  }
}
