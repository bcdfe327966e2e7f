import Accounts
import AccountsSQLite
import GRDB
import TestSupport
import Testing

@testable import Formwork
import FormworkCore
@testable import FormworkSession
@testable import registration

@Suite struct MemberFormTests {
  private let bench: RegistrationBench
  private let store: SQLiteAccountStore

  init() throws {
    bench = try RegistrationBench()
    // Time stands still, so that a busy machine has no time to forget wrong passwords.
    store = SQLiteAccountStore(path: bench.accounts, now: { Timestamp(seconds: 1_000_000) })
  }

  /// Registers a sample's account, and signs in.
  private func signIn() async throws -> SignedIn {
    let account = Account(
      username: "ann", givenName: "Ann", familyName: "Lee", email: "ann@example.org",
      contacts: [Contact(kind: .telephone, address: "+44 20 7946 0958")])
    _ = try await store.register(
      NewAccount(account: account, password: Secret(RegistrationBench.password)), submission: "1")
    let outcome = try await store.signIn("ann", password: Secret(RegistrationBench.password))
    guard case .signedIn(let session, let member) = outcome else {
      throw try #require(nil as (any Error)?, "not signed in")
    }
    return SignedIn(session: session, member: member)
  }

  // MARK: Profile

  private static func answers(
    _ givenName: String, _ familyName: String, _ email: String
  ) -> Answers {
    Answers([
      "givenName": .text(givenName), "familyName": .text(familyName), "email": .text(email),
    ])
  }

  private func stored() async throws -> Profile? {
    try await store.account(named: "ann")?.profile
  }

