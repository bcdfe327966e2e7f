import Accounts
import Testing
import TestSupport

/// Random calls, of which the stores and the reference must think alike.
@Suite struct ReferenceStoreTests {
  private static let names = ["ada", "ADA", "Bob", "bob", "cy", "root", "Root", "d"]
  private static let submissions = ["1", "2", "3", "4"]

  @Test(.serialized, arguments: StoreKind.allCases, UInt64(0)..<500)
  func storeAgreesWithReference(_ kind: StoreKind, seed: UInt64) async throws {
    try await kind.withStore { store async throws in
      var generator = SeededGenerator(seed: seed)
      var reference = ReferenceStore()
      for _ in 0..<12 { try await step(store, &reference, &generator) }
      try #require(try await store.accounts() == reference.accounts())
    }
  }

  /// Asks both the same.
  ///
  /// The first difference ends the run: what comes after it would mean nothing.
  private func step(
    _ store: any PolicySettingStore, _ reference: inout ReferenceStore,
    _ generator: inout SeededGenerator
  ) async throws {
    let name = Self.names.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<11, using: &generator) {
    case 0..<5:
      let account = Account(
        username: name, givenName: Self.names.randomElement(using: &generator) ?? "",
        familyName: "", email: "",
        termsVersion: [nil, 1, 2, 3].randomElement(using: &generator) ?? nil)
      let submission = Self.submissions.randomElement(using: &generator) ?? ""
      try #require(
        try await store.register(NewAccount(account), submission: submission)
          == reference.register(account, submission: submission))
    case 5:
      let terms = reference.policy.terms
      reference.policy = .allowing(
        Int.random(in: 0..<3, using: &generator) > 0,
        reserving: Self.names.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
      reference.policy.terms = terms
      try await store.setPolicy(reference.policy)
    case 9:
      let text = ["Be kind.", "Be kind.\nPay.", "é", "e\u{301}", nil].randomElement(
        using: &generator)
      reference.setTerms(text ?? nil)
      try await store.setTerms(text ?? nil)
    case 6:
      try #require(try await store.isFree(name) == reference.isFree(name))
    case 7:
      try #require(try await store.account(named: name) == reference.account(named: name))
    case 8:
      try #require(try await store.count() == reference.accounts().count)
    default:
      try #require(try await store.policy() == reference.policy)
    }
  }
}
