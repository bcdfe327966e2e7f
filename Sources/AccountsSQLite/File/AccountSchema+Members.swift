import Accounts
import FormworkSystem
import GRDB
import GRDBSQLite
import Glibc

extension AccountSchema {
  /// What is kept for those who sign in; moments are milliseconds since 1970, or 0 where there was none.
  ///
  /// The passwords that are there share the number 0, which no new one gets. Accounts are numbered in the
  /// order in which they were made.
  static func addMembers(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE account ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN last_seen INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN last_changed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN profile_version INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE account ADD COLUMN credentials INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0
          CHECK (is_administrator IN (0, 1));
        ALTER TABLE account ADD COLUMN failure_count INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN failed_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN sort_order TEXT;
        ALTER TABLE account ADD COLUMN layout TEXT;
        ALTER TABLE account ADD COLUMN style TEXT;
        CREATE INDEX account_by_last_seen ON account (last_seen);
        CREATE INDEX account_by_last_changed ON account (last_changed);
        UPDATE account SET is_administrator = 1 WHERE id = (SELECT min(id) FROM account);
        CREATE TABLE failed_sign_in (
          bucket INTEGER PRIMARY KEY CHECK (bucket BETWEEN 0 AND 65535),
          failure_count INTEGER NOT NULL,
          failed_at INTEGER NOT NULL
        ) STRICT;
        """)
    try KeptCount.create(in: db)
  }

  /// Whether a name has an account cannot be told from how its failures are counted.
  static func countFailuresOfAllNamesAlike(_ db: Database) throws {
    try SignInFailures.createTables(in: db)
  }

  /// Tries that are under way can be told from wrong passwords; those that were counted before were wrong.
  static func tellTriesUnderWay(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE failed_sign_in ADD COLUMN refused_count INTEGER NOT NULL DEFAULT 0;
        UPDATE failed_sign_in SET refused_count = failure_count;
        """)
  }

  /// Copies the file, as it is before this transaction changes it, to one beside it, for its owner alone.
  ///
  /// A file that is being made is not worth it. What an earlier try has left is replaced.
  ///
  /// - Returns: The path of the copy; `nil` where none is needed.
  /// - Throws: ``MigratedElsewhere``, before a copy is touched that another program has made meanwhile; else what kept
  ///   the copy from being made.
  static func keepCopy(of db: Database, before version: Int) throws -> String? {
    // What is to be migrated was decided before this transaction had its lock.
    if try hasVersion(version, db) { throw MigratedElsewhere() }
    let isNew = try Bool.fetchOne(
      db, sql: "SELECT NOT EXISTS (SELECT 1 FROM account) AND NOT EXISTS (SELECT 1 FROM terms)")
    if isNew == true, try RegistrationPolicy(from: db) == .standard { return nil }
    guard let name = sqlite3_db_filename(db.sqliteConnection, "main"), name.pointee != 0
    else { return nil }
    let file = String(systemText: name)
    let copy = "\(file).before-\(version)"
    unlink(copy.systemCString)
    try AccountFile.create(copy)
    // SQLite copies nothing by a connection that writes. This one's lock keeps all others from writing.
    let (source, target) = (
      try DatabaseQueue(path: AccountFile.databaseName(of: file), configuration: .keepingQueues),
      try DatabaseQueue(path: AccountFile.databaseName(of: copy), configuration: .keepingQueues)
    )
    try source.backup(to: target)
    return copy
  }
}

/// Another program has made the change already.
private struct MigratedElsewhere: Error {}
