import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AccountsSQLite

/// Files that were edited by hand or damaged on disk.
@Suite struct HostileFileTests {
  /// A table of accounts without constraints.
  private static let lawless = """
    DROP TABLE account;
    CREATE TABLE account (\(columns), created, last_seen, last_changed, profile_version, credentials,
      is_administrator);
    INSERT INTO account (\(columns))
    """

  private static let columns =
    "id, username, given_name, family_name, email, password_hash, submission, terms_version"

  /// Creates a file with one account, and edits it.
  private func edited(_ sql: String) async throws -> DiskStore {
    let disk = try DiskStore()
    _ = try await disk.otherStore().register(.ada, "1")
    try await disk.edit(sql)
    return disk
  }

  @Test func rowsOfAnythingAreRead() async throws {
    let rows = """
      VALUES
        (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        (2, x'', x'00', x'FF41', x'F09F98', NULL, NULL, 1),
        (NULL, 42, 1.5, -0.0, 9e999, x'00', 'twice', -9),
        ('x', CAST(x'C328' AS TEXT), CAST(x'4100' AS TEXT), 'ü', x'C3BC', '', 'twice', NULL);
      """
    let disk = try await edited(Self.lawless + rows)
    #expect(
      try await disk.store.accounts() == [
        Account(username: "", givenName: "", familyName: "", email: ""),
        Account(
          username: "", givenName: "\u{0}", familyName: "\u{FFFD}A", email: "\u{FFFD}",
          termsVersion: 1),
        Account(
          username: "42", givenName: "1.5", familyName: "0.0", email: "Inf", termsVersion: -9),
        Account(username: "\u{FFFD}(", givenName: "A\u{0}", familyName: "ü", email: "ü"),
      ])
    #expect(try await disk.store.count() == 4)
    #expect(try await disk.store.account(named: "42")?.email == "Inf")
    #expect(try await disk.store.isFree("ada"))
    #expect(try await disk.store.register(.ada, "1") == .registered(.ada))
    #expect(try await disk.store.account(named: "ADA") == .ada)
  }

  /// Nobody can prove the password of an account without a number.
  @Test(arguments: ["NULL", "'x'", "x'00'", "1.5"])
  func rowsWithoutIdentifierAreNotReplaced(_ id: String) async throws {
    let disk = try await edited(Self.lawless + "VALUES (\(id), 'eve', '', '', '', '', '1', NULL)")
    await #expect(throws: AccountStoreError.self) { try await disk.store.register(.ada, "1") }
    #expect(try await disk.otherStore().accounts().map(\.username) == ["eve"])
  }

  @Test(
    arguments: [
      "DELETE FROM policy",
      "UPDATE policy SET username_minimum = 9, username_maximum = 8",
      "UPDATE policy SET password_minimum = -1",
      "UPDATE policy SET terms_version = 7",
      "INSERT INTO terms VALUES (-1, 'x'); UPDATE policy SET terms_version = -1",
      "DROP TABLE terms",
      "UPDATE policy SET password_maximum = -9223372036854775808",
      "DROP TABLE policy",
      "DROP TABLE reserved_name",
      "DROP TABLE policy; CREATE TABLE policy (is_open)",
      "DROP TABLE policy; CREATE TABLE policy AS SELECT NULL AS is_open, 1 AS username_minimum, "
        + "2 AS username_maximum, 3 AS password_minimum, 4 AS password_maximum",
      "DROP TABLE policy; CREATE TABLE policy AS SELECT 1 AS is_open, 'many' AS username_minimum, "
        + "2 AS username_maximum, x'' AS password_minimum, 1e300 AS password_maximum",
    ])
  func policyWithoutSenseIsDamage(_ sql: String) async throws {
    let disk = try await edited("PRAGMA ignore_check_constraints = ON; \(sql)")
    let error = AccountStoreError.file(.damaged, disk.path)
    await #expect(throws: error) { try await disk.store.policy() }
    await #expect(throws: error) {
      try await disk.store.register(.grace, "2")
    }
    #expect(try await disk.store.accounts() == [.ada])
  }

  /// A successful write is in the file: a trigger that was added later may have suppressed it.
  @Test(arguments: ["INSERT", "UPDATE"])
  func whatATriggerLeavesOutIsDamage(_ event: String) async throws {
    let disk = try await edited("")
    #expect(try await disk.store.count() == 1)
    try await disk.edit(
      "CREATE TRIGGER t BEFORE \(event) ON account BEGIN SELECT raise(IGNORE); END")
    await #expect(throws: AccountStoreError.file(.damaged, disk.path)) {
      try await disk.store.register(.grace, event == "INSERT" ? "2" : "1")
    }
  }

  @Test func reservedNamesOfAnythingAreRead() async throws {
    let names = """
      DROP TABLE reserved_name; CREATE TABLE reserved_name (position, name);
      INSERT INTO reserved_name VALUES (1, NULL), (2, x'4100'), (3, 7), (4, CAST(x'FF' AS TEXT));
      """
    let disk = try await edited(names)
    #expect(try await disk.store.policy().reservedNames == ["", "A\u{0}", "7", "\u{FFFD}"])
    #expect(try await disk.store.isFree("7") == false)
    #expect(try await disk.store.isFree("8"))
  }

  @Test(arguments: ["DROP TABLE account", "DROP TABLE account; CREATE TABLE account (username)"])
  func accountsWithoutTheirTableAreDamage(_ sql: String) async throws {
    let disk = try await edited(sql)
    await #expect(throws: AccountStoreError.file(.damaged, disk.path)) {
      try await disk.store.accounts()
    }
  }

  @Test(arguments: ["NULL", "''", "x''", "7", "CAST(x'FF00' AS TEXT)"])
  func migrationsOfAnythingAreRefused(_ identifier: String) async throws {
    let sql = """
      DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier);
      INSERT INTO grdb_migrations VALUES (\(identifier));
      """
    let disk = try await edited(sql)
    let error = AccountStoreError.file(identifier == "NULL" ? .damaged : .newerVersion, disk.path)
    await #expect(throws: error) { try await disk.store.accounts() }
  }

  /// Overwrites bytes that the seed selects.
  ///
  /// Any answer and any error is right, but a crash is not.
  @Test(.serialized, arguments: UInt64(0)..<(isLongRun ? 200 : 20))
  func overwrittenBytesEndInAnAnswerOrAnError(_ seed: UInt64) async throws {
    let disk = try DiskStore()
    for name in ["ada", "bob", "cyd"] {
      _ = try await disk.store.register(Account(name), name)
    }
    let connection = try disk.connection()
    try await connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    var bytes = try Data(contentsOf: URL(filePath: disk.path))
    #expect(bytes.count > 20_000)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...200, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
    }
    if Bool.random(using: &generator) {
      bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
    }
    let path = disk.directory.path(of: "damaged.sqlite")
    try bytes.write(to: URL(filePath: path))
    try #require(chmod(path, 0o600) == 0)
    let store = SQLiteAccountStore(path: path, hashing: QuickHashing())
    await withTaskGroup { group in
      group.addTask { await Self.outcome { _ = try await store.policy() } }
      group.addTask { await Self.outcome { _ = try await store.accounts() } }
      group.addTask { await Self.outcome { _ = try await store.account(named: "BOB") } }
      group.addTask { await Self.outcome { _ = try await store.count() } }
      group.addTask {
        await Self.outcome { _ = try await store.register(.grace, "ada") }
      }
      var answered = 0
      for await error in group {
        answered += 1
        #expect(error == nil || error is AccountStoreError)
      }
      #expect(answered == 5)
    }
  }

  private static func outcome(_ body: () async throws -> Void) async -> (any Error)? {
    do {
      try await body()
      return nil
    } catch {
      return error
    }
  }
}
