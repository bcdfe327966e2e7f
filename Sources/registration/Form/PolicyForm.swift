import Accounts
import FormworkCore
import FormworkHost
import FormworkSession

/// The form by which an administrator changes what is asked of a new account, but for its terms.
enum PolicyForm {
  static let isOpen = Field.toggle("isOpen", label: "policy.field.isOpen")
  static let shortestName = length("shortestName", atMost: TextLimits.username)
  static let longestName = length("longestName", atMost: TextLimits.username)
  static let shortestPassword = length("shortestPassword", atMost: TextLimits.password)
  static let longestPassword = length("longestPassword", atMost: TextLimits.password)
  static let reservedNames = Field.text("reservedNames", label: "policy.field.reservedNames")
    .detail("policy.field.reservedNames.detail")

  private static func length(_ name: FieldID, atMost limit: Int) -> Field<Int?> {
    .wholeNumber(name, label: Message("policy.field", of: name.rawValue)).required()
      .range(1...limit)
  }

  /// The form, with what holds by now.
  static func definition(for policy: RegistrationPolicy) throws(DefinitionError) -> FormDefinition {
    func notBelow(_ minimum: Field<Int?>, _ field: Field<Int?>) -> Field<Int?> {
      field.rule("order", reading: [minimum.id]) { longest, answers in
        guard let longest, let shortest = answers[minimum] else {
          return nil
        }
        return longest < shortest ? .rangeUnderflow(limit: ExactDecimal(shortest)) : nil
      }
    }
    return try FormDefinition("policy", title: "policy.title", submitLabel: "policy.submit") {
      isOpen.initially(policy.isOpen)
      shortestName.initially(policy.usernameLength.lowerBound)
      notBelow(shortestName, longestName.initially(policy.usernameLength.upperBound))
      shortestPassword.initially(policy.passwordLength.lowerBound)
      notBelow(shortestPassword, longestPassword.initially(policy.passwordLength.upperBound))
      reservedNames.initially(policy.reservedNames.joined(separator: " "))
    }
  }
}

/// Works for the form with a store of accounts.
struct PolicyOperations: FormOperations {
  let store: any AccountStore
  let member: SignedIn

  /// Tells that the member is not signed in any more.
  let sessionEnded: any NotificationSender<SessionEnded>

  @concurrent func load() async throws -> FormDefinition {
    try PolicyForm.definition(for: try await store.policy())
  }

  /// There are no checks.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }

  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<[Message]> {
    let answers = submission.answers
    func range(_ least: Field<Int?>, _ most: Field<Int?>) -> ClosedRange<Int> {
      let least = answers[least] ?? 0
      return least...max(least, answers[most] ?? 0)
    }
    let policy = RegistrationPolicy(
      isOpen: answers[PolicyForm.isOpen],
      usernameLength: range(PolicyForm.shortestName, PolicyForm.longestName),
      passwordLength: range(PolicyForm.shortestPassword, PolicyForm.longestPassword),
      reservedNames: answers[PolicyForm.reservedNames].split { $0 == " " || $0 == "," }
        .map(String.init))
    try await sessionEnded.tellingOfEnd(of: member.session) { () async throws(AccountStoreError) in
      try await store.setPolicy(policy, as: member.session)
    }
    // That it cannot be read again undoes nothing.
    let lines = try? await Queries(store: store).policy()
    return .accepted(lines ?? ["policy.changed"])
  }
}
