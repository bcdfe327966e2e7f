import Accounts
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSession

/// The form in which an administrator changes the policy, except its terms.
enum PolicyForm {
  static let isOpen = Field.toggle("isOpen", label: .key("policy.field.isOpen"))
  static let shortestName = length("shortestName", atMost: TextLimits.username)
  static let longestName = length("longestName", atMost: TextLimits.username)
  static let shortestPassword = length("shortestPassword", atMost: TextLimits.password)
  static let longestPassword = length("longestPassword", atMost: TextLimits.password)
  static let reservedNames = Field.text("reservedNames", label: .key("policy.field.reservedNames"))
    .detail(.key("policy.field.reservedNames.detail"))

  static let answered = [
    isOpen.item, shortestName.item, longestName.item, shortestPassword.item, longestPassword.item,
    reservedNames.item,
  ]

  private static func length(_ name: FieldID, atMost limit: Int) -> Field<Int> {
    Field.wholeNumber(name, label: .key("policy.field", of: name.rawValue)).required()
      .range(1...limit)
  }

  static func definition(for policy: RegistrationPolicy) throws(DefinitionError) -> FormDefinition {
    func notBelow(_ minimum: Field<Int>, _ field: Field<Int>) -> Field<Int> {
      field.rule(reading: [minimum.id]) { longest, answers in
        let shortest = answers[minimum]
        return longest < shortest ? .rangeUnderflow(limit: ExactDecimal(shortest)) : nil
      }
    }
    return try FormDefinition(
      "policy", title: .key("policy.title"), submitLabel: .key("policy.submit")
    ) {
      isOpen.initialAnswer(policy.isOpen)
      shortestName.initialAnswer(policy.usernameLength.lowerBound)
      notBelow(shortestName, longestName.initialAnswer(policy.usernameLength.upperBound))
      shortestPassword.initialAnswer(policy.passwordLength.lowerBound)
      notBelow(shortestPassword, longestPassword.initialAnswer(policy.passwordLength.upperBound))
      reservedNames.initialAnswer(policy.reservedNames.joined(separator: " "))
    }
  }
}

extension PolicyForm {
  /// Returns the policy that the answers describe, without terms.
  static func policy(of answers: Answers) -> RegistrationPolicy {
    RegistrationPolicy(
      isOpen: answers[isOpen], usernameLength: answers[shortestName]...answers[longestName],
      passwordLength: answers[shortestPassword]...answers[longestPassword],
      reservedNames: answers[reservedNames].split { $0 == " " || $0 == "," }.map(String.init))
  }

  /// Returns a refusal of each field that others have changed to another value than the user's.
  static func differences(
    of present: RegistrationPolicy, from previous: RegistrationPolicy, wanted: RegistrationPolicy
  ) -> [FormIssue] {
    let parts: [(field: FieldID, text: (RegistrationPolicy) -> String)] = [
      (shortestName.id, { "\($0.usernameLength.lowerBound)" }),
      (longestName.id, { "\($0.usernameLength.upperBound)" }),
      (shortestPassword.id, { "\($0.passwordLength.lowerBound)" }),
      (longestPassword.id, { "\($0.passwordLength.upperBound)" }),
      (reservedNames.id, { $0.reservedNames.joined(separator: " ") }),
    ]
    // A toggle that others have changed is a conflict, unless the user has made the same change.
    let hasToggleConflict = present.isOpen != previous.isOpen && present.isOpen != wanted.isOpen
    let open = FormIssue(
      isOpen.id, .customError(key: present.isOpen ? "openedElsewhere" : "closedElsewhere"))
    return (hasToggleConflict ? [open] : [])
      + parts.compactMap { field, text in
        .changedElsewhere(field, from: text(previous), to: text(present), wanted: text(wanted))
      }
  }
}

/// The operations of the form on a store of accounts.
struct PolicyOperations: UncheckedFormOperations {
  let store: any AccountStore
  let member: SignedIn
  let sessionEnded: any NotificationSender<SessionEnded>
  private let bases = FormBases<RegistrationPolicy>()

  @concurrent func load() async throws -> FormDefinition {
    let policy = try await store.policy()
    let form = try PolicyForm.definition(for: policy)
    bases.begin(form, with: policy)
    return form
  }

  /// Changes the policy, unless others have changed the same parts of it.
  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<[Message]> {
    guard let shown = bases.version(for: submission) else { throw AccountStoreError.cancelled }
    let wanted = PolicyForm.policy(of: submission.answers)
    var basis = shown
    while case .conflict(let present) = try await change(to: wanted, basedOn: basis) {
      let differences = PolicyForm.differences(of: present, from: shown, wanted: wanted)
      if !differences.isEmpty {
        bases.noteAnswer(present, to: submission)
        return .refused(differences)
      }
      // Others have made the same changes.
      basis = present
    }
    // The change holds even if the policy cannot be read again.
    let lines = try? await Queries(store: store).policy()
    return .accepted(lines ?? [.key("policy.changed")])
  }

  private func change(
    to policy: RegistrationPolicy, basedOn previous: RegistrationPolicy
  ) async throws -> PolicyOutcome {
    try await sessionEnded.notifyingOfEnd(of: member.session) {
      () async throws(AccountStoreError) in
      try await store.setPolicy(policy, basedOn: previous, as: member.session)
    }
  }
}
