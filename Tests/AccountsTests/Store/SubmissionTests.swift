import Accounts
import FormworkCore
import TestSupport
import Testing

@Suite(.eachStore) struct SubmissionTests {
  private let shelf = Shelf()

  @Test(
    arguments: [
      Account(username: "aDA", givenName: "Ada", familyName: "King", email: "king@example.org"),
      Account(username: "countess", givenName: "Ada", familyName: "King", email: ""),
    ])
  func changedSubmissionReplacesTheAccount(_ changed: Account) async throws {
    let store = try await shelf.store()
    _ = try await store.register(.ada, "1")
    #expect(try await store.register(changed, "1") == .registered(changed))
    #expect(try await store.accounts() == [changed])
    #expect(try await store.isFree("ada") == (changed.username == "countess"))
    // The first one is not sent again, but would replace the account again.
    #expect(try await store.register(.ada, "1") == .registered(.ada))
    #expect(try await store.accounts() == [.ada])
  }

  /// A copy of a try that arrives after the owner has changed the account takes nothing back.
  @Test func aLateTryChangesNothing() async throws {
    let store = try await shelf.store()
    _ = try await store.register(.ada, "1")
    let session = try await store.session("ada")
    _ = try await store.updateProfile(Account.grace.profile, basedOn: 1, as: session)
    let changed = Account.grace.renamed("Ada")
    #expect(try await store.register(.ada, "1") == .registered(changed))
    #expect(try await store.accounts() == [changed])
    try await store.delete(as: session)
    await #expect(throws: AccountStoreError.accountDeleted) {
      try await store.register(.ada, "1")
    }
    #expect(try await store.accounts() == [])
    #expect(try await store.register(.ada, "2") == .registered(.ada))
  }

  private static let otherPassword = RegistrationOutcome.refused([
    FormIssue("password", .submittedBefore)
  ])

  /// A stranger who knows the key of a submission neither gets nor reads the account.
  @Test func aKeyWithoutThePasswordIsNoRight() async throws {
    let moments = TestMoments()
    let store = try await shelf.store(now: { moments.now })
    _ = try await store.register(.ada, "1")
    let guess = NewAccount(account: .grace, password: Secret("another password, as long"))
    for _ in 0..<2 {
      for _ in 0..<SignInFailures.freeCount {
        #expect(try await store.register(guess, submission: "1") == Self.otherPassword)
      }
      // Guesses are counted with those to sign in.
      let hold = SignInFailures.RetryDelay.wrongPasswords(.seconds(1))
      #expect(try await store.signIn("ada", password: .empty) == .held(hold))
      // The right password is not called wrong, while it is not looked at.
      #expect(try await store.register(.grace, "1") == .held(hold))
      #expect(try await store.accounts() == [.ada])
      moments.advance()
      _ = try await store.session("ada")
    }
    #expect(try await store.register(.grace, "1") == .registered(.ada))
  }

  /// Of several persons whose programs choose the same key, one gets an account.
  @Test func aKeyIsOnePersons() async throws {
    let store = try await shelf.store()
    let outcomes = try await withThrowingTaskGroup(of: RegistrationOutcome.self) { group in
      for number in 0..<4 {
        let new = NewAccount(
          account: Account("name\(number)"), password: Secret("password number \(number)"))
        group.addTask { try await store.register(new, submission: "1") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let accounts = try await store.accounts()
    #expect(accounts.count == 1)
    #expect(outcomes.filter { $0 != Self.otherPassword } == accounts.map { .registered($0) })
  }

  @Test(
    arguments: [("GRACE", .taken), ("Root", .reserved)] as [(String, Violation)])
  func changedSubmissionTakesNoName(
    _ row: (name: String, fault: Violation)
  ) async throws {
    let store = try await shelf.store()
    _ = try await store.register(.ada, "1")
    _ = try await store.register(.grace, "2")
    let changed = NewAccount(.ada.renamed(row.name))
    #expect(
      try await store.register(changed, submission: "1")
        == .refused([FormIssue("username", row.fault)]))
    #expect(try await store.accounts() == [.ada, .grace])
  }

  /// The account exists already: a later policy concerns only changes.
  @Test func laterPolicyDoesNotUndoASubmission() async throws {
    let store = try await shelf.store()
    let countess = Account.ada.renamed("Countess-of-Lovelace")
    _ = try await store.register(countess, "1")
    try await store.setPolicy(.allowing(false, reserving: ["countess-of-lovelace", "eve"]))
    try await store.setTerms("Be kind.")
    let respelled = countess.renamed("COUNTESS-of-lovelace")
    #expect(try await store.register(respelled, "1") == .registered(respelled))
    for (name, fault) in [
      ("Eve", .reserved), ("Countess.of.Lovelace", .tooLong(limit: 8, count: 20)),
    ] as [(String, Violation)] {
      #expect(
        try await store.register(.ada.renamed(name), "1")
          == .refused([FormIssue("username", fault)]))
    }
    let new = NewAccount(account: respelled, password: Secret("x"))
    #expect(try await store.register(new, submission: "1") == Self.otherPassword)
    #expect(try await store.accounts() == [respelled])
    let bea = Account.ada.renamed("bea")
    #expect(try await store.register(bea, "1") == .registered(bea))
    #expect(try await store.accounts() == [bea])
  }

  /// A key is opaque: it is compared unchanged and as a whole.
  @Test(
    arguments: [
      ("a", "A"), ("1", "01"), ("!", "~"),
      (String(repeating: "x", count: 128), String(repeating: "x", count: 127)),
    ])
  func otherCharactersAreAnotherSubmission(
    _ submissions: (String, String)
  ) async throws {
    let store = try await shelf.store()
    let (one, other) = submissions
    #expect(try await store.register(.ada, one) == .registered(.ada))
    #expect(try await store.register(.ada, other) == .refused([FormIssue("username", .taken)]))
    #expect(try await store.register(.grace, other) == .registered(.grace))
    #expect(try await store.accounts() == [.ada, .grace])
  }

  @Test(
    arguments: ["", String(repeating: "x", count: 129), "a\u{0}", "a b", "\u{7F}", "é"])
  func otherTextsAreNoKeys(_ submission: String) async throws {
    let store = try await shelf.store()
    await #expect(throws: AccountStoreError.invalidSubmission) {
      try await store.register(.ada, submission)
    }
    #expect(try await store.accounts() == [])
  }
}
