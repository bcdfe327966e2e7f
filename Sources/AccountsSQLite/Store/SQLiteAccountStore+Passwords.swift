package import Accounts
package import FormworkCore
import Foundation
import GRDB

extension SQLiteAccountStore {
  /// The hash to verify a password against.
  private struct Lock: Sendable {
    let session: AccountSession
    let username: String
    let hash: String

    init(from row: Row) throws {
      session = AccountSession(
        account: try row.decode(Int64.self, atIndex: 0),
        credentials: try row.decode(Int64.self, atIndex: 1))
      username = try row.text(at: 2)
      hash = try row.text(at: 3)
    }
  }

  /// The outcome of a try with a password.
  private enum Verdict: Sendable {
    case held(SignInFailures.RetryDelay)
    case wrong
    case right(Lock)
  }

  package func signIn(
    _ username: String, password: Secret
  ) async throws(AccountStoreError) -> SignInOutcome {
    try await use {
      let name = Data(username.normalForm.utf8)
      switch try await verify(
        password, of: username, where: StoredMember.named, [name])
      {
      case .held(let hold): return .held(hold)
      case .wrong: return .refused
      case .right(let lock):
        let isOld = hashing.needsRehash(lock.hash)
        let hash = try await isOld ? hashing.hash(password) : lock.hash
        return try file.write { try finish(lock, hash, in: $0) }
      }
    }
  }

  /// Notes a visit of an account's owner.
  private func finish(_ lock: Lock, _ hash: String, in db: Database) throws -> SignInOutcome {
    do {
      let member = try StoredMember(of: lock.session, in: db)
      try lock.session.update(
        "last_seen = ?, password_hash = CAST(? AS TEXT)",
        [now().milliseconds, Data(hash.utf8)], in: db)
      try SignInFailures.clear(for: lock.username, in: db)
      return .signedIn(lock.session, member.member(for: member.viewer))
    } catch AccountStoreError.sessionEnded {
      // The password was changed while it was verified.
      try SignInFailures.change(for: lock.username, in: db) { $0.refuse() }
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
      switch try await verify(old, where: AccountSession.condition, session.arguments) {
      case .held(let hold): return .held(hold)
      case .wrong: return .wrong
      case .right(let lock):
        let hash = try await hashing.hash(new)
        let next = AccountSession(
          account: session.account, credentials: AccountSession.freshCredentials)
        try file.write { db in
          try session.update(
            "password_hash = CAST(? AS TEXT), credentials = ?",
            [Data(hash.utf8), next.credentials], in: db)
          try SignInFailures.clear(for: lock.username, in: db)
        }
        return .changed(next)
      }
    }
  }

  /// Counts a try with the account for which a condition is true, or with a name that has none.
  ///
  /// One that is cancelled counts as failed.
  private func verify(
    _ password: Secret, of name: String? = nil, where condition: String,
    _ values: StatementArguments
  ) async throws -> Verdict {
    var lock: Lock?
    var username = ""
    let hold = try await SignInFailures.begin {
      try file.write { db in
        let row = try db.row(
          """
          SELECT rowid, credentials, CAST(username AS BLOB), CAST(password_hash AS BLOB)
          FROM account WHERE \(condition)
          """, values)
        lock = try row.map { try Lock(from: $0) }
        guard let counted = lock?.username ?? name else { throw AccountStoreError.sessionEnded }
        username = counted
        return try SignInFailures.change(for: username, in: db) { $0.count(at: now()) }
      }
    }
    if let hold { return .held(hold) }
    func refuse() throws {
      try file.write { db in try SignInFailures.change(for: username, in: db) { $0.refuse() } }
    }
    do {
      let isRight = try await hashing.verify(password, lock?.hash ?? hashing.dummyHash)
      if isRight, let lock { return .right(lock) }
    } catch {
      try refuse()
      throw error
    }
    try refuse()
    return .wrong
  }
}
