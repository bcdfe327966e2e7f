import Accounts
import FormworkOperations
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

  /// The index that makes names unique.
  ///
  /// SQLite's `lower` knows only letters of ASCII.
  private static let nameIndex = "account_by_name"

  /// The changes of the layout, from version 1 on, and whether the file is copied before.
  private static let changes: [(isCopied: Bool, change: @Sendable (Database) throws -> Void)] = [
    (false, createTables), (false, addTerms), (false, addContacts), (true, addMembers),
    (true, countFailuresOfAllNamesAlike), (true, tellTriesUnderWay),
  ]

  /// The versions before which the file is copied.
  static let copiedVersions = changes.indices.filter { changes[$0].isCopied }.map { $0 + 1 }

  /// Returns a migrator with the changes, which notes the copies of the file.
  static func migrator(noting copies: Synchronized<[String]>) -> DatabaseMigrator {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    for (place, (isCopied, change)) in changes.enumerated() {
      migrator.registerMigration("\(place + 1)") { db in
        if isCopied, let copy = try keepCopy(of: db, before: place + 1) {
          copies.withState { $0.append(copy) }
        }
        try change(db)
      }
    }
    return migrator
  }

  private static let known = migrator(noting: Synchronized([]))

  /// Returns whether all changes have been made.
  static func isCurrent(_ db: Database) throws -> Bool {
    try known.hasCompletedMigrations(db)
  }

  /// Returns whether a change has been made.
  static func hasVersion(_ version: Int, _ db: Database) throws -> Bool {
    try known.appliedIdentifiers(db).contains("\(version)")
  }

  /// Throws for a file of another program, or of a newer version of this one.
  ///
  /// It reads in one transaction, since others may be creating the file.
  static func inspect(_ db: Database) throws {
    try db.inTransaction(.deferred) {
      try refuseStrangers(db)
      return .commit
    }
  }

  private static func refuseStrangers(_ db: Database) throws {
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
    if try known.hasBeenSuperseded(db) { throw SchemaSuperseded() }
  }

  /// Creates or upgrades the tables.
  static func migrate(_ connection: DatabaseQueue, noting copies: Synchronized<[String]>) throws {
    // A program that only reads does not wait for one that writes.
    while try !connection.inDatabase(isCurrent) {
      let applied = try connection.inDatabase(known.appliedIdentifiers)
      do {
        try migrator(noting: copies).migrate(connection)
      } catch {
        // Another program may have been first, between GRDB's look at the file and its lock.
        guard try connection.inDatabase(known.appliedIdentifiers) != applied else { throw error }
      }
    }
  }

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
          submission TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX \(nameIndex) ON account (lower(username));
        CREATE UNIQUE INDEX account_by_submission ON account (submission);
        CREATE TABLE policy (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
          username_minimum INTEGER NOT NULL,
          username_maximum INTEGER NOT NULL,
          password_minimum INTEGER NOT NULL,
          password_maximum INTEGER NOT NULL,
          CHECK (username_minimum BETWEEN 0 AND username_maximum),
          CHECK (password_minimum BETWEEN 0 AND password_maximum)
        ) STRICT;
        CREATE TABLE reserved_name (
          position INTEGER PRIMARY KEY,
          name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX reserved_name_by_name ON reserved_name (lower(name));
        """)
    try RegistrationPolicy.standard.save(in: db)
  }

  /// Old texts stay, since accounts refer to the one that was accepted.
  private static func addTerms(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE terms (
          version INTEGER PRIMARY KEY CHECK (version > 0),
          text TEXT NOT NULL
        ) STRICT;
        ALTER TABLE policy ADD COLUMN terms_version INTEGER;
        ALTER TABLE account ADD COLUMN terms_version INTEGER;
        """)
  }

  private static func addContacts(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE contact (
          account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          place INTEGER NOT NULL CHECK (place >= 0),
          kind TEXT NOT NULL CHECK (kind IN ('email', 'web', 'telephone')),
          address TEXT NOT NULL,
          is_public INTEGER NOT NULL CHECK (is_public IN (0, 1)),
          PRIMARY KEY (account, place)
        ) STRICT, WITHOUT ROWID;
        """)
  }
}

/// The error for a file with unknown migrations.
struct SchemaSuperseded: Error {}
