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

  /// All that may be answered.
  static let answered = [
    isOpen.item, shortestName.item, longestName.item, shortestPassword.item, longestPassword.item,
    reservedNames.item,
  ]

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

extension PolicyForm {
  /// The policy that the answers describe, without terms.
  static func policy(of answers: Answers) -> RegistrationPolicy {
    func range(_ least: Field<Int?>, _ most: Field<Int?>) -> ClosedRange<Int> {
      let least = answers[least] ?? 0
      return least...max(least, answers[most] ?? 0)
    }
    return RegistrationPolicy(
      isOpen: answers[isOpen], usernameLength: range(shortestName, longestName),
      passwordLength: range(shortestPassword, longestPassword),
      reservedNames: answers[reservedNames].split { $0 == " " || $0 == "," }.map(String.init))
  }

  /// What is told where others have changed the policy meanwhile: at each field that they have changed to something
  /// else than the person has entered, what stands there.
  static func differences(
    of present: RegistrationPolicy, from former: RegistrationPolicy, wanted: RegistrationPolicy
  ) -> [Refusal] {
    let parts: [(field: FieldID, text: (RegistrationPolicy) -> String)] = [
      (shortestName.id, { "\($0.usernameLength.lowerBound)" }),
      (longestName.id, { "\($0.usernameLength.upperBound)" }),
      (shortestPassword.id, { "\($0.passwordLength.lowerBound)" }),
      (longestPassword.id, { "\($0.passwordLength.upperBound)" }),
      (reservedNames.id, { $0.reservedNames.joined(separator: " ") }),
    ]
    // Of a toggle that has changed, the other is what was entered, or nothing has to be told.
    let isToldOfOpen = present.isOpen != former.isOpen && present.isOpen != wanted.isOpen
    let open = Refusal(
      isOpen.id, .customError(present.isOpen ? "openedElsewhere" : "closedElsewhere"))
    return (isToldOfOpen ? [open] : [])
      + parts.compactMap { field, text in
        .changedElsewhere(field, from: text(former), to: text(present), wanted: text(wanted))
      }
  }
}

/// Works for the form with a store of accounts.
struct PolicyOperations: FormOperations {
  private let store: any AccountStore
  private let member: SignedIn
  private let sessionEnded: any NotificationSender<SessionEnded>
  private let bases = FormBases<RegistrationPolicy>()

  /// Makes them.
  ///
  /// - Parameters:
  ///   - store: Where the policy is.
  ///   - member: An administrator.
  ///   - sessionEnded: Told where that one is not signed in any more.
  init(
    store: any AccountStore, member: SignedIn, sessionEnded: any NotificationSender<SessionEnded>
  ) {
    (self.store, self.member, self.sessionEnded) = (store, member, sessionEnded)
  }

  @concurrent func load() async throws -> FormDefinition {
    let policy = try await store.policy()
    let form = try PolicyForm.definition(for: policy)
    bases.begin(form, with: policy)
    return form
  }

  /// There are no checks.
  @concurrent func check(_ request: CheckRequest) async throws -> Violation? { nil }

  /// Changes the policy, if what the person has changed of it is still what the person was shown.
  @concurrent func submit(_ submission: Submission) async throws -> SubmissionOutcome<[Message]> {
    guard let shown = bases.version(for: submission) else { throw AccountStoreError.cancelled }
    let wanted = PolicyForm.policy(of: submission.answers)
    var basis = shown
    while case .conflict(let present) = try await change(to: wanted, basedOn: basis) {
      let differences = PolicyForm.differences(of: present, from: shown, wanted: wanted)
      if !differences.isEmpty {
        bases.tell(present, inAnswerTo: submission)
        return .refused(differences)
      }
      // Others have changed it to what the person has entered there.
      basis = present
    }
    // That it cannot be read again undoes nothing.
    let lines = try? await Queries(store: store).policy()
    return .accepted(lines ?? ["policy.changed"])
  }

  private func change(
    to policy: RegistrationPolicy, basedOn former: RegistrationPolicy
  ) async throws -> PolicyOutcome {
    try await sessionEnded.tellingOfEnd(of: member.session) { () async throws(AccountStoreError) in
      try await store.setPolicy(policy, basedOn: former, as: member.session)
    }
  }
}
