import GRDB

/// How many accounts there are, in a table of its own: to count a million takes longer than all else that a page of
/// members needs.
///
/// A person who edits the file by hand may not think of it. Where it matters, they are counted.
enum KeptCount {
  static func create(in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE account_count (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          count INTEGER NOT NULL
        ) STRICT;
        INSERT INTO account_count SELECT 1, count(*) FROM account;
        """)
  }

  /// An account has come, or one has gone.
  static func change(by difference: Int, in db: Database) throws {
    let statement = try db.cachedStatement(sql: "UPDATE account_count SET count = count + ?")
    try statement.execute(arguments: [difference])
  }

  /// The number, whether or not it is true; never negative.
  static func read(in db: Database) throws -> Int {
    max(0, try Int.fetchOne(db.cachedStatement(sql: "SELECT count FROM account_count")) ?? 0)
  }
}
