import Accounts
import AccountsHTTP
import AccountsPostgreSQL
import AccountsSQLite
import CSodium
import FormworkCore
import FormworkOperations
import Foundation
import GRDB

/// Measures the store of accounts.
///
/// Usage: `AccountsBenchmark WORK FILE COUNT`, or with the URL of a database in place of the file, except for
/// `bare-ask`, `bare-insert` and `fill`. The values of `WORK` are
///
/// - `make`: creates an empty file of accounts;
/// - `ask`: checks 20,000 times whether a name is free, in a file of `COUNT` accounts;
/// - `ask-8`: the same by eight tasks at once, each with all checks;
/// - `bare-ask`: the same with GRDB alone and one prepared statement;
/// - `insert`: adds `COUNT` accounts with a given hash, each flushed to the disk;
/// - `bare-insert`: the same with GRDB alone, in an existing file;
/// - `fill`: adds `COUNT` accounts with the same hash to an empty file at once;
/// - `policy`: opens a file and reads the requirements for new accounts;
/// - `first`: loads the first page of members, in each order by a separate process: `first-newest`;
/// - `members`: loads distant and consecutive pages, and searches, with a line for each;
/// - `register`: adds `COUNT` accounts as users do, with a real hash;
/// - `register-8`: the same by eight tasks at once, also at the URL of a service;
/// - `hash`: computes `COUNT` hashes alone.
///
/// Prints a line of JSON for `Scripts/bench`: the start and the end in seconds of the system's clock,
/// so that several processes can be added up, and the number of repetitions.
@main
struct AccountsBenchmark {
  /// Runs on the executor of a form's operations.
  static func main() async throws {
    try await Task(executorPreference: OperationExecutor.shared) { try await measure() }.value
  }

