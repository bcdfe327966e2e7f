import Accounts
import FormworkCore
import FormworkSession

enum PasswordForm {
  static let old = Field.secret("oldPassword", label: .key("field.oldPassword")).extent(30)
    .validatedByStore()
  static let new = Field.secret(RegistrationForm.password.id, label: .key("field.newPassword"))
    .extent(30)
  static let again = Field.secret(
    RegistrationForm.passwordAgain.id, label: .key("field.newPasswordAgain")
  ).extent(30)

  static let answered = [old.item, new.item, again.item]

  /// Returns the form for the owner of an account, which may ask for the present password.
  static func definition(
    for policy: RegistrationPolicy, username: String, asksForOld: Bool = true
  ) throws(DefinitionError) -> FormDefinition {
    try FormDefinition(
      "password", title: .key("password.title"), submitLabel: .key("password.submit")
    ) {
      if asksForOld { old.required() }
      new.newPassword(policy.passwordLimits) { _ in username }
      again.required().repeating(new)
    }
  }
}

struct PasswordOperations: MemberFormOperations {
  static let name = "password"

  let owner: SignedIn
  let store: any AccountStore

  /// The present password, if it is known, so that the form does not ask for it.
  var present: Secret?

  @concurrent func load() async throws -> FormDefinition {
    try PasswordForm.definition(
      for: try await store.policy(), username: owner.member.username, asksForOld: present == nil)
  }

  @concurrent func change(
    by submission: Submission
  ) async throws -> SubmissionOutcome<MemberFormResult> {
    let answers = submission.answers
    let outcome = try await store.changePassword(
      from: present ?? answers[PasswordForm.old], to: answers[PasswordForm.new], as: owner.session)
    switch outcome {
    case .changed(let session): return .accepted(.passwordChanged(session))
    case .refused(let fault): return .refused(.field(PasswordForm.new, fault))
    case .wrong:
      let old = present == nil ? PasswordForm.old.id : nil
      return .refused(FormIssue(old, .customError(key: "wrongPassword")))
    case .held(let hold): return .refused(FormIssue(hold))
    }
  }
}

extension FormIssue {
  /// Creates a refusal without a field, since the password may be right: no password is checked now.
  init(_ hold: SignInFailures.RetryDelay) {
    let violation: Violation =
      switch hold {
      case .wrongPasswords(let duration):
        .customError(key: "tooManyTries", ["seconds": .number(duration.wholeSeconds)])
      case .openTries(let duration):
        .customError(key: "openTries", ["seconds": .number(duration.wholeSeconds)])
      }
    self.init(nil, violation)
  }
}

extension Duration {
  /// The number of seconds, rounded up.
  var wholeSeconds: Int {
    Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0)
  }
}
