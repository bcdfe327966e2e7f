import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The form by which a command asks for a password, and for the name of the account where it does not know that.
enum CredentialsForm {
  static let username = Field.text("username", label: "field.username").extent(20)
  static let password = RegistrationForm.password

  /// Makes its screen.
  ///
  /// - Parameters:
  ///   - username: The name of the account; `nil` is asked for.
  ///   - store: Where that is.
  ///   - wakeUp: What the form's operations raise.
  ///   - signedIn: Told the owner of the account; returns where the person goes.
  /// - Returns: The screen, not opened yet.
  static func screen(
    username: String?, store: any AccountStore, wakeUp: WakeUp,
    signedIn: @escaping (SignedIn) -> Navigation
  ) -> any Screen {
    FormScreen(
      FormViewModel("credentials", title: "credentials.title", catalogue: speaker.catalogue),
      operations: CredentialsOperations(username: username, store: store),
      responder: CredentialsClerk(signedIn), wakeUp: wakeUp)
  }

  static func definition(isNameKnown: Bool) throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      "credentials", title: "credentials.title", submitLabel: "credentials.submit"
    ) {
      if !isNameKnown { username.required() }
      password.required()
    }
  }
}

/// Works for the form that asks for a password.
private struct CredentialsOperations: FormOperations {
  let username: String?
  let store: any AccountStore

  @concurrent func load() async throws -> FormDefinition {
    try CredentialsForm.definition(isNameKnown: username != nil)
  }

  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }

  @concurrent func submit(
    _ submission: Submission
  ) async throws -> SubmissionOutcome<SignedIn> {
    let answers = submission.answers
    let outcome = try await store.signIn(
      username ?? answers[CredentialsForm.username], password: answers[CredentialsForm.password])
    switch outcome {
    case .signedIn(let session, let member):
      return .accepted(SignedIn(session: session, member: member))
    case .refused:
      return .refused([Refusal(CredentialsForm.password.id, .customError("wrongCredentials"))])
    case .wait(let duration): return .refused([.tooManyTries(duration)])
    }
  }
}

private final class CredentialsClerk: FormResponder {
  private let signedIn: (SignedIn) -> Navigation

  init(_ signedIn: @escaping (SignedIn) -> Navigation) { self.signedIn = signedIn }

  func navigation(after ending: FormEnding, receipt: SignedIn?) -> Navigation {
    receipt.map(signedIn) ?? .pop(nil)
  }
}
