import Accounts
import Foundation
import GRDB

/// The tables of a store's file.
///
/// Texts are written as `CAST(? AS TEXT)` of bytes and read as `CAST(... AS BLOB)`, since GRDB ends
/// a text at its first NUL.
enum AccountSchema {
  /// The mark of the program's files in the header of the database: "FWAC".
  ///
  /// - SeeAlso: SQLite's `PRAGMA application_id`.
  static let applicationID = 0x4657_4143

  /// The layout of the tables; a file with further migrations was written by a newer version.
  private static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1", migrate: createTables)
    // Before, names shared 65,536 places.
    migrator.registerMigration("2") { db in
      try db.execute(
        sql: """
          DROP TABLE IF EXISTS failed_sign_in;
          CREATE TABLE failed_sign_in (
            place INTEGER PRIMARY KEY,
            failure_count INTEGER NOT NULL,
            failed_at INTEGER NOT NULL,
            refused_count INTEGER NOT NULL
          ) STRICT;
          CREATE INDEX failed_sign_in_by_time ON failed_sign_in (failed_at);
          """)
    }
    return migrator
  }()

  /// Throws for a file of another program, or of a newer version of this one.
  ///
  /// All checks are in one transaction, since others may be creating the file.
  static func inspect(_ db: Database) throws {
    try db.inTransaction(.deferred) {
      let id = try Int.fetchOne(db, sql: "PRAGMA application_id")
      if id != applicationID {
        // In a file that is being created, the tables of GRDB come first.
        let isForeign = try Bool.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name NOT GLOB 'grdb_*')
              OR (SELECT user_version FROM pragma_user_version) <> 0
            """)
        if id != 0 || isForeign == true { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
      }
      // Views and triggers would run instead of the queries. An automatic index has no text.
      let isActive = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE sql NOT GLOB 'CREATE TABLE *'
            AND sql NOT GLOB 'CREATE INDEX *' AND sql NOT GLOB 'CREATE UNIQUE INDEX *')
          """)
      if isActive == true { throw DatabaseError(resultCode: .SQLITE_NOTADB) }
      if try migrator.hasBeenSuperseded(db) { throw SchemaSuperseded() }
      return .commit
    }
  }

  /// Creates the tables, if they are missing.
  static func prepare(_ connection: DatabaseQueue) throws {
    // A program that only reads does not wait for one that writes.
    while try !connection.inDatabase(migrator.hasCompletedMigrations) {
      let count = try connection.inDatabase(migrator.appliedMigrations).count
      do {
        try migrator.migrate(connection)
      } catch {
        // Another program may have been first, between GRDB's look at the file and its lock.
        guard try connection.inDatabase(migrator.appliedMigrations).count > count else {
          throw error
        }
      }
    }
  }

  /// Creates the tables.
  ///
  /// SQLite's `lower`, which makes names unique, knows only letters of ASCII.
  /// Times are milliseconds since 1970, or 0. Accounts are numbered in the order of their creation. Old terms
  /// stay, since accounts refer to the ones that were accepted.
  private static func createTables(_ db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA application_id = \(applicationID);
        CREATE TABLE account (
          id INTEGER PRIMARY KEY,
          username TEXT NOT NULL,
          given_name TEXT NOT NULL,
          family_name TEXT NOT NULL,
          email TEXT NOT NULL,
          password_hash TEXT NOT NULL,
          submission TEXT NOT NULL,
          terms_version INTEGER,
          created INTEGER NOT NULL DEFAULT 0,
          last_seen INTEGER NOT NULL DEFAULT 0,
          last_changed INTEGER NOT NULL DEFAULT 0,
          profile_version INTEGER NOT NULL DEFAULT 1,
          credentials INTEGER NOT NULL DEFAULT 0,
          is_administrator INTEGER NOT NULL DEFAULT 0 CHECK (is_administrator IN (0, 1)),
          sort_order TEXT,
          layout TEXT,
          style TEXT
        ) STRICT;
        CREATE UNIQUE INDEX account_by_name ON account (lower(username));
        CREATE UNIQUE INDEX account_by_submission ON account (submission);
        CREATE INDEX account_by_last_seen ON account (last_seen);
        CREATE INDEX account_by_last_changed ON account (last_changed);
        CREATE TABLE deleted_submission (
          submission TEXT PRIMARY KEY,
          deleted INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX deleted_submission_by_time ON deleted_submission (deleted);
        CREATE TABLE contact (
          account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          kind TEXT NOT NULL CHECK (kind IN ('email', 'web', 'telephone')),
          address TEXT NOT NULL,
          is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
          PRIMARY KEY (account, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE account_count (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO account_count VALUES (1, 0);
        CREATE TABLE policy (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
          username_minimum INTEGER NOT NULL,
          username_maximum INTEGER NOT NULL,
          password_minimum INTEGER NOT NULL,
          password_maximum INTEGER NOT NULL,
          terms_version INTEGER,
          CHECK (username_minimum BETWEEN 0 AND username_maximum),
          CHECK (password_minimum BETWEEN 0 AND password_maximum)
        ) STRICT;
        CREATE TABLE reserved_name (
          position INTEGER PRIMARY KEY,
          name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reserved_name_by_name ON reserved_name (lower(name));
        CREATE TABLE terms (
          version INTEGER PRIMARY KEY CHECK (version > 0),
          text TEXT NOT NULL
        ) STRICT;
        CREATE TABLE failure_key (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          bytes BLOB NOT NULL CHECK (length(bytes) = \(FailureKey.byteCount))
        ) STRICT;
        """)
    try db.execute(
      sql: "INSERT INTO failure_key VALUES (1, ?)", arguments: [Data(FailureKey.random().bytes)])
    try RegistrationPolicy.standard.save(in: db)
  }
}

/// The error for a file with unknown migrations.
struct SchemaSuperseded: Error {}
