import Accounts
import FormworkCore
import FormworkOperations
import TestSupport
import Testing

@testable import AccountsPostgreSQL

/// A store in PostgreSQL, and what happens to its connections.
@Suite(.timeLimit(.minutes(20))) struct ServerTests {
  private func store(_ url: String) -> PostgreSQLAccountStore {
    PostgreSQLAccountStore(url: url, hashing: QuickHashing())
  }

  /// Waits until a condition in SQL holds, on the server and for 200 seconds at most.
  private func wait(until condition: String, _ server: PostgreSQLServer) async throws {
    try await server.run(
      """
      DO $$ BEGIN
        FOR step IN 1..20000 LOOP
          PERFORM pg_stat_clear_snapshot();
          IF (\(condition)) THEN RETURN; END IF;
          PERFORM pg_sleep(0.01);
        END LOOP;
        RAISE EXCEPTION 'waited in vain';
      END $$
      """)
  }

  /// Ends the connections that use a schema, as an administrator does.
  private func endConnections(of url: String, _ server: PostgreSQLServer) async throws {
    let schema = url.split(separator: "%3D")[1]
    try await server.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'registration' AND query LIKE '%\(schema) %'
      """)
  }

  // MARK: Refusals

  /// The end of a URL, the statements that prepare the database, and the message without the address.
  @Test(arguments: [
    ("", "", "postgresql.missing"),
    ("", "CREATE TABLE contact (name text)", "postgresql.foreignTables"),
    (
      "",
      """
      CREATE TABLE formwork_accounts (version integer);
      INSERT INTO formwork_accounts VALUES (2)
      """, "postgresql.newerVersion"
    ),
    ("", "CREATE TABLE formwork_accounts (version integer)", "postgresql.damaged"),
    ("", "CREATE TABLE formwork_accounts (name text)", "postgresql.other"),
    ("&user=guest", "CREATE ROLE guest LOGIN", "postgresql.noRight"),
    (
      "&dbname=latin", "CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0",
      "postgresql.encoding"
    ),
    ("&dbname=none", "", "postgresql.unreachable"),
    ("&port=1", "", "postgresql.unreachable"),
    ("&nothing=1", "", "postgresql.address"),
    ("&password=secret", "", "postgresql.password"),
  ])
  func refusals(_ end: String, _ preparation: String, _ key: String) async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    try await server.run(preparation, at: url)
    let store = PostgreSQLAccountStore(
      url: url + end, isMade: key != "postgresql.missing", hashing: QuickHashing())
    do throws(AccountStoreError) {
      let count = try await store.count()
      Issue.record("there are \(count) accounts")
    } catch {
      guard case .unavailable(.key(key, let words, _)) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(words["address"] == .path(url + end))
      #expect(!Catalogue.postgreSQLStore.text(for: error.message).contains("secret "))
    }
  }

  /// Programs that start at once create the tables once.
  @Test func theTablesAreCreatedOnce() async throws {
    let url = try await PostgreSQLServer.shared().freshURL()
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await store(url).count() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 0, count: 8))
    #expect(try await store(url).policy() == .standard)
  }

  // MARK: Connections

  /// A lost connection is replaced: a question is asked again, and a change is made once.
  @Test func aLostConnection() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let store = store(url)
    try await store.register("ada")
    try await endConnections(of: url, server)
    #expect(try await store.count() == 1)
    try await endConnections(of: url, server)
    try await store.register("bob")
    try await endConnections(of: url, server)
    let session = try await store.session("bob")
    try await endConnections(of: url, server)
    try await store.delete(as: session)
    #expect(try await store.accounts() == [Account("ada")])
  }

  /// The server itself ends the statement of a cancelled operation.
  @Test func aCancelledOperation() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let store = store(url)
    _ = try await store.count()
    // Not in the shared pool, where it would wait for the tests that are queued there.
    let operation = Task(executorPreference: OperationExecutor.shared) {
      try await store.read { _ = try $0.connection.run("SELECT pg_sleep(600), '\(url)'") }
    }
    let running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%\(url)%'"
    try await wait(until: "EXISTS (\(running) AND state = 'active')", server)
    operation.cancel()
    await #expect(throws: AccountStoreError.cancelled) { try await operation.value }
    try await wait(until: "NOT EXISTS (\(running) AND state = 'active')", server)
    #expect(try await store.count() == 0)
  }

  /// A reconnection counts as one change.
  @Test func changesAreNotified() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let (store, other) = (store(url), store(url))
    var changes = try await store.changes().makeAsyncIterator()
    for name in ["ada", "bob"] {
      let count = try await store.changeCount()
      try await other.register(name)
      #expect(await changes.next() != nil)
      #expect(try await store.changeCount() > count)
    }
    try await server.run(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE query LIKE 'LISTEN %' AND pid <> pg_backend_pid()
      """)
    #expect(await changes.next() != nil)
    try await other.register("cyd")
    #expect(await changes.next() != nil)
  }

  // MARK: Plans

  /// Pages in each order, searches and names are found by indexes.
  @Test func rowsAreFoundByIndexes() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let store = store(url)
    try await store.register("ada")
    try await server.run(
      """
      INSERT INTO account (username, given_name, family_name, email, password_hash, submission)
      SELECT 'u' || number, '', '', '', '', 's' || number FROM generate_series(1, 20000) AS number;
      ANALYZE account
      """, at: url)
    let session = try await store.session("ada")
    for order in MemberOrder.allCases {
      for beginning in ["", "u1"] {
        for place in [0, 400, 420, 19_990] {
          let query = MemberQuery(order, beginning: beginning, range: place..<place + 10)
          _ = try await store.members(query, as: session)
        }
      }
    }
    _ = try await store.isFree("u5")
    _ = try await store.accounts(after: "u5", limit: 10)
    _ = try await store.register(.grace, "s")
    let plans = try await store.read { transaction in
      let connection = transaction.connection
      _ = try connection.run("SET plan_cache_mode = force_generic_plan")
      return try connection.statements.filter { $0.key.contains("FROM account ") }
        .map { sql, name in
          let count = (1...9).last { sql.contains("$\($0)") } ?? 0
          let values =
            count == 0 ? "" : "(\(repeatElement("NULL", count: count).joined(separator: ", ")))"
          let rows = try connection.run("EXPLAIN EXECUTE \(name)\(values)")
          return (sql, (0..<rows.count).compactMap { rows.text($0, 0) })
        }
    }
    #expect(plans.count > 20)
    for (sql, plan) in plans {
      #expect(!plan.contains { $0.contains("Seq Scan on account ") }, "\(sql)\n\(plan)")
    }
  }
}
