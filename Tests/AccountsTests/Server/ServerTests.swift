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

  /// Returns a statement that waits until a condition holds, for 200 seconds at most.
  private static func waiting(until condition: String) -> String {
    """
    DO $$ BEGIN
      FOR step IN 1..20000 LOOP
        PERFORM pg_stat_clear_snapshot();
        IF (\(condition)) THEN RETURN; END IF;
        PERFORM pg_sleep(0.01);
      END LOOP;
      RAISE EXCEPTION 'waited in vain';
    END $$
    """
  }

  /// Ends the connections of a URL, and requires that some exist.
  private func endConnections(of url: String, _ server: PostgreSQLServer) async throws {
    let count = try await onThreadOfItsOwn { try server.endConnections(of: url) }
    #expect(count > 0)
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
      INSERT INTO formwork_accounts VALUES (3)
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

  /// A database of the first version has another table of failures, which one program replaces.
  @Test func anOlderVersionIsUpdated() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    try await store(url).register("ada")
    try await server.run(
      """
      UPDATE formwork_accounts SET version = 1; DROP TABLE failed_sign_in;
      CREATE TABLE failed_sign_in (bucket integer PRIMARY KEY)
      """, at: url)
    let outcomes = try await withThrowingTaskGroup(of: SignInOutcome.self) { group in
      for name in ["ada", "eve", "eva"] {
        group.addTask { try await store(url).signIn(name, password: Secret("wrong")) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == [.refused, .refused, .refused])
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
    let running = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%\(url)%'"
    // Nothing here waits for the shared pool, or the store would give up first.
    let operation = try await onThreadOfItsOwn {
      let operation = Task(executorPreference: OperationExecutor.shared) {
        try await store.read { _ = try $0.connection.run("SELECT pg_sleep(600), '\(url)'") }
      }
      try server.execute(Self.waiting(until: "EXISTS (\(running) AND state = 'active')"))
      operation.cancel()
      return operation
    }
    await #expect(throws: AccountStoreError.cancelled) { try await operation.value }
    try await server.run(Self.waiting(until: "NOT EXISTS (\(running) AND state = 'active')"))
    #expect(try await store.count() == 0)
  }

  // MARK: Pipelines

  private static func adding(_ name: String) -> String {
    """
    INSERT INTO account (username, given_name, family_name, email, password_hash, submission)
    VALUES ('\(name)', '', '', '', '', '\(name)')
    """
  }

  /// Several questions are about one state, whatever others change in between.
  @Test func questionsAreAboutOneState() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let store = store(url)
    let counts = try await store.readAtOnce { transaction in
      let count = try transaction.count()
      try server.execute(Self.adding("ada"), at: url)
      return [count, try transaction.count()]
    }
    #expect(counts == [0, 0])
    #expect(try await store.count() == 1)
  }

  /// After a statement that the server refuses, and after very many, the same connection answers.
  @Test func aPipelineThatFails() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let store = store(url)
    for step in 0..<3 {
      await #expect(throws: AccountStoreError.self) {
        try await store.readAtOnce { transaction in
          for number in 0..<200 {
            _ = try transaction.connection.run("SELECT \(number) / \(step)", [])
          }
          _ = try transaction.connection.run([("SELECT 1 / 0", []), ("SELECT 1", [])])
        }
      }
      #expect(try await store.count() == 0)
    }
    #expect(try await store.read { $0.connection.statements.count } < 256)
    let name = PostgreSQLServer.schema(of: url)
    let connections = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(name)'"
    #expect(try await server.run(connections) == "1\n")
  }

  /// A page for a reader without a session costs two statements, which are sent at once.
  @Test func aPageIsTwoStatements() async throws {
    let url = try await PostgreSQLServer.shared().freshURL()
    try await store(url).register("ada")
    let store = store(url)
    let query = MemberQuery(.ascending, range: 0..<9)
    let first = try await store.members(query, as: nil)
    #expect(first.rows.map(\.username) == ["ada"])
    #expect(try await store.members(query, as: nil) == first)
    #expect(try await store.read { $0.connection.statements.count } == 2)
  }

  /// A page is right if others have changed the members since the places of pages were noted.
  @Test(arguments: MemberOrder.allCases.filter { !$0.isForMembersOnly })
  func aPageAfterChangesOfOthers(_ order: MemberOrder) async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let (store, other) = (store(url), store(url))
    _ = try await store.count()
    for (number, name) in ["m", "a", "z", "k", "y", "b"].enumerated() {
      try await server.run(Self.adding(name), at: url)
      for place in [0, 2, number - 1] {
        let query = MemberQuery(order, range: max(0, place)..<max(0, place) + 2)
        let page = try await store.members(query, as: nil)
        let all = try await other.members(MemberQuery(order, range: 0..<9), as: nil).rows
        #expect(
          page.withoutNext
            == MemberPage(rows: Array(all[query.range.clamped(to: all.indices)]), total: number + 1)
        )
      }
    }
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
    try await endConnections(of: url, server)
    #expect(await changes.next() != nil)
    try await other.register("cyd")
    #expect(await changes.next() != nil)
  }

  /// Other users could read them in the list of processes.
  @Test func secretsInAddressesAreRefused() {
    for end in ["password=secret", "sslpassword=secret"] {
      let store = store("postgresql://host/db?\(end)")
      #expect(throws: AccountStoreError.self) { try store.checkAddress() }
    }
  }

  /// A function of another user with the name of PostgreSQL's own is not called.
  @Test func functionsOfOthersAreNotCalled() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    _ = try await store(url).count()
    try await server.run(
      """
      CREATE TABLE called (name text);
      CREATE FUNCTION pg_advisory_xact_lock(integer) RETURNS void LANGUAGE sql AS
        $$ INSERT INTO called VALUES ('lock') $$;
      CREATE FUNCTION pg_advisory_xact_lock_shared(integer) RETURNS void LANGUAGE sql AS
        $$ INSERT INTO called VALUES ('shared lock') $$;
      CREATE FUNCTION pg_notify(text, name) RETURNS void LANGUAGE sql AS
        $$ INSERT INTO called VALUES ('notify') $$
      """, at: url)
    let store = store(url)
    try await store.register("ada")
    try await store.delete(as: try await store.session("ada"))
    try await store.setPolicy(.allowing(false))
    #expect(try await server.run("SELECT name FROM called", at: url) == "")
  }

  /// A schema with tables of the same names, which comes first later, changes nothing.
  @Test func theSchemaIsThatOfTheTables() async throws {
    let server = try await PostgreSQLServer.shared()
    let url = try await server.freshURL()
    let name = PostgreSQLServer.schema(of: url)
    let both = url.replacing("%3D\(name)", with: "%3Dother\(name),\(name)")
    try await store(url).register("ada")
    let (store, watcher) = (store(both), store(both))
    try await server.run("CREATE SCHEMA other\(name); CREATE TABLE other\(name).account (x text)")
    var changes = try await watcher.changes().makeAsyncIterator()
    try await store.register("bob")
    #expect(await changes.next() != nil)
    #expect(try await store.accounts() == [Account("ada"), Account("bob")])
    // The counts follow changes by hand, too.
    let count = try await store.changeCount()
    try await server.run("TRUNCATE \(name).account CASCADE")
    #expect(try await store.changeCount() > count)
    let query = MemberQuery(.newest, range: 0..<9)
    #expect(try await store.members(query, as: nil) == MemberPage(rows: [], total: 0))
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
          let next = try await store.members(query, as: session).next
          guard let next else { continue }
          _ = try await store.members(MemberQuery(after: next, limit: 10), as: session)
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
      // The rows after a key, or from one on, are those of an index.
      let isByKey = sql.contains("FROM account WHERE (") || sql.contains("AND (name_key)")
      #expect(
        !isByKey || plan.contains { $0.contains("Index Cond: (") && $0.contains("$") },
        "\(sql)\n\(plan)")
    }
  }
}
