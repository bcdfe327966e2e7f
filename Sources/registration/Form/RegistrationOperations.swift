import Accounts
import FormworkCore
import FormworkOperations
import FormworkSession

/// Works for the registration form with a store of accounts.
struct RegistrationOperations: FormOperations {
  let store: any AccountStore

  /// How terms are read that are too long for the form.
  let termsHint: String

  /// The version of the terms that the form shows.
  private let termsVersion = Synchronized<Int?>(nil)

  init(store: any AccountStore, termsHint: String) {
    self.store = store
    self.termsHint = termsHint
  }

  /// Reads the policy, and makes the form that it asks for.
  @concurrent func load() async throws -> FormDefinition {
    let policy = try await store.policy()
    guard policy.isOpen else { throw RegistrationClosed() }
    termsVersion.withState { $0 = policy.terms?.version }
    return try RegistrationForm.definition(for: policy, termsHint: termsHint)
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
      email: answers[RegistrationForm.email],
      termsVersion: answers[RegistrationForm.acceptTerms] ? termsVersion.withState(\.self) : nil)
    let new = NewAccount(account: account, password: answers[RegistrationForm.password])
    switch try await store.register(new, submission: submission.key) {
    case .registered(let account):
      return .accepted(Home(account: account, accountCount: await count()))
    case .taken:
      return .refused([Refusal(RegistrationForm.username.id, .customError("taken"))])
    case .closed:
      return .refused([Refusal(nil, .customError("closed"))])
    case .termsChanged:
      return .refused([Refusal(RegistrationForm.acceptTerms.id, .customError("termsChanged"))])
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

/// New accounts are not accepted at present.
struct RegistrationClosed: Error, CustomStringConvertible {
  var description: String { "registration is closed" }
}
