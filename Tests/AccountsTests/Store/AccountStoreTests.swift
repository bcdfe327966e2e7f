import Accounts
import FormworkCore
import TestSupport
import Testing

@Suite(.eachStore) struct AccountStoreTests {
  private let shelf = Shelf()

  @Test func newStoreHasStandardPolicyAndNoAccounts() async throws {
    let store = try await shelf.store()
    #expect(try await store.policy() == .standard)
    #expect(try await store.accounts() == [])
    #expect(try await store.count() == 0)
    #expect(try await store.account(named: "Ada") == nil)
    #expect(try await store.isFree("Ada"))
    #expect(try await store.register(.ada, "1") == .registered(.ada))
    #expect(try await store.accounts() == [.ada])
    #expect(try await store.count() == 1)
    #expect(try await store.account(named: "aDA") == .ada)
    #expect(try await store.isFree("grace"))
  }

  @Test(
    arguments: [
      ("Ada", .taken), ("ada", .taken), ("ADA", .taken), ("root", .reserved), ("Root", .reserved),
      ("HOSTMASTER", .reserved),
    ] as [(String, Violation)])
  func nameIsTakenOrReservedInEitherLetterCase(
    _ row: (name: String, fault: Violation)
  ) async throws {
    let store = try await shelf.store()
    _ = try await store.register(.ada, "1")
    let rival = NewAccount(.grace.renamed(row.name))
    #expect(try await store.isFree(row.name) == false)
    #expect(
      try await store.register(rival, submission: "2")
        == .refused([FormIssue("username", row.fault)]))
    #expect(try await store.accounts() == [.ada])
  }

  @Test func closedStoreRegistersNoAccount() async throws {
    let store = try await shelf.store()
    try await store.setPolicy(.allowing(false))
    #expect(try await store.register(.ada, "1") == .closed)
    #expect(try await store.accounts() == [])
    #expect(try await store.isFree("Ada"))

    try await store.setPolicy(.allowing(true))
    #expect(try await store.register(.ada, "1") == .registered(.ada))
  }

  @Test func policyIsReplaced() async throws {
    let store = try await shelf.store()
    let names = ["zoe", "Zoe", "", "N\u{0}L", "e\u{301}"]
    let policy = RegistrationPolicy(
      isOpen: false, usernameLength: 0...Int.max, passwordLength: 7...7, reservedNames: names)
    try await store.setPolicy(policy)
    #expect(try await store.policy() == policy)
    #expect(try await store.isFree("root"))
    #expect(try await store.isFree("ZOE") == false)
    #expect(try await store.isFree("n\u{0}l") == false)
    #expect(try await store.isFree("e\u{301}") == false)
  }

  @Test func listsInOrderOfLowerCaseBytes() async throws {
    let store = try await shelf.store()
    try await store.setPolicy(.allowing(true))
    let names = ["b", "zoe", "Bob", "b_", "alice", "Zed", "b-"]
    for name in names {
      _ = try await store.register(Account(name), name)
    }
    #expect(
      try await store.accounts().map(\.username)
        == ["alice", "b", "b-", "b_", "Bob", "Zed", "zoe"])
    var pages: [[String]] = []
    repeat {
      let page = try await store.accounts(after: pages.last?.last, limit: 3)
      pages.append(page.map(\.username))
    } while pages.last?.count == 3
    #expect(pages == [["alice", "b", "b-"], ["b_", "Bob", "Zed"], ["zoe"]])
    // A page may start after an unused name, in upper or lower case.
    #expect(try await store.accounts(after: "AZ", limit: 1).map(\.username) == ["b"])
    #expect(try await store.accounts(after: "é", limit: 1) == [])
    // As bytes, the letter and its accent would precede "zoe".
    #expect(try await store.accounts(after: "e\u{301}", limit: 1) == [])
    #expect(try await store.accounts(after: nil, limit: 0) == [])
  }

  @Test(
    arguments: [
      "👩🏽‍🚀🏴‍☠️", "\u{FFFE}\u{10FFFF}", "\u{200B}a\u{200D}", "'; DROP TABLE account; --",
      String(repeating: "ü", count: 200),
    ])
  func anyTextSurvives(_ text: String) async throws {
    let store = try await shelf.store()
    let account = Account(username: "Ada", givenName: text, familyName: text, email: text)
    #expect(try await store.register(account, "1") == .registered(account))
    #expect(try await store.accounts() == [account])
    #expect(try await store.account(named: "ada") == account)
    // The part before a NUL is not a name.
    #expect(try await store.isFree("ada\u{0}"))
  }

  @Test func cancelledTaskGetsNoAnswer() async throws {
    let store = try await shelf.store()
    let session = AccountSession(account: 1, credentials: 1)
    let questions: [@Sendable () async throws -> Void] =
      [
        { _ = try await store.policy() }, { _ = try await store.isFree("ada") },
        { _ = try await store.register(.ada, "1") },
        { _ = try await store.account(named: "ada") }, { _ = try await store.accounts() },
        { _ = try await store.count() }, { try await store.setPolicy(.allowing(false)) },
        { try await store.setTerms("Be kind.") },
        { _ = try await store.signIn("ada", password: .empty) },
        { _ = try await store.changeCount() },
      ] + sessionCalls.map { call in { @Sendable in try await call(store, session) } }
    for (index, question) in questions.enumerated() {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await question()
      }
      await #expect(throws: AccountStoreError.cancelled, "\(index)") { try await task.value }
    }
    #expect(try await store.policy() == .standard)
    #expect(try await store.accounts() == [])
  }
}
