import Accounts
import FormworkCore
import FormworkSystem
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

@Suite struct MigrationTests {
  /// A file of version 1.0, without the hash.
  private static let first = """
    PRAGMA application_id = \(0x4657_4143);
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1');
    CREATE TABLE account (id INTEGER PRIMARY KEY, username TEXT NOT NULL, given_name TEXT NOT NULL,
      family_name TEXT NOT NULL, email TEXT NOT NULL, password_hash TEXT NOT NULL,
      submission TEXT NOT NULL) STRICT;
    CREATE UNIQUE INDEX account_by_name ON account (lower(username));
    CREATE UNIQUE INDEX account_by_submission ON account (submission);
    CREATE TABLE policy (id INTEGER PRIMARY KEY CHECK (id = 1),
      is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)), username_minimum INTEGER NOT NULL,
      username_maximum INTEGER NOT NULL, password_minimum INTEGER NOT NULL,
      password_maximum INTEGER NOT NULL, CHECK (username_minimum BETWEEN 0 AND username_maximum),
      CHECK (password_minimum BETWEEN 0 AND password_maximum)) STRICT;
    CREATE TABLE reserved_name (position INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE INDEX reserved_name_by_name ON reserved_name (lower(name));
    INSERT INTO account VALUES (1, 'Ada', 'Ada', 'Lovelace', 'ada@example.org', '$', '1');
    INSERT INTO policy VALUES (1, 1, 1, 8, 2, 64);
    INSERT INTO reserved_name VALUES (1, 'x');
    """

  /// Returns a file of version 1.0.
  private func old() async throws -> DiskStore {
    let disk = try DiskStore()
    try await disk.edit(Self.first)
    return disk
  }

  private func migrations(in queue: DatabaseQueue) async throws -> [String] {
    try await queue.read {
      try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY 1")
    }
  }

  @Test func aFileWithoutTermsAndContactsIsKept() async throws {
    let disk = try await old()
    #expect(try await disk.store.accounts() == [.ada])
    #expect(try await disk.store.policy() == .allowing(true, reserving: ["x"]))
    var ada = Account.ada
    ada.contacts = [Contact(kind: .telephone, address: "+44 20 7946 0958")]
    #expect(try await disk.store.register(ada, "1") == .registered(ada))
    #expect(try await disk.otherStore().accounts() == [ada])
    try await disk.store.setTerms("Be kind.")
    #expect(try await disk.otherStore().policy().terms == Terms(version: 1, text: "Be kind."))
  }

  /// The first account becomes the administrator, and the times are unknown.
  @Test func accountsWithoutMembersAreKeptAndCopied() async throws {
    let disk = try DiskStore()
    let hash = QuickHashing().hash(Secret("old"))
    try await disk.edit(
      Self.first
        + """
        INSERT INTO account VALUES
          (3, 'eve', 'Eve', '', '', '\(hash)', '3'), (2, 'Bob', 'Bob', '', '', '\(hash)', '2');
        """)
    let copy = disk.path + ".before-4"
    try disk.directory.write("left by an earlier try", to: "accounts.sqlite.before-4")
    let session = try await disk.store.session("bob", password: "old")
    let page = try await disk.store.members(MemberQuery(.oldest, range: 0..<9), as: session)
    #expect(page.names == ["Ada", "Bob", "eve"])
    let records = page.rows.map(\.record)
    #expect(records.map { $0?.isAdministrator } == [true, false, false])
    #expect(records.map { $0?.version } == [1, 1, 1])
    #expect(records.map { $0?.created } == [nil, nil, nil])
    #expect(records.map { $0?.lastSeen == nil } == [true, false, true])

    var status = stat()
    try #require(stat(copy, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let queue = try DatabaseQueue(path: copy)
    #expect(try await migrations(in: queue) == ["1", "2", "3"])
    let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM account ORDER BY id") }
    #expect(rows.map(\.count) == [8, 8, 8])
    #expect(rows.map { $0["username"] as String } == ["Ada", "Bob", "eve"])
    // The copy is a valid file of accounts.
    #expect(try await SQLiteAccountStore(path: copy).accounts().count == 3)
  }

  @Test func aFileWhoseNameIsNoUTF8IsCopiedBesideIt() async throws {
    let disk = try await old()
    let path = String(systemBytes: Array(disk.path.utf8) + [0xFF, 0xFE])
    try #require(rename(disk.path, path.systemCString) == 0)
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    #expect(try await store.accounts() == [.ada])
    let copies = Directory.names(in: disk.directory.path).filter { $0.contains(".before-") }
    #expect(copies.sorted() == [4, 5, 6].map { "\(path).before-\($0)".pathComponents.last })
    for copy in copies {
      let copied = SQLiteAccountStore(
        path: "\(disk.directory.path)/\(copy)", hashing: QuickHashing())
      #expect(try await copied.accounts() == [.ada])
    }
  }

