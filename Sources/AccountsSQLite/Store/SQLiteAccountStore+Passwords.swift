package import Accounts
package import FormworkCore
import Foundation
import GRDB

extension SQLiteAccountStore {
  /// The hash to verify a password against.
  private struct Lock: Sendable {
    let session: AccountSession
    let hash: String
    /// The name of the counted try.
    let username: String

    /// Reads the lock of the account for which a condition is true, if any.
    init?(
      of username: String, where condition: String, _ values: StatementArguments, in db: Database
    ) throws {
      self.username = username
      let statement = try db.cachedStatement(
        sql:
          "SELECT rowid, credentials, CAST(password_hash AS BLOB) FROM account WHERE \(condition)")
      guard let row = try Row.fetchOne(statement, arguments: values) else { return nil }
      session = AccountSession(
        account: try row.decode(Int64.self, atIndex: 0),
        credentials: try row.decode(Int64.self, atIndex: 1))
      hash = try row.text(at: 2)
    }
  }

  /// The result of counting a try.
  private enum Start: Sendable {
    case hold(SignInFailures.RetryDelay)
    /// The password may be verified; without a lock, the name has no account.
    case lock(Lock?)
  }

  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try await use {
      let start = try await start { db in
        (
          username, "lower(username) = lower(CAST(? AS TEXT))", [Data(username.normalForm.utf8)]
        )
      }
      switch start {
      case .hold(let hold): return .held(hold)
      case .lock(let lock):
        let hash = lock?.hash ?? hashing.dummyHash
        guard try await verify(password, hash, for: username), let lock else { return .refused }
        let isOld = hashing.needsRehash(lock.hash)
        let newHash = try await isOld ? hashing.hash(password) : lock.hash
        return try file.write { try finish(lock, newHash, in: $0) }
      }
    }
  }

  /// Verifies the password of a counted try; one that is cancelled counts as failed.
  private func verify(_ password: Secret, _ hash: String, for username: String) async throws -> Bool
  {
    let isRight: Bool
    do {
      isRight = try await hashing.verify(password, hash)
    } catch {
      try file.write { try SignInFailures.refuse(for: username, in: $0) }
      throw error
    }
    if !isRight { try file.write { try SignInFailures.refuse(for: username, in: $0) } }
    return isRight
  }

  /// Notes a visit of an account's owner.
  private func finish(
    _ lock: Lock, _ hash: String, in db: Database
  ) throws -> SignInOutcome {
    let session = lock.session
    do {
      let member = try StoredMember(of: session, in: db)
      try session.update(
        "last_seen = ?, password_hash = CAST(? AS TEXT)",
        [now().milliseconds, Data(hash.utf8)], in: db)
      try SignInFailures.clear(for: member.account.username, in: db)
      return .signedIn(session, member.member(for: member.viewer))
    } catch AccountStoreError.sessionEnded {
      // The password was changed while it was verified.
      try SignInFailures.refuse(for: lock.username, in: db)
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
      let start = try await start { db in
        (
          try StoredMember(of: session, in: db).account.username, AccountSession.condition,
          session.arguments
        )
      }
      switch start {
      case .hold(let hold): return .held(hold)
      case .lock(nil): throw AccountStoreError.sessionEnded
      case .lock(let lock?):
        guard try await verify(old, lock.hash, for: lock.username) else { return .wrong }
        let hash = try await hashing.hash(new)
        let next = AccountSession(
          account: session.account, credentials: AccountSession.freshCredentials)
        try file.write { db in
          try session.update(
            "password_hash = CAST(? AS TEXT), credentials = ?",
            [Data(hash.utf8), next.credentials],
            in: db)
          try SignInFailures.clear(for: StoredMember(of: next, in: db).account.username, in: db)
        }
        return .changed(next)
      }
    }
  }

  /// Counts a try to sign in with a name, with an account or without one.
  ///
  /// - Parameter account: The name, with a condition for the account in SQL and its arguments.
  /// - Returns: The lock, or the reason to wait.
  /// - Throws: The failure of SQLite.
  private func start(
    _ account: (Database) throws -> (
      username: String, condition: String, values: StatementArguments
    )
  ) async throws -> Start {
    var lock: Lock?
    let hold = try await SignInFailures.begin {
      try file.write { db in
        let (username, condition, values) = try account(db)
        let hold = try SignInFailures.countTry(for: username, in: db, at: now())
        if hold == nil { lock = try Lock(of: username, where: condition, values, in: db) }
        return hold
      }
    }
    return hold.map { .hold($0) } ?? .lock(lock)
  }
}
