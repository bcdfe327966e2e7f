import Accounts
import FormworkSystem
import GRDB
import GRDBSQLite
import Glibc

extension AccountSchema {
  /// Creates the columns for members; times are milliseconds since 1970, or 0.
  ///
  /// The present passwords share the number 0, which no new one gets. Accounts are numbered in the
  /// order of their creation.
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

  /// Counts failures in a way that does not show whether a name has an account.
  static func countFailuresOfAllNamesAlike(_ db: Database) throws {
    try SignInFailures.createTables(in: db)
  }

  /// Counts wrong passwords separately; the tries that were counted before were wrong.
  static func tellTriesUnderWay(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE failed_sign_in ADD COLUMN refused_count INTEGER NOT NULL DEFAULT 0;
        UPDATE failed_sign_in SET refused_count = failure_count;
        """)
  }

  /// Copies the file before this transaction changes it, for its owner alone.
  ///
  /// No copy is made of a new file. A copy of an earlier try is replaced.
  ///
  /// - Returns: The path of the copy, if any.
  /// - Throws: ``MigratedElsewhere`` if another program has made the change; else the reason if the file
  ///   cannot be copied.
  static func keepCopy(of db: Database, before version: Int) throws -> String? {
    // The migration was chosen before this transaction had its lock.
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
    // A connection that writes cannot copy. The lock of this one keeps others from writing.
    let (source, target) = (
      try DatabaseQueue(path: AccountFile.databaseName(of: file), configuration: .keepingQueues),
      try DatabaseQueue(path: AccountFile.databaseName(of: copy), configuration: .keepingQueues)
    )
    try source.backup(to: target)
    return copy
  }
}

/// The error if another program has made the change.
private struct MigratedElsewhere: Error {}