  /// Names were counted by a hash that anyone can compute: these counts are discarded.
  @Test func failuresAreCountedAnewByAKeyOfTheFile() async throws {
    var keys: Set<[UInt8]> = []
    for _ in 0..<2 {
      let disk = try await old()
      _ = try await disk.store.count()
      // The file as the previous version left it.
      try await disk.edit(
        """
        DELETE FROM grdb_migrations WHERE identifier > '4';
        DROP TABLE failure_key;
        ALTER TABLE failed_sign_in DROP COLUMN refused_count;
        ALTER TABLE account ADD COLUMN failure_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN failed_at INTEGER NOT NULL DEFAULT 0;
        UPDATE account SET failure_count = 9, failed_at = 99;
        INSERT INTO failed_sign_in VALUES (7, 9, 99);
        """)
      let store = disk.otherStore()
      #expect(try await store.signIn("ada", password: Secret("wrong")) == .refused)
      let (columns, rows, bytes) = try await disk.queue().read { db in
        (
          try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('account')"),
          try Int.fetchAll(db, sql: "SELECT failure_count FROM failed_sign_in"),
          try Data.fetchAll(db, sql: "SELECT bytes FROM failure_key")
        )
      }
      #expect(!columns.contains { $0.hasPrefix("fail") })
      #expect(rows == [1])
      #expect(bytes.map(\.count) == [FailureKey.byteCount])
      keys.formUnion(bytes.map { Array($0) })
      #expect(FileManager.default.fileExists(atPath: disk.path + ".before-5"))
    }
    #expect(keys.count == 2)
  }

  @Test func failuresThatWereCountedWereWrongPasswords() async throws {
    let disk = try await old()
    for _ in 0..<SignInFailures.freeCount {
      #expect(try await disk.store.signIn("ada", password: Secret("wrong")) == .refused)
    }
    try await disk.edit(
      """
      DELETE FROM grdb_migrations WHERE identifier = '6';
      ALTER TABLE failed_sign_in DROP COLUMN refused_count;
      UPDATE failed_sign_in SET failed_at = 1000000;
      """)
    let store = disk.otherStore(now: { Moment(milliseconds: 1_000_000) })
    #expect(
      try await store.signIn("ada", password: Secret("wrong"))
        == .held(.wrongPasswords(.seconds(1))))
  }

  /// If several programs open the file at once, one migrates it, and the copies have the old
  /// contents.
  @Test func programsThatOpenAFileAtOnceLeaveTheCopiesAlone() async throws {
    for _ in 0..<5 {
      let disk = try await old()
      try await withThrowingTaskGroup(of: [Account].self) { group in
        for _ in 0..<8 {
          let store = disk.otherStore()
          group.addTask { try await store.accounts() }
        }
        for try await accounts in group { #expect(accounts == [.ada]) }
      }
      for version in [4, 5, 6] {
        let copy = try DatabaseQueue(path: "\(disk.path).before-\(version)")
        #expect(try await migrations(in: copy) == (1..<version).map(String.init))
      }
    }
  }

  /// The upgrade is reported once, when the store is closed.
  @Test func anUpgradeIsTold() async throws {
    let disk = try await old()
    _ = try await disk.store.count()
    let message = disk.store.close(limit: .seconds(600))
    let text = message.map { Catalogue.sqliteStore.text(for: $0) }
    let copies = AccountSchema.copiedVersions.map { "\(disk.path).before-\($0)" }
    #expect(
      text == "\(disk.path) was brought up to date. It is kept as it was, with hashes of passwords "
        + "and what is deleted later, in \(copies.joined(separator: ", ")): remove them once all is well"
    )
    for copy in copies { #expect(FileManager.default.fileExists(atPath: copy)) }
    #expect(try await disk.store.accounts() == [.ada])
    #expect(disk.store.close(limit: .seconds(600)) == nil)
    // The temporary files of SQLite are in it.
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.directory.path)
    #expect(
      names.sorted() == ["accounts.sqlite"] + copies.map { ($0 as NSString).lastPathComponent })
  }

  @Test func aFileIsNotUpgradedUnasked() async throws {
    let disk = try await old()
    let store = SQLiteAccountStore(path: disk.path, isMade: false, isUpgraded: false)
    await #expect(throws: AccountStoreError.self) { try await store.count() }
    #expect(store.close(limit: .seconds(600)) == nil)
    #expect(try await migrations(in: disk.queue()) == ["1"])
    _ = try await disk.store.count()
    #expect(try await store.accounts() == [.ada])
  }

  @Test func aFileThatCannotBeCopiedStaysAsItIs() async throws {
    let disk = try await old()
    let copy = disk.path + ".before-4"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
    await #expect(throws: AccountStoreError.self) { try await disk.store.accounts() }
    #expect(try await migrations(in: disk.queue()) == ["1", "2", "3"])
    try FileManager.default.removeItem(atPath: copy)
    #expect(try await disk.store.accounts() == [.ada])
  }
}
