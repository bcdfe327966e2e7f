import Accounts
import FormworkCore
import TestSupport
import Testing

@Suite(.eachStore) struct TermsTests {
  private let shelf = Shelf()

  @Test func eachTextHasAVersion() async throws {
    let store = try await shelf.store()
    // A text with other bytes is a new version, even if it was used before.
    for (text, version) in [
      ("é", 1), ("é", 1), ("e\u{301}", 2), ("A\u{0}\n\u{1B}", 3), (nil, nil), (nil, nil),
      ("A\u{0}\n\u{1B}", 4), ("", 5),
    ] as [(String?, Int?)] {
      try await store.setTerms(text)
      let terms = try await store.policy().terms
      #expect(terms?.version == version)
      #expect(terms.map { Array($0.text.utf8) } == text.map { Array($0.utf8) })
    }
    try await store.setPolicy(.allowing(true))
    #expect(try await store.policy().terms?.version == 5)
  }

  /// The user has accepted the displayed text, and no other one.
  @Test func otherTermsAreRefused() async throws {
    let store = try await shelf.store()
    for text in ["one", "two"] { try await store.setTerms(text) }
    for version in [nil, 0, 1, 3] {
      let account = NewAccount(.ada.accepting(version))
      #expect(
        try await store.register(account, submission: "1")
          == .refused([FormIssue("acceptTerms", .customError(key: "termsChanged"))]))
    }
    #expect(try await store.accounts() == [])
    let ada = Account.ada.accepting(2)
    #expect(try await store.register(ada, "1") == .registered(ada))
    #expect(try await store.account(named: "ada")?.termsVersion == 2)

    // Existing accounts stay valid by the terms of their day, even after the terms are removed.
    try await store.setTerms("three")
    #expect(try await store.register(ada, "1") == .registered(ada))
    try await store.setTerms(nil)
    // A version that no terms can have is refused, and not left to the database.
    for version in [Int.min, -1, 0, 1 << 31, .max] {
      #expect(
        try await store.register(NewAccount(.grace.accepting(version)), submission: "2")
          == .refused([FormIssue("acceptTerms", .customError(key: "termsChanged"))]))
    }
    let grace = Account.grace.accepting(3)
    #expect(try await store.register(grace, "2") == .registered(grace))
    #expect(try await store.accounts() == [ada, grace])
  }
}

extension Account {
  fileprivate func accepting(_ version: Int?) -> Account {
    var account = self
    account.termsVersion = version
    return account
  }
}
