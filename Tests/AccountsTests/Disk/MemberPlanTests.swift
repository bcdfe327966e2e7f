import Accounts
import GRDB
import Synchronization
import Testing

@testable import AccountsSQLite

/// Reading pages of members uses indexes, whatever the number of accounts.
@Suite struct MemberPlanTests {
  private static let byName = "SEARCH account USING INDEX account_by_name"

  /// The plans of SQLite for the first page, the second, and the one after that by cursor.
  ///
  /// They are those of all names and of a search. Each finds names in their index, and accounts by
  /// their numbers.
  private static let plans: [MemberOrder: [String: [Set<String>]]] = [
    .newest: [
      "": [
        ["SCAN account"], ["SEARCH account USING INTEGER PRIMARY KEY (rowid<?)"],
        ["SEARCH account USING INTEGER PRIMARY KEY (rowid<?)"],
      ],
      "u": [sorted, sorted, sorted],
    ],
    .descending: [
      "": [
        ["SCAN account USING INDEX account_by_name"], ["\(byName) (<expr><?)"],
        ["\(byName) (<expr><?)"],
      ],
      "u": Array(repeating: ["\(byName) (<expr>>? AND <expr><?)"], count: 3),
    ],
    .ascending: [
      "": [
        ["SCAN account USING INDEX account_by_name"], ["\(byName) (<expr>>?)"],
        ["\(byName) (<expr>>?)"],
      ],
      "u": Array(repeating: ["\(byName) (<expr>>? AND <expr><?)"], count: 3),
    ],
    .recentlySeen: [
      "": [
        ["SCAN account USING INDEX account_by_last_seen"],
        ["SEARCH account USING INDEX account_by_last_seen (last_seen=? AND rowid<?)"],
        ["SEARCH account USING INDEX account_by_last_seen (last_seen=? AND rowid<?)"],
      ],
      "u": [sorted, sorted, sorted],
    ],
  ]

  private static let sorted: Set = [
    "\(byName) (<expr>>? AND <expr><?)",
    "SEARCH account USING INTEGER PRIMARY KEY (rowid=?)",
  ]

  @Test(arguments: plans) func pagesAreReadByIndexes(
    _ order: MemberOrder, _ plans: [String: [Set<String>]]
  ) async throws {
    let disk = try DiskStore()
    try await disk.store.setPolicy(.allowing(true))
    for number in 1...40 { try await disk.store.register("u\(number)") }
    let credentials = try await disk.connection().read { db in
      try Int64.fetchOne(db, sql: "SELECT credentials FROM account WHERE id = 1")
    }
    let session = AccountSession(account: 1, credentials: try #require(credentials))
    let asked = Mutex<[String]>([])
    let connection = try disk.connection()
    try await connection.writeWithoutTransaction { db in
      db.trace { event in
        if case .statement(let statement) = event, statement.sql.contains("OFFSET") {
          asked.withLock { $0.append(statement.expandedSQL) }
        }
      }
    }
    for (beginning, plan) in plans {
      var next: MemberCursor?
      for place in [0, 4] {
        let query = MemberQuery(order, beginning: beginning, range: place..<(place + 4))
        let page = try await disk.store.members(query, as: session)
        #expect(page.rows.count == 4)
        next = page.next
      }
      let query = MemberQuery(after: try #require(next), limit: 4)
      #expect(try await disk.store.members(query, as: session).rows.count == 4)
      let statements = asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
      let found = try await connection.read { db in
        try statements.map { sql -> Set<String> in
          let steps = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)")
            .map { $0["detail"] as String }
          // Of a covering index nothing else is read.
          return Set(
            steps.filter { $0.contains(" account") }.map {
              $0.replacing("COVERING INDEX", with: "INDEX")
            })
        }
      }
      asked.withLock { $0 = [] }
      #expect(found == plan)
    }
  }
}
