import FormworkCore
package import Accounts
import Foundation
import GRDB

extension SQLiteAccountStore {
  package func members(
    _ query: MemberQuery, as session: AccountSession?
  ) async throws(AccountStoreError) -> MemberPage {
    try await use {
      try file.readPlaces { db, places in
        let viewer = try Viewer(session, in: db)
        try viewer.check(query.order)
        return try MemberWindow(query).page(for: viewer, in: db, &places)
      }
    }
  }

  package func member(
    named username: String, as session: AccountSession?
  ) async throws(AccountStoreError) -> Member? {
    try await readAtOnce { db in
      let viewer = try Viewer(session, in: db)
      return try StoredMember(named: username, in: db)?.member(for: viewer)
    }
  }

  package func updateProfile(
    _ profile: Profile, basedOn version: Int, as session: AccountSession
  ) async throws(AccountStoreError) -> ProfileOutcome {
    let profile = profile.normalized
    return try await write { db in
      let present = try StoredMember(of: session, in: db)
      let member = present.member(for: present.viewer)
      if present.account.profile == profile { return .saved(member) }
      let faults = RegistrationPolicy.faults(of: profile)
      if !faults.isEmpty { return .refused(faults) }
      if present.record.version != version { return .conflict(member) }
      let texts = [profile.givenName, profile.familyName, profile.email].map { Data($0.utf8) }
      try session.update(
        """
        given_name = CAST(? AS TEXT), family_name = CAST(? AS TEXT), email = CAST(? AS TEXT),
          last_changed = ?, profile_version = profile_version + 1
        """, StatementArguments(texts) + [now().milliseconds], in: db)
      try profile.contacts.save(in: db, ofAccountWhere: "rowid = ?", session.account)
      return .saved(try StoredMember(of: session, in: db).member(for: present.viewer))
    }
  }

  package func delete(as session: AccountSession) async throws(AccountStoreError) {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM account WHERE \(AccountSession.condition)", arguments: session.arguments)
      guard db.changesCount == 1 else { throw AccountStoreError.sessionEnded }
      try KeptCount.change(by: -1, in: db)
      // Without an administrator the policy could never be changed again.
      try db.execute(
        sql: """
          UPDATE account SET is_administrator = 1 WHERE id = (SELECT min(id) FROM account)
            AND NOT EXISTS (SELECT 1 FROM account WHERE is_administrator = 1)
          """)
    }
  }

  package func setPolicy(
    _ policy: RegistrationPolicy, basedOn former: RegistrationPolicy, as session: AccountSession
  ) async throws(AccountStoreError) -> PolicyOutcome {
    try await write { db in
      try session.checkAdministrator(in: db)
      let outcome = PolicyOutcome(
        changing: former, to: policy, where: try RegistrationPolicy(from: db))
      if outcome == .saved { try policy.save(in: db) }
      return outcome
    }
  }

  /// Replaces the terms, as an administrator unless there is no account: see ``setTerms(_:)``.
  package func setTerms(
    _ text: String?, as session: AccountSession?
  ) async throws(AccountStoreError) {
    try await write { db in
      if let session {
        try session.checkAdministrator(in: db)
      } else if try db.exists("account") {
        throw AccountStoreError.notAllowed
      }
      try RegistrationPolicy.saveTerms(text, in: db)
    }
  }

  package func preferences(
    as session: AccountSession
  ) async throws(AccountStoreError) -> Preferences {
    try await read { db in
      let row = try db.row(
        """
        SELECT CAST(sort_order AS BLOB), CAST(layout AS BLOB), CAST(style AS BLOB) FROM account
        WHERE \(AccountSession.condition)
        """, session.arguments)
      guard let row else { throw AccountStoreError.sessionEnded }
      let texts = try (0..<3).map { try row.text(at: $0) }
      return Preferences(
        order: MemberOrder(rawValue: texts[0]), layout: texts[1].isEmpty ? nil : texts[1],
        style: texts[2].isEmpty ? nil : texts[2])
    }
  }

  package func setPreferences(
    _ preferences: Preferences, as session: AccountSession
  ) async throws(AccountStoreError) {
    let texts = [preferences.order?.rawValue, preferences.layout, preferences.style]
      .map { Data(($0 ?? "").utf8) }
    try await write { db in
      try session.update(
        "sort_order = CAST(? AS TEXT), layout = CAST(? AS TEXT), style = CAST(? AS TEXT)",
        StatementArguments(texts), in: db)
    }
  }

  package func changeCount() async throws(AccountStoreError) -> Int {
    try await use { try file.changeCount() }
  }
}

extension AccountSession {
  /// Checks whether the session is an administrator's, in the transaction of a change.
  fileprivate func checkAdministrator(in db: Database) throws {
    guard try StoredMember(of: self, in: db).record.isAdministrator else {
      throw AccountStoreError.notAllowed
    }
  }
}
