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
  /// Registers accounts whose other texts do not matter.
  func register(_ usernames: String...) async throws {
    for name in usernames {
      let outcome = try await register(NewAccount(Account(name)), submission: name)
      try #require(outcome == .registered(Account(name)))
    }
  }
}

extension MemberPage {
  var names: [String] { rows.map(\.username) }
}
