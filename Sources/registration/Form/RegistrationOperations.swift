import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The operations of the registration form on a store of accounts.
struct RegistrationOperations: FormOperations {
  let store: any AccountStore

  @concurrent func load() async throws -> FormDefinition {
    let policy = try await store.policy()
    guard policy.isOpen else { throw ProgramFailure(.key("registration.closed")) }
    return try RegistrationForm.definition(for: policy)
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? {
    guard request.check == RegistrationForm.usernameIsFree else {
      throw ProgramFailure(
        .key("registration.unknownCheck", ["name": .verbatim(request.check.quoted)]))
    }
    let username = request.answers[RegistrationForm.username]
    return try await store.isFree(username) ? nil : .taken
  }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Home> {
    let answers = submission.answers
    let account = Account(
      username: answers[RegistrationForm.username],
      givenName: answers[RegistrationForm.givenName],
      familyName: answers[RegistrationForm.familyName],
      email: answers[RegistrationForm.email],
      contacts: answers[RegistrationForm.contacts].map { Contact($0) },
      // Only a form with terms asks to accept them.
      termsVersion: submission.form.termsVersion.flatMap {
        answers[RegistrationForm.acceptTerms] ? $0 : nil
      })
    let new = NewAccount(account: account, password: answers[RegistrationForm.password])
    switch try await store.register(new, submission: submission.key) {
    case .registered(let account):
      return .accepted(Home(account: account, accountCount: await store.knownCount()))
    case .refused(let faults):
      // If there were no terms when the form was loaded, it has no part for them.
      let isWithTerms = submission.form.termsVersion != nil
      return .refused(
        faults.map {
          $0.field == RegistrationForm.acceptTerms.id && !isWithTerms
            ? FormIssue(nil, $0.violation) : $0
        })
    case .held(let hold): return .refused(FormIssue(hold))
    case .closed:
      return .refused(FormIssue(nil, .customError(key: "closed")))
    }
  }
}

extension Contact {
  /// Creates the contact of an item of the form's list.
  fileprivate init(_ answers: Answers) {
    self.init(
      kind: answers[RegistrationForm.kind], address: answers[RegistrationForm.address],
      isPublic: answers[RegistrationForm.isPublic])
  }
}

extension FormResultRecorder<Home> {
  /// Returns a line about the outcome of the form, however it was left.
  func outcome(drafts: DraftWriter?) -> Message {
    if let home = receipt { return home.greeting }
    if drafts?.hasDraft == true {
      return isOutcomeUnknown ? .key("outcome.unknown.kept") : .key("outcome.none.kept")
    }
    return isOutcomeUnknown ? .key("outcome.unknown") : .key("outcome.none")
  }
}
