import GRDB

/// The version of a file's contents for one connection.
///
/// - SeeAlso: SQLite's `PRAGMA data_version`.
struct FileVersion: Equatable {
  /// The connection, which has its own count.
  private weak var db: Database?
  /// A number for changes by others, and the number of rows that the connection has changed.
  private let counts: [Int]

  /// Reads the version that a transaction sees.
  init(of db: Database) throws {
    self.db = db
    counts = [try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0, db.totalChangesCount]
  }

  /// Returns `false` if the connection is gone.
  static func == (one: FileVersion, other: FileVersion) -> Bool {
    one.db != nil && one.db === other.db && one.counts == other.counts
  }
}
