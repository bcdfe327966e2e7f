import Accounts
import FormworkCore
import FormworkSession

enum SignInForm {
  static let username = RegistrationForm.username.required()
  static let password = RegistrationForm.password.required().validatedByStore()
    .submittedByEnter()

  /// Returns the form, which asks for the username unless it is known.
  static func definition(for known: String?) throws(DefinitionError) -> FormDefinition {
    try FormDefinition("signin", title: .key("signin.title"), submitLabel: .key("signin.submit")) {
      if let known {
        FormItem.note(
          "name", .key("signin.name", ["name": .verbatim(known.replacingControls())]))
      } else {
        username
      }
      password
    }
  }
}

/// A member who has just signed in, with the texts to show.
struct Arrival: Sendable {
  let signedIn: SignedIn
  let password: Secret
  let preferences: Preferences
  let home: Home
}

/// The operations of the form on a store of accounts.
///
/// There is no check, because a check would show which names exist.
struct SignInOperations: UncheckedFormOperations {
  let store: any AccountStore

  let username: String?

  @concurrent func load() async throws -> FormDefinition {
    try SignInForm.definition(for: username)
  }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<Arrival> {
    let password = submission.answers[SignInForm.password]
    let outcome = try await store.signIn(
      username ?? submission.answers[SignInForm.username], password: password)
    switch outcome {
    case .signedIn(let session, let member):
      let signedIn = SignedIn(session: session, member: member)
      let home = Home(member: member, accountCount: await store.knownCount())
      // A member whose preferences cannot be read is signed in nevertheless.
      let preferences = try? await store.preferences(as: session)
      return .accepted(
        Arrival(
          signedIn: signedIn, password: password, preferences: preferences ?? Preferences(),
          home: home))
    // The fault is shown at the password, which is typed again.
    case .refused: return .refused(.field(SignInForm.password, .customError(key: "signIn")))
    case .held(let hold): return .refused(FormIssue(hold))
    }
  }
}
