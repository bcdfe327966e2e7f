import Accounts
import FormworkCore
import Testing

/// What every store does, in memory or on disk.
@Suite struct AccountStoreTests {
  @Test(arguments: StoreKind.allCases)
  func newStoreHasStandardPolicyAndNoAccounts(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      #expect(try await store.policy() == .standard)
      #expect(try await store.accounts() == [])
      #expect(try await store.count() == 0)
      #expect(try await store.account(named: "Ada") == nil)
      #expect(try await store.isFree("Ada"))
    }
  }

  @Test(arguments: StoreKind.allCases)
  func registers(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      #expect(try await store.register(NewAccount(.ada), submission: "1") == .registered(.ada))
      #expect(try await store.accounts() == [.ada])
      #expect(try await store.count() == 1)
      #expect(try await store.account(named: "aDA") == .ada)
      #expect(try await store.isFree("grace"))
    }
  }

  @Test(arguments: StoreKind.allCases, ["Ada", "ada", "ADA"])
  func nameIsTakenInEitherLetterCase(_ kind: StoreKind, _ name: String) async throws {
    try await kind.withStore { store async throws in
      _ = try await store.register(NewAccount(.ada), submission: "1")
      let rival = NewAccount(.grace.renamed(name))
      #expect(try await store.isFree(name) == false)
      #expect(try await store.register(rival, submission: "2") == .taken)
      #expect(try await store.accounts() == [.ada])
    }
  }

  /// Only ASCII letters have a case here, and only bytes are compared.
  @Test(arguments: StoreKind.allCases, ["Élise", "e\u{301}lise", "élise ", "[lise", "{lise"])
  func otherBytesAreOtherNames(_ kind: StoreKind, _ name: String) async throws {
    try await kind.withStore { store async throws in
      for (index, other) in ["élise", "Elise", "@lise", "`lise"].enumerated() {
        let account = NewAccount(Account(other))
        _ = try await store.register(account, submission: "\(index)")
      }
      #expect(try await store.isFree(name))
      let account = Account(name)
      #expect(
        try await store.register(NewAccount(account), submission: "new") == .registered(account))
      #expect(try await store.count() == 5)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func closedStoreRegistersNobody(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      try await store.setPolicy(.allowing(false))
      #expect(try await store.register(NewAccount(.ada), submission: "1") == .closed)
      #expect(try await store.accounts() == [])
      #expect(try await store.isFree("Ada"))

      try await store.setPolicy(.allowing(true))
      #expect(try await store.register(NewAccount(.ada), submission: "1") == .registered(.ada))
    }
  }

  @Test(arguments: StoreKind.allCases, ["root", "Root", "HOSTMASTER"])
  func reservedNamesAreNotFree(_ kind: StoreKind, _ name: String) async throws {
    try await kind.withStore { store async throws in
      #expect(try await store.isFree(name) == false)
      #expect(try await store.register(NewAccount(Account(name)), submission: "1") == .taken)
      #expect(try await store.accounts() == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func policyIsReplaced(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      let names = ["zoe", "Zoe", "", "N\u{0}L", "é"]
      let policy = RegistrationPolicy(
        isOpen: false, usernameLength: 0...Int.max, passwordLength: 7...7, reservedNames: names)
      try await store.setPolicy(policy)
      #expect(try await store.policy() == policy)
      #expect(try await store.isFree("root"))
      #expect(try await store.isFree("ZOE") == false)
      #expect(try await store.isFree("n\u{0}l") == false)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func listsInOrderOfLowerCaseBytes(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      let names = ["é", "zoe", "Bob", "_x", "alice", "Zed", "b"]
      for name in names {
        _ = try await store.register(NewAccount(Account(name)), submission: name)
      }
      #expect(
        try await store.accounts().map(\.username)
          == ["_x", "alice", "b", "Bob", "Zed", "zoe", "é"])
      var pages: [[String]] = []
      repeat {
        let page = try await store.accounts(after: pages.last?.last, limit: 3)
        pages.append(page.map(\.username))
      } while pages.last?.count == 3
      #expect(pages == [["_x", "alice", "b"], ["Bob", "Zed", "zoe"], ["é"]])
      // A page may begin behind a name that no account has, in letters of either case.
      #expect(try await store.accounts(after: "AZ", limit: 1).map(\.username) == ["b"])
      #expect(try await store.accounts(after: "é", limit: 1) == [])
      #expect(try await store.accounts(after: nil, limit: 0) == [])
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      "👩🏽‍🚀🏴‍☠️", "\u{FFFE}\u{10FFFF}", "\u{200B}a\u{200D}", "'; DROP TABLE account; --",
      String(repeating: "ü", count: 128),
    ])
  func anyTextSurvives(_ kind: StoreKind, _ text: String) async throws {
    try await kind.withStore { store async throws in
      let account = Account(username: text, givenName: text, familyName: text, email: text)
      #expect(
        try await store.register(NewAccount(account), submission: "1") == .registered(account))
      #expect(try await store.accounts() == [account])
      #expect(try await store.account(named: text) == account)
      #expect(try await store.isFree(text) == false)
      // What is before a NUL is no name.
      #expect(try await store.isFree("\(text)\u{0}"))
    }
  }

  /// The store checks it by itself: not every caller is a form, with rules of its own.
  @Test(
    arguments: StoreKind.allCases,
    [
      (Account(""), "username", .empty), (Account("\u{200B}\u{FE0F}"), "username", .empty),
      (Account("a\u{0}b"), "username", .controlCharacter),
      (Account(String(repeating: "ü", count: 129)), "username", .tooLong(128)),
      (
        Account(username: "a", givenName: "\u{1B}[31m", familyName: "", email: ""), "given name",
        .controlCharacter
      ),
      (
        Account(
          username: "a", givenName: "", familyName: String(repeating: "x", count: 201), email: ""),
        "family name", .tooLong(200)
      ),
      (
        Account(
          username: "a", givenName: "", familyName: "",
          email: String(repeating: "e\u{301}", count: 128)),
        "e-mail address", .tooLong(254)
      ),
    ] as [(Account, String, TextFault)])
  func aTextThatNoneShouldHaveIsRefused(
    _ kind: StoreKind, _ row: (account: Account, name: String, fault: TextFault)
  ) async throws {
    try await kind.withStore { store async throws in
      await #expect(throws: AccountStoreError.invalidText(row.name, row.fault)) {
        try await store.register(NewAccount(row.account), submission: "1")
      }
      let secret = NewAccount(
        account: .ada, password: Secret(String(repeating: "🔑", count: 1025)))
      await #expect(throws: AccountStoreError.invalidText("password", .tooLong(1024))) {
        try await store.register(secret, submission: "1")
      }
      #expect(try await store.accounts() == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func cancelledTaskGetsNoAnswer(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      let task = Task { () throws(AccountStoreError) -> RegistrationOutcome in
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.register(NewAccount(.ada), submission: "1")
      }
      await #expect(throws: AccountStoreError.cancelled) { try await task.value }
      #expect(try await store.accounts() == [])
    }
  }
}
