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
          for: username, in: db, where: "lower(username) = lower(CAST(? AS TEXT))",
          [Data(username.normalForm.utf8)], at: now())
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
        "last_seen = ?, password_hash = CAST(? AS TEXT)",
        [now().milliseconds, Data(hash.utf8)], in: db)
      try SignInFailures.clear(for: member.account.username, in: db)
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
          for: try StoredMember(of: session, in: db).account.username, in: db,
          where: AccountSession.condition, session.arguments, at: now())
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
            "password_hash = CAST(? AS TEXT), credentials = ?",
            [Data(hash.utf8), next.credentials],
            in: db)
          try SignInFailures.clear(for: StoredMember(of: next, in: db).account.username, in: db)
        }
        return .changed(next)
      }
    }
  }

  /// Counts a try to give the password of a name, with an account or without one.
  ///
  /// - Parameters:
  ///   - username: The name.
  ///   - db: The file, in a transaction.
  ///   - condition: What is true of the account, in SQL.
  ///   - values: What is put into it.
  ///   - now: The moment of the try.
  /// - Returns: What to verify the password against, if it may be.
  /// - Throws: What SQLite failed with.
  private static func start(
    for username: String, in db: Database, where condition: String, _ values: StatementArguments,
    at now: Moment
  ) throws -> Start {
    if let wait = try SignInFailures.countTry(for: username, in: db, at: now) { return .wait(wait) }
    let statement = try db.cachedStatement(
      sql: "SELECT rowid, credentials, CAST(password_hash AS BLOB) FROM account WHERE \(condition)")
    let row = try Row.fetchOne(statement, arguments: values)
    return .lock(
      try row.map { row in
        Lock(
          session: AccountSession(
            account: try row.decode(Int64.self, atIndex: 0),
            credentials: try row.decode(Int64.self, atIndex: 1)),
          hash: try row.text(at: 2))
      })
  }
}
