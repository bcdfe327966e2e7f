import Accounts
import FormworkCore
import Testing

extension MemberStore {
  /// Signs in as the owner of a sample.
  func session(
    _ username: String, password: String = "correct horse battery staple"
  ) async throws -> AccountSession {
    let outcome = try await signIn(username, password: Secret(password))
    guard case .signedIn(let session, _) = outcome else {
      throw try #require(nil as (any Error)?, "not signed in: \(outcome)")
    }
    return session
  }
}

extension AccountStore {
  /// Registers an account with the password of the samples.
  func register(
    _ account: Account, _ submission: String
  ) async throws(AccountStoreError) -> RegistrationOutcome {
    try await register(NewAccount(account), submission: submission)
  }

  /// Registers accounts whose other texts do not matter.
  func register(_ usernames: String...) async throws {
    for name in usernames {
      let outcome = try await register(Account(name), name)
      try #require(outcome == .registered(Account(name)))
    }
  }
}

extension MemberPage {
  var names: [String] { rows.map(\.username) }

  /// Returns the page without the place of the next one.
  var withoutNext: MemberPage {
    MemberPage(rows: rows, total: total, hasMore: hasMore, age: age)
  }
}

/// The calls that need a session.
let sessionCalls: [@Sendable (any AccountStore, AccountSession) async throws -> Void] = [
  { _ = try await $0.members(MemberQuery(.newest, range: 0..<1), as: $1) },
  { _ = try await $0.member(named: "ada", as: $1) },
  { _ = try await $0.updateProfile(Account.grace.profile, basedOn: 1, as: $1) },
  {
    let password = Secret("correct horse battery staple")
    _ = try await $0.changePassword(from: password, to: password, as: $1)
  },
  { try await $0.delete(as: $1) },
  { _ = try await $0.setPolicy(.allowing(false), basedOn: .standard, as: $1) },
  { _ = try await $0.preferences(as: $1) }, { try await $0.setPreferences(Preferences(), as: $1) },
]
