import Accounts
import Testing

/// What becomes of a submission that is sent again, since its outcome was unknown.
@Suite struct SubmissionTests {
  @Test(arguments: StoreKind.allCases)
  func sameSubmissionIsASuccess(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      for _ in 0..<3 {
        #expect(try await store.register(NewAccount(.ada), submission: "1") == .registered(.ada))
      }
      #expect(try await store.accounts() == [.ada])
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    [
      Account(username: "aDA", givenName: "Ada", familyName: "King", email: "king@example.org"),
      Account(username: "countess", givenName: "Ada", familyName: "King", email: ""),
    ])
  func changedSubmissionReplacesTheAccount(_ kind: StoreKind, _ changed: Account) async throws {
    try await kind.withStore { store async throws in
      _ = try await store.register(NewAccount(.ada), submission: "1")
      #expect(
        try await store.register(NewAccount(changed), submission: "1") == .registered(changed))
      #expect(try await store.accounts() == [changed])
      #expect(try await store.isFree("ada") == (changed.username == "countess"))
      // What was sent first is sent no more, but would replace it again.
      #expect(try await store.register(NewAccount(.ada), submission: "1") == .registered(.ada))
      #expect(try await store.accounts() == [.ada])
    }
  }

  @Test(arguments: StoreKind.allCases, ["GRACE", "Root"])
  func changedSubmissionTakesNoName(_ kind: StoreKind, _ name: String) async throws {
    try await kind.withStore { store async throws in
      _ = try await store.register(NewAccount(.ada), submission: "1")
      _ = try await store.register(NewAccount(.grace), submission: "2")
      let changed = NewAccount(.ada.renamed(name))
      #expect(try await store.register(changed, submission: "1") == .taken)
      #expect(try await store.accounts() == [.ada, .grace])
    }
  }

  /// The person is registered already: neither a closed door nor a new reserved name undoes that.
  @Test(arguments: StoreKind.allCases)
  func laterPolicyDoesNotUndoASubmission(_ kind: StoreKind) async throws {
    try await kind.withStore { store async throws in
      _ = try await store.register(NewAccount(.ada), submission: "1")
      try await store.setPolicy(.allowing(false, reserving: ["ada", "eve"]))
      #expect(try await store.register(NewAccount(.ada), submission: "1") == .registered(.ada))
      let bea = Account.ada.renamed("bea")
      #expect(try await store.register(NewAccount(bea), submission: "1") == .registered(bea))
      #expect(
        try await store.register(NewAccount(.ada.renamed("Eve")), submission: "1") == .taken)
      #expect(try await store.accounts() == [bea])
    }
  }

  /// An identifier is opaque: nothing in it is folded, cut or normalized.
  @Test(
    arguments: StoreKind.allCases,
    [
      ("a", "A"), ("a", "a\u{0}"), ("é", "e\u{301}"), ("1", "01"),
      (String(repeating: "x", count: 128), String(repeating: "x", count: 127)),
    ])
  func otherBytesAreAnotherSubmission(
    _ kind: StoreKind, _ submissions: (String, String)
  ) async throws {
    try await kind.withStore { store async throws in
      let (one, other) = submissions
      #expect(try await store.register(NewAccount(.ada), submission: one) == .registered(.ada))
      #expect(try await store.register(NewAccount(.ada), submission: other) == .taken)
      #expect(
        try await store.register(NewAccount(.grace), submission: other) == .registered(.grace))
      #expect(try await store.accounts() == [.ada, .grace])
    }
  }

  @Test(
    arguments: StoreKind.allCases,
    ["", String(repeating: "x", count: 129), String(repeating: "ü", count: 65)])
  func identifierHasOneTo128Bytes(_ kind: StoreKind, _ submission: String) async throws {
    try await kind.withStore { store async throws in
      await #expect(throws: AccountStoreError.invalidSubmission) {
        try await store.register(NewAccount(.ada), submission: submission)
      }
      #expect(try await store.accounts() == [])
    }
  }
}
