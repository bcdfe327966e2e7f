import Accounts
import AccountsSQLite
import GRDB
import TestSupport
import Testing

/// Files that earlier versions of the program have made.
@Suite struct MigrationTests {
  /// What version 1.0 has written, but for the hash.
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

  @Test func aFileWithoutTermsAndContactsIsKept() async throws {
    let disk = try DiskStore()
    try await disk.edit(Self.first)
    #expect(try await disk.store.accounts() == [.ada])
    #expect(try await disk.store.policy() == .allowing(true, reserving: ["x"]))
    var ada = Account.ada
    ada.contacts = [Contact(kind: .telephone, address: "+44 20 7946 0958")]
    #expect(try await disk.store.register(NewAccount(ada), submission: "1") == .registered(ada))
    #expect(try await disk.otherStore().accounts() == [ada])
    try await disk.store.setTerms("Be kind.")
    #expect(try await disk.otherStore().policy().terms == Terms(version: 1, text: "Be kind."))
  }
}