  @Test func theFormBeginsWithWhatIsStored() async throws {
    let form = try await ProfileOperations(owner: signIn(), store: store).load()
    let initial = form.items.map { item in
      if case .field(let field) = item { "\(field.id): \(field.initial)" } else { "" }
    }
    #expect(
      initial == [
        "givenName: text(\"Ann\")", "familyName: text(\"Lee\")",
        "email: text(\"ann@example.org\")",
      ])
  }

  @Test func theProfileIsRefusedAtItsFieldsOrSaved() async throws {
    let owner = try await signIn()
    let operations = ProfileOperations(owner: owner, store: store)
    let form = try await operations.load()
    let faulty = Self.answers("A\u{0}", String(repeating: "x", count: 201), "ann@example.org")
    let refused = try await operations.submit("1", faulty, form)
    #expect(
      refused.refusals == [
        FormIssue("givenName", .badInput(.controlCharacter("\0"))),
        FormIssue("familyName", .tooLong(limit: 200, count: 201)),
      ])
    let good = Self.answers("Anna", "Leigh", "")
    let saved = try await operations.submit("2", good, form)
    let member = try #require(try await store.member(named: "ann", as: owner.session))
    #expect(saved.receipt == .saved(member))
    #expect(
      try await stored()
        == Profile(
          givenName: "Anna", familyName: "Leigh", email: "", contacts: owner.member.contacts))
  }

  /// Changes from elsewhere are shown at their fields, and overwritten only after that.
  @Test func aChangeElsewhereIsToldAndNeverOverwrittenUnseen() async throws {
    let owner = try await signIn()
    let operations = ProfileOperations(owner: owner, store: store)
    let form = try await operations.load()
    let contacts = [Contact(kind: .web, address: "https://example.org")]
    let elsewhere = Profile(
      givenName: "Ann", familyName: "", email: "lee@example.org", contacts: contacts)
    _ = try await store.updateProfile(elsewhere, basedOn: 1, as: owner.session)
    let wanted = Self.answers("Ann", "Leigh", "ann@example.org")
    let told = [
      FormIssue("familyName", .customError(key: "emptiedElsewhere")),
      FormIssue("email", .customError(key: "changedElsewhere", ["text": "lee@example.org"])),
    ]
    // The same key again, since the late answer was not shown.
    for key in ["1", "1"] {
      let outcome = try await operations.submit(key, wanted, form)
      #expect(outcome.refusals == told)
    }
    let saved = try await operations.submit("2", wanted, form)
    guard case .saved? = saved.receipt else {
      Issue.record("not saved: \(saved)")
      return
    }
    #expect(
      try await stored()
        == Profile(
          givenName: "Ann", familyName: "Leigh", email: "ann@example.org", contacts: contacts))
  }

  /// A submission compares with the last loaded form, unless that came too late.
  @Test func theFormOnViewIsWhatCounts() async throws {
    let owner = try await signIn()
    let operations = ProfileOperations(owner: owner, store: store)
    let shown = try await operations.load()
    var profile = Profile(
      givenName: "Ann", familyName: "Leigh", email: "ann@example.org",
      contacts: owner.member.contacts)
    _ = try await store.updateProfile(profile, basedOn: 1, as: owner.session)
    let late = try await operations.load()
    let wanted = Self.answers("Anna", "Lee", "ann@example.org")
    let first = try await operations.submit("1", wanted, shown)
    #expect(
      first.refusals == [
        FormIssue("familyName", .customError(key: "changedElsewhere", ["text": "Leigh"]))
      ])
    _ = try await operations.submit("2", wanted, late)
    (profile.givenName, profile.familyName) = ("Anna", "Lee")
    #expect(try await stored() == profile)
  }

  /// Changes of fields outside the form are not reported, nor are the same changes: both are kept.
  @Test(arguments: ["Ann", "Anna"])
  func aChangeElsewhereMayBeNoConflict(_ givenName: String) async throws {
    let owner = try await signIn()
    let operations = ProfileOperations(owner: owner, store: store)
    let form = try await operations.load()
    let contacts = [Contact(kind: .web, address: "https://example.org")]
    var profile = Profile(
      givenName: givenName, familyName: "Lee", email: "ann@example.org", contacts: contacts)
    _ = try await store.updateProfile(profile, basedOn: 1, as: owner.session)
    let outcome = try await operations.submit(
      "1", Self.answers("Anna", "Lee", "ann@example.org"), form)
    let member = try #require(try await store.member(named: "ann", as: owner.session))
    #expect(outcome.receipt == .saved(member))
    profile.givenName = "Anna"
    #expect(try await stored() == profile)
  }

  // MARK: Policy

  private static func policy(
    _ isOpen: Bool, _ names: ClosedRange<Int>, _ passwords: ClosedRange<Int>, _ reserved: String
  ) -> Answers {
    Answers([
      "isOpen": .toggle(isOpen), "shortestName": .wholeNumber(names.lowerBound),
      "longestName": .wholeNumber(names.upperBound),
      "shortestPassword": .wholeNumber(passwords.lowerBound),
      "longestPassword": .wholeNumber(passwords.upperBound), "reservedNames": .text(reserved),
    ])
  }

  private static func policy(_ answers: Answers) -> RegistrationPolicy {
    PolicyForm.policy(of: answers)
  }

  /// Changes by another administrator are shown at their fields, and overwritten only after that.
  @Test func aPolicyOfAnotherAdministratorIsNeverOverwrittenUnseen() async throws {
    let owner = try await signIn()
    let ended = SentNotifications<SessionEnded>()
    let operations = PolicyOperations(store: store, member: owner, sessionEnded: ended)
    let first = Self.policy(true, 3...32, 15...128, "root admin")
    try await store.setPolicy(Self.policy(first))
    let form = try await operations.load()
    try await store.setPolicy(Self.policy(Self.policy(false, 3...32, 20...128, "")))
    let wanted = Self.policy(true, 4...32, 15...128, "root admin")
    let told = [
      FormIssue("isOpen", .customError(key: "closedElsewhere")),
      FormIssue("shortestPassword", .customError(key: "changedElsewhere", ["text": "20"])),
      FormIssue("reservedNames", .customError(key: "emptiedElsewhere")),
    ]
    // The same key again, since the late answer was not shown.
    for key in ["1", "1"] {
      let outcome = try await operations.submit(key, wanted, form)
      #expect(outcome.refusals == told)
    }
    #expect(try await store.policy() == Self.policy(Self.policy(false, 3...32, 20...128, "")))
    let saved = try await operations.submit("2", wanted, form)
    #expect(saved.receipt == (try await Queries(store: store).policy()))
    #expect(try await store.policy() == Self.policy(wanted))
    // Identical changes are not reported.
    let next = try await operations.load()
    try await store.setPolicy(Self.policy(Self.policy(false, 4...32, 15...128, "root admin")))
    let same = Self.policy(false, 5...32, 15...128, "root admin")
    let outcome = try await operations.submit("3", same, next)
    #expect(outcome.receipt == (try await Queries(store: store).policy()))
    #expect(try await store.policy() == Self.policy(same))
  }

  /// The options of a command do not overwrite a policy that was changed meanwhile.
  @Test func optionsChangeThePolicyThatWasRead() async throws {
    let bench = try RegistrationBench()
    try await bench.register("ann")
    let session = try await bench.session(of: "ann")
    let elsewhere = try DatabaseQueue(path: bench.accounts)
    @Sendable func close(_ policy: RegistrationPolicy) -> RegistrationPolicy {
      var policy = policy
      policy.isOpen = false
      return policy
    }
    var policy = RegistrationPolicy.standard
    policy.reservedNames = []
    let outcome = try await bench.store.changePolicy(as: session) {
      #expect(throws: Never.self) {
        try elsewhere.write { try $0.execute(sql: "DELETE FROM reserved_name") }
      }
      return close($0)
    }
    #expect(outcome == .conflict(policy))
    #expect(try await bench.store.policy() == policy)
    #expect(try await bench.store.changePolicy(as: session, close) == .saved)
    policy.isOpen = false
    #expect(try await bench.store.policy() == policy)
  }

  // MARK: Password

  @Test func thePasswordIsChangedByTheOldOne() async throws {
    let owner = try await signIn()
    let operations = PasswordOperations(owner: owner, store: store)
    let form = try await operations.load()
    func submit(_ old: String, _ new: String) async throws -> SubmissionOutcome<MemberFormResult> {
      try await operations.submit(
        Submission(
          key: "1",
          answers: Answers([
            "oldPassword": .secret(Secret(old)), "password": .secret(Secret(new)),
          ]), form: form))
    }
    let new = "four words, all lower case"
    #expect(
      try await submit(RegistrationBench.password, "short").refusals
        == [FormIssue("password", .tooShort(limit: 15, count: 5))])
    for _ in 0..<SignInFailures.freeCount {
      #expect(
        try await submit("x", new).refusals
          == [FormIssue("oldPassword", .customError(key: "wrongPassword"))])
    }
    let waiting = try await submit("x", new).refusals?.first?.violation
    guard
      case .customError(.key("customError.tooManyTries", let arguments, _))? = waiting,
      case .number(let seconds)? = arguments["seconds"]
    else {
      Issue.record("not told to wait: \(String(describing: waiting))")
      return
    }
    #expect((1...2).contains(seconds))
  }

  @Test func theSessionGoesOnWithTheNewPassword() async throws {
    let owner = try await signIn()
    let operations = PasswordOperations(owner: owner, store: store)
    let submission = Submission(
      key: "1",
      answers: Answers([
        "oldPassword": .secret(Secret(RegistrationBench.password)),
        "password": .secret(Secret("four words, all lower case")),
      ]), form: try await operations.load())
    guard case .passwordChanged(let session)? = try await operations.submit(submission).receipt
    else {
      Issue.record("not changed")
      return
    }
    #expect(try await store.member(named: "ann", as: session)?.email == "ann@example.org")
    // The old session has ended for each form.
    #expect(try await operations.submit(submission).receipt == .sessionEnded)
    let deletion = DeletionOperations(owner: owner, store: store)
    #expect(try await deletion.submit(submission).receipt == .sessionEnded)
    let ended = SentNotifications<SessionEnded>()
    await #expect(throws: AccountStoreError.sessionEnded) {
      try await ProfileOperations(owner: owner, store: store, sessionEnded: ended).load()
    }
    #expect(ended.take().map(\.session) == [owner.session])
  }

  @Test(
    arguments: [
      ("correct horse battery staple", []),
      ("short", [.tooShort(limit: 15, count: 5)]),
      ("my name is ann, and long", [.customError(key: "containsUsername")]),
      ("passwordpassword1", [.customError(key: "commonPassword")]),
    ] as [(String, [Violation])])
  func theNewPasswordHasRules(_ password: String, _ violations: [Violation]) throws {
    let form = try PasswordForm.definition(for: .standard, username: "ann")
    let viewModel = FormViewModel("password", catalogue: .registration)
    _ = viewModel.open()
    _ = viewModel.handle(.loaded(LoadID(rawValue: 1), form))
    _ = viewModel.set(Secret("old"), in: PasswordForm.old)
    _ = viewModel.set(Secret(password), in: PasswordForm.new)
    _ = viewModel.set(Secret(password), in: PasswordForm.again)
    #expect(viewModel.violations == violations.map { FormIssue("password", $0) })
    _ = viewModel.set(Secret("another"), in: PasswordForm.again)
    #expect(
      viewModel.violations
        == violations.map { FormIssue("password", $0) } + [
          FormIssue("passwordAgain", .customError(key: "equals"))
        ])
  }

  // MARK: Deleting

  /// Names are compared case-insensitively, and the safe answer is the first.
  @Test func anAccountIsDeletedByItsNameAndAConfirmation() async throws {
    let owner = try await signIn()
    let form = try await DeletionOperations(owner: owner, store: store).load()
    let viewModel = FormViewModel("deletion", catalogue: .registration)
    _ = viewModel.open()
    _ = viewModel.handle(.loaded(LoadID(rawValue: 1), form))
    _ = viewModel.set("bob", in: DeletionForm.username)
    #expect(viewModel.violations == [FormIssue("username", .customError(key: "otherUsername"))])
    _ = viewModel.set("ANN", in: DeletionForm.username)
    #expect(viewModel.press(.submit) == [.asked(.review)])
    #expect(
      viewModel.alert(for: .review)
        == Alert(
          "Delete the account ann, with all that belongs to it, for good?",
          buttons: [
            .init("goOn", label: "Continue editing", role: .cancel, isYes: false),
            .init("handIn", label: "Delete the account", role: .destroy, isYes: true),
          ]))
    #expect(viewModel.answer("goOn") == [])
    #expect(viewModel.state == .editing)
    _ = viewModel.press(.submit)
    guard case .submit(_, let answers)? = viewModel.answer("handIn").first else {
      Issue.record("not handed in")
      return
    }
    let outcome = try await DeletionOperations(owner: owner, store: store)
      .submit(Submission(key: "1", answers: answers, form: form))
    #expect(outcome.receipt == .deleted)
    #expect(try await store.count() == 0)
  }

  /// The outcome of the form, after each way to leave it.
  @Test func theClerkKnowsWhatHasBecomeOfTheForm() {
    var told: [MemberFormResult] = []
    let recorder = FormResultRecorder<MemberFormResult> {
      told.append($0.result)
      return .pop(nil)
    }
    #expect(recorder.result == .cancelled)
    recorder.showed(.submissionFailed(.timedOut))
    #expect(recorder.result == .unknown)
    recorder.refused()
    _ = recorder.navigation(after: .cancelled, receipt: nil)
    _ = recorder.navigation(after: .submitted, receipt: .deleted)
    #expect(recorder.result == .deleted)
    #expect(told == [.cancelled, .deleted])
  }
}

extension FormOperations {
  fileprivate func submit(
    _ key: String, _ answers: Answers, _ form: FormDefinition
  ) async throws -> SubmissionOutcome<Receipt> {
    try await submit(Submission(key: key, answers: answers, form: form))
  }
}

extension SubmissionOutcome {
  fileprivate var refusals: [FormIssue]? {
    if case .refused(let refusals) = self { refusals } else { nil }
  }

  fileprivate var receipt: Receipt? {
    if case .accepted(let receipt) = self { receipt } else { nil }
  }
}
