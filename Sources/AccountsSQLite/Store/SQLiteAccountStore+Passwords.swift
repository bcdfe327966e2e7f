package import Accounts
package import FormworkCore
import Foundation
import GRDB

extension SQLiteAccountStore {
  /// What a password is verified against.
  private struct Lock: Sendable {
    let session: AccountSession
    let hash: String
  }

  /// What comes before a password is looked at.
  private enum Start: Sendable {
    case wait(Duration)
    /// Without an account where the name has none.
    case lock(Lock?)
  }

  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try await use {
      let start = try file.write { db in
        try Self.start(
          in: db, where: "lower(username) = lower(CAST(? AS TEXT))",
          [Data(username.normalForm.utf8)], bucket: UsernameKey(username).failureBucket, at: now())
      }
      switch start {
      case .wait(let duration): return .wait(duration)
      case .lock(let lock):
        let isRight = try await hashing.verify(password, lock?.hash ?? hashing.decoy)
        guard isRight, let lock else { return .refused }
        let isOld = hashing.needsRehash(lock.hash)
        let hash = try await isOld ? hashing.hash(password) : lock.hash
        return try file.write { try finish(lock.session, hash, in: $0) }
      }
    }
  }

  /// Notes that the owner of an account was seen.
  private func finish(
    _ session: AccountSession, _ hash: String, in db: Database
  ) throws -> SignInOutcome {
    do {
      let member = try StoredMember(of: session, in: db)
      try session.update(
        "last_seen = ?, failure_count = 0, password_hash = CAST(? AS TEXT)",
        [now().milliseconds, Data(hash.utf8)], in: db)
      return .signedIn(session, member.member(for: member.viewer))
    } catch AccountStoreError.sessionEnded {
      // The password was changed while it was verified.
      return .refused
    }
  }

  package func changePassword(
    from old: Secret, to new: Secret, as session: AccountSession
  ) async throws(AccountStoreError) -> PasswordOutcome {
    try await use {
      let fault = try file.readAtOnce { db in
        _ = try StoredMember(of: session, in: db)
        return try RegistrationPolicy(from: db).fault(of: new)
      }
      if let fault { return .refused(fault) }
      let start = try file.write { db in
        try Self.start(
          in: db, where: AccountSession.condition, session.arguments, bucket: nil, at: now())
      }
      switch start {
      case .wait(let duration): return .wait(duration)
      case .lock(nil): throw AccountStoreError.sessionEnded
      case .lock(let lock?):
        guard try await hashing.verify(old, lock.hash) else { return .wrong }
        let hash = try await hashing.hash(new)
        let next = AccountSession(
          account: session.account, credentials: AccountSession.freshCredentials)
        try file.write { db in
          try session.update(
            "password_hash = CAST(? AS TEXT), credentials = ?, failure_count = 0",
            [Data(hash.utf8), next.credentials], in: db)
        }
        return .changed(next)
      }
    }
  }

  /// Counts a try to give the password of an account.
  ///
  /// - Parameters:
  ///   - db: The file, in a transaction.
  ///   - condition: What is true of the account, in SQL.
  ///   - values: What is put into it.
  ///   - bucket: Where the failures are counted where there is no such account; `nil`: nowhere.
  ///   - now: The moment of the try.
  /// - Returns: What to verify the password against, if it may be.
  /// - Throws: What SQLite failed with.
  private static func start(
    in db: Database, where condition: String, _ values: StatementArguments, bucket: Int?,
    at now: Moment
  ) throws -> Start {
    let statement = try db.cachedStatement(
      sql: """
        SELECT failure_count, failed_at, rowid, credentials, CAST(password_hash AS BLOB)
        FROM account WHERE \(condition)
        """)
    if let row = try Row.fetchOne(statement, arguments: values) {
      var failures = try SignInFailures(from: row)
      let wait = failures.count(at: now)
      let lock = Lock(
        session: AccountSession(
          account: try row.decode(Int64.self, atIndex: 2),
          credentials: try row.decode(Int64.self, atIndex: 3)),
        hash: try row.text(at: 4))
      try lock.session.update(
        "failure_count = ?, failed_at = ?", [failures.count, failures.last.milliseconds], in: db)
      return wait.map { .wait($0) } ?? .lock(lock)
    }
    guard let bucket else { return .lock(nil) }
    let row = try Row.fetchOne(
      db, sql: "SELECT failure_count, failed_at FROM failed_sign_in WHERE bucket = ?",
      arguments: [bucket])
    var failures = try row.map { try SignInFailures(from: $0) } ?? SignInFailures()
    let wait = failures.count(at: now)
    try db.execute(
      sql: "INSERT OR REPLACE INTO failed_sign_in VALUES (?, ?, ?)",
      arguments: [bucket, failures.count, failures.last.milliseconds])
    return wait.map { .wait($0) } ?? .lock(nil)
  }
}

extension SignInFailures {
  fileprivate init(from row: Row) throws {
    self.init(
      count: try row.decode(Int.self, atIndex: 0),
      last: Moment(milliseconds: try row.decode(Int64.self, atIndex: 1)))
  }
}