  private static func measure() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[3]) else { usage() }
    let path = arguments[2]
    switch arguments[1] {
    case "make": _ = try await store(path).count()
    case "ask": try await ask(store(path), accountCount: count)
    case "ask-8": try await ask(store(path), accountCount: count, taskCount: 8)
    case "bare-ask": try bareAsk(path, accountCount: count)
    case "insert": try await register(in: store(path, hashing: Ready()), count)
    case "bare-insert": try bareInsert(path, count)
    case "fill": try await fill(path, count)
    case "policy": try await open(path) { _ = try await $0.policy() }
    case let work where work.hasPrefix("first-"):
      guard let order = MemberOrder(rawValue: String(work.dropFirst(6))) else { usage() }
      try await open(path) { store in
        _ = try await store.members(MemberQuery(order, range: 0..<200), as: owner)
      }
    case "members": try await members(of: store(path), accountCount: count)
    case "register": try await register(in: store(path), count)
    case "register-8":
      try await ServiceAccountStore.isURL(path)
        ? registerAtOnce(ServiceAccountStore(url: path, rate: nil), count)
        : registerAtOnce(store(path), count)
    case "hash": try hash(count)
    default: usage()
    }
  }

  private static func store(
    _ path: String, hashing: any PasswordHashing = PasswordHasher()
  ) -> any DatabaseAccountStore {
    PostgreSQLAccountStore.isURL(path)
      ? PostgreSQLAccountStore(url: path, hashing: hashing)
      : SQLiteAccountStore(path: path, hashing: hashing)
  }

  private static func usage() -> Never {
    print(
      "usage: AccountsBenchmark make|ask|ask-8|bare-ask|insert|bare-insert|fill|policy|first-ORDER|members"
        + "|register|register-8|hash FILE COUNT")
    exit(2)
  }

  private static func report(since start: ContinuousClock.Instant, count: Int) {
    let end = Date.now.timeIntervalSince1970
    let seconds = start.duration(to: .now) / .seconds(1)
    print("{\"began\": \(end - seconds), \"ended\": \(end), \"count\": \(count)}")
  }

  private static let questionCount = 100_000

  /// A prime spreads the names over the table.
  private static func name(_ number: Int, of accountCount: Int) -> String {
    "user\(number * 7919 % accountCount + 1)"
  }

  private static func ask(
    _ store: any DatabaseAccountStore, accountCount: Int, taskCount: Int = 1
  ) async throws {
    @Sendable func ask() async throws {
      var takenCount = 0
      for number in 0..<questionCount where try await !store.isFree(name(number, of: accountCount))
      {
        takenCount += 1
      }
      precondition(takenCount == questionCount, "a name is missing")
    }
    _ = try await store.isFree("user1")
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<taskCount {
        group.addTask(executorPreference: OperationExecutor.shared) { try await ask() }
      }
      try await group.waitForAll()
    }
    report(since: start, count: questionCount * taskCount)
  }

  private static func bareAsk(_ path: String, accountCount: Int) throws {
    let queue = try DatabaseQueue(path: path)
    let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE lower(username) = lower(?))"
    let statement = try queue.inDatabase { try $0.makeStatement(sql: sql) }
    let start = ContinuousClock.now
    var takenCount = 0
    for number in 0..<questionCount {
      let name = name(number, of: accountCount)
      let isTaken = try queue.inDatabase { _ in
        try Bool.fetchOne(statement, arguments: [name])
      }
      if isTaken == true { takenCount += 1 }
    }
    report(since: start, count: questionCount)
    precondition(takenCount == questionCount, "a name is missing")
  }

  private static func register(in store: any DatabaseAccountStore, _ count: Int) async throws {
    _ = try await store.count()
    let start = ContinuousClock.now
    for number in 0..<count { try await register(number, in: store) }
    report(since: start, count: count)
  }

  private static func registerAtOnce(_ store: any AccountStore, _ count: Int) async throws {
    _ = try await store.policy()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask(executorPreference: OperationExecutor.shared) {
          for number in stride(from: task, to: count, by: 8) {
            try await register(number, in: store)
          }
        }
      }
      try await group.waitForAll()
    }
    report(since: start, count: count)
  }

  private static func register(_ number: Int, in store: any AccountStore) async throws {
    let name = "p\(getpid())-\(number)"
    let account = Account(
      username: name, givenName: "Given", familyName: "Family", email: "person@example.org")
    let outcome = try await store.register(
      NewAccount(account: account, password: Secret("correct horse battery staple")),
      submission: name)
    precondition(outcome == .registered(account), "not registered")
  }

  private static func bareInsert(_ path: String, _ count: Int) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(60)
    let pool = try DatabasePool(path: path, configuration: configuration)
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let start = ContinuousClock.now
    for number in 0..<count {
      let name = "p\(getpid())-\(number)"
      try pool.write { db in
        try db.execute(
          sql: """
            INSERT INTO account
              (username, given_name, family_name, email, password_hash, submission)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [name, "Given", "Family", "person@example.org", "$ready", name])
      }
    }
    report(since: start, count: count)
  }

  /// The first account in a file of `fill`, with its number there: members can use all orders.
  private static let owner = AccountSession(account: 1, credentials: 1)

  private static func fill(_ path: String, _ count: Int) async throws {
    _ = try await SQLiteAccountStore(path: path).count()
    let hash = try await PasswordHasher().hash(Secret("correct horse battery staple"))
    let start = ContinuousClock.now
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
          INSERT INTO account (username, given_name, family_name, email, password_hash, submission,
            created, last_seen, last_changed, credentials, is_administrator)
          SELECT 'user' || n, 'Given', 'Family', 'person@example.org', ?2, n,
            n * 1000, n * 7919 % ?1 * 1000, n * 104729 % ?1 * 1000, n, n = 1
          FROM numbers
          """, arguments: [count, hash])
      try db.execute(sql: "UPDATE account_count SET count = ?", arguments: [count])
    }
    report(since: start, count: count)
  }

  /// Returns the time from the start to the answer, and the maximum memory of the process in kB.
  private static func open(
    _ path: String, _ ask: (any DatabaseAccountStore) async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    try await ask(store(path))
    let milliseconds = start.duration(to: .now) / .milliseconds(1)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let memory = status.split(separator: "VmHWM:").last?.split(separator: "kB").first
      .flatMap { Int($0.filter(\.isNumber)) }
    print("{\"milliseconds\": \(milliseconds), \"memory\": \(memory ?? 0)}")
  }

  private static func members(
    of store: any DatabaseAccountStore, accountCount: Int
  ) async throws {
    _ = try await store.changeCount()
    func ask(_ work: String, _ query: MemberQuery) async throws {
      let start = ContinuousClock.now
      let page = try await store.members(query, as: owner)
      let milliseconds = start.duration(to: .now) / .milliseconds(1)
      print(
        "{\"work\": \"\(work)\", \"order\": \"\(query.order.rawValue)\", "
          + "\"total\": \(page.total), \"milliseconds\": \(milliseconds)}")
    }
    for order in MemberOrder.allCases {
      for (work, place) in [
        ("first", 0), ("second", 50), ("middle", accountCount / 2),
        ("after it", accountCount / 2 + 50), ("before it", accountCount / 2 + 10),
        ("last", accountCount - 50),
      ] {
        try await ask(work, MemberQuery(order, range: max(0, place)..<(max(0, place) + 50)))
      }
      for beginning in ["u", "us", "use", "user", "user1", "user12", "user123"] {
        try await ask(beginning, MemberQuery(order, beginning: beginning, range: 0..<50))
      }
    }
  }

  private static func hash(_ count: Int) throws {
    guard sodium_init() >= 0 else { throw AccountStoreError.hashingFailed }
    let password = "correct horse battery staple"
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let start = ContinuousClock.now
    for _ in 0..<count {
      let result = crypto_pwhash_str_alg(
        &text, password, UInt64(password.utf8.count),
        UInt64(crypto_pwhash_opslimit_interactive()), crypto_pwhash_memlimit_interactive(),
        crypto_pwhash_alg_argon2id13())
      guard result == 0 else { throw AccountStoreError.hashingFailed }
    }
    report(since: start, count: count)
  }
}

/// Returns a given hash.
private struct Ready: PasswordHashing {
  let dummyHash = "$ready"

  func hash(_ password: Secret) -> String { dummyHash }

  func verify(_ password: Secret, _ hash: String) -> Bool { hash == dummyHash }

  func needsRehash(_ hash: String) -> Bool { false }
}
