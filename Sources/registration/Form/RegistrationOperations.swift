import Accounts
import FormworkCore
import FormworkSession

/// Works for the registration form with a store of accounts.
struct RegistrationOperations: FormOperations {
  let store: any AccountStore

  /// Reads the policy, and makes the form that it asks for.
  @concurrent func load() async throws -> FormDefinition {
    let policy = try await store.policy()
    guard policy.isOpen else { throw RegistrationClosed() }
    return try RegistrationForm.definition(for: policy)
  }

  /// Asks whether a username is free.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    let username = request.answers[RegistrationForm.username]
    return try await store.isFree(username) ? nil : .customError("taken")
  }

  /// Makes the account.
  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Home> {
    let answers = submission.answers
    let account = Account(
      username: answers[RegistrationForm.username],
      givenName: answers[RegistrationForm.givenName],
      familyName: answers[RegistrationForm.familyName],
      email: answers[RegistrationForm.email])
    let new = NewAccount(account: account, password: answers[RegistrationForm.password])
    switch try await store.register(new, submission: submission.key) {
    case .registered(let account):
      return .accepted(Home(account: account, accountCount: await count()))
    case .taken:
      return .refused([Refusal(RegistrationForm.username.id, .customError("taken"))])
    case .closed:
      return .refused([Refusal(nil, .customError("closed"))])
    }
  }

  /// How many accounts there are.
  ///
  /// That it cannot be told does not undo a registration.
  private func count() async -> Int? {
    do {
      return try await store.count()
    } catch {
      return nil
    }
  }
}

/// Nobody may register at present.
struct RegistrationClosed: Error, CustomStringConvertible {
  var description: String { "registration is closed" }
}
