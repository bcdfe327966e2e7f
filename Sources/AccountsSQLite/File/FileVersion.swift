import GRDB

/// What one connection tells the contents of its file apart by.
///
/// - SeeAlso: SQLite's `PRAGMA data_version`.
struct FileVersion: Equatable {
  /// Each connection counts for itself.
  private weak var db: Database?
  /// A number that others' changes change, and how many rows the connection itself has changed.
  private let counts: [Int]

  /// The version that a transaction sees, where there is one.
  init(of db: Database) throws {
    self.db = db
    counts = [try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0, db.totalChangesCount]
  }

  /// Not, where the connection is gone.
  static func == (one: FileVersion, other: FileVersion) -> Bool {
    one.db != nil && one.db === other.db && one.counts == other.counts
  }
}
