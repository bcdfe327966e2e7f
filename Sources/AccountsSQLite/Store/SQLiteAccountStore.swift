package import Accounts
package import FormworkCore
import FormworkOperations
import FormworkSystem
import Foundation
import GRDB

/// A store in a file of SQLite, which several programs may use at once.
///
/// The first question opens or creates the file. Only hashes of passwords are stored.
package struct SQLiteAccountStore: AccountStore {
  let file: AccountFile
  let hashing: any PasswordHashing
  let now: @Sendable () -> Timestamp

  /// Creates a store in a file, which belongs to its owner alone.
  ///
  /// If it `isMade`, a missing file is created with its directories, and the file is one to write to.
  package init(
    path: String, isMade: Bool = true, busyTimeout: Duration = .seconds(5),
    hashing: any PasswordHashing = PasswordHasher(),
    now: @escaping @Sendable () -> Timestamp = { .now }
  ) {
    file = AccountFile(path: path, isMade: isMade, busyTimeout: busyTimeout)
    self.hashing = hashing
    self.now = now
  }

  /// Closes the file, after the limit in the background; a later question opens it again.
  package func close(limit: Duration) {
    _ = OperationExecutor.wait(limit: limit) { [file] in file.close() }
  }

  package func policy() async throws(AccountStoreError) -> RegistrationPolicy {
    try await readAtOnce { try RegistrationPolicy(from: $0) }
  }

  /// Replaces the policy, whose lengths are not negative, except its terms.
  package func setPolicy(_ policy: RegistrationPolicy) async throws(AccountStoreError) {
    try await write { try policy.save(in: $0) }
  }

  /// Replaces the terms that new accounts have to accept; a new text gets the next version.
  package func setTerms(_ text: String?) async throws(AccountStoreError) {
    try await write { try RegistrationPolicy.saveTerms(text, in: $0) }
  }

  package func isFree(_ username: String) async throws(AccountStoreError) -> Bool {
    let name = Data(username.normalForm.utf8)
    return try await read { db in
      try !db.exists(
        """
        account WHERE lower(username) = lower(CAST(?1 AS TEXT))
          UNION ALL SELECT 1 FROM reserved_name WHERE lower(name) = lower(CAST(?1 AS TEXT))
        """, [name])
    }
  }

  package func register(
    _ new: NewAccount, submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try SubmissionKey.check(submission)
    let new = new.normalized
    return try await use {
      // Hash before the transaction, so that no other program waits for it.
      let hash = try await hashing.hash(new.password)
      let (username, submission) = (Data(new.account.username.utf8), Data(submission.utf8))
      return try file.write { db in
        let former = try db.row(
          "SELECT CAST(username AS BLOB) FROM account WHERE submission = CAST(? AS TEXT)",
          [submission]
        ).map { UsernameKey(try $0.text(at: 0)) }
        let refusal = try RegistrationPolicy(from: db).refusal(
          of: new, former: former,
          isTaken: try db.exists("account WHERE \(StoredMember.named)", [username]))
        if let refusal { return refusal }
        try new.account.save(
          in: db, replacing: former != nil, passwordHash: hash, submission: submission, at: now())
        return .registered(new.account)
      }
    }
  }

  package func account(named username: String) async throws(AccountStoreError) -> Account? {
    let name = Data(username.normalForm.utf8)
    return try await readAtOnce { db in
      let row = try db.row("\(StoredMember.selection) WHERE \(StoredMember.named)", [name])
      return try row.map { try Account(from: $0, in: db) }
    }
  }

  package func accounts(
    after username: String?, limit: Int
  ) async throws(AccountStoreError) -> [Account] {
    let name = username.map { Data($0.normalForm.utf8) }
    return try await read { db in
      let start = name == nil ? "" : "WHERE lower(username) > lower(CAST(?2 AS TEXT))"
      let statement = try db.cachedStatement(
        sql: "\(StoredMember.selection) \(start) ORDER BY lower(username) LIMIT ?1")
      let count = max(0, limit)
      let rows = try Row.fetchCursor(
        statement, arguments: name.map { [count, $0] } ?? [count])
      var accounts: [Account] = []
      while let row = try rows.next() {
        try Task.checkCancellation()
        accounts.append(try Account(from: row, in: db))
      }
      return accounts
    }
  }

  package func count() async throws(AccountStoreError) -> Int {
    try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM account") ?? 0 }
  }

  package func changes() async throws(AccountStoreError) -> AsyncStream<Void> {
    try await use { try FileWatch.changes(of: file.path) }
  }

  /// Asks several questions about one state of the file.
  func readAtOnce<Answer: Sendable>(
    _ questions: @escaping @Sendable (Database) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.readAtOnce(questions) }
  }

  func read<Answer: Sendable>(
    _ question: @escaping @Sendable (Database) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.read(question) }
  }

  func write<Answer: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    try await use { try file.write(work) }
  }

  /// Uses the file on a thread that may block.
  func use<Answer: Sendable>(
    _ work: @concurrent () async throws -> Answer
  ) async throws(AccountStoreError) -> Answer {
    do {
      return try await OperationExecutor.run(work)
    } catch {
      throw AccountStoreError(error, path: file.path)
    }
  }
}

extension SQLiteAccountStore {
  /// The file of the user's accounts.
  ///
  /// It is `$XDG_DATA_HOME/formwork/accounts.sqlite`, or else in `~/.local/share`. Without `HOME`, the home
  /// is that of the password database, or else the root directory.
  package static func defaultPath(
    environment: (String) -> String? = Environment.value
  ) -> String {
    let home = Environment.path("HOME", in: environment) ?? Directory.registeredHome() ?? ""
    let data = Environment.path("XDG_DATA_HOME", in: environment) ?? home + "/.local/share"
    return "\(data)/formwork/accounts.sqlite"
  }
}
