import Accounts
import FormworkCore
import Testing
import TestSupport

/// Compares the stores with the reference during random calls.
@Suite struct ReferenceStoreTests {
  private static let names = [
    "ada", "ADA", "Bob", "bob", "cy", "root", "Root", "d", "kate", "\u{212A}ate", "zo\u{EB}",
    "zoe\u{308}", "a.b", ".ab", "", "\u{200B}", "ada\u{0}", "averylongname",
  ]
  /// Given names, family names and addresses.
  private static let texts = [
    "", "Ada", "Ren\u{E9}", "Rene\u{301}", "\u{1B}[m", String(repeating: "x", count: 201),
    String(repeating: "e\u{301}", count: 254), String(repeating: "e\u{301}", count: 255),
  ]
  private static let addresses = [
    "", "\u{200B}", "ada@example.org", "https://rene\u{301}.example", " +1 23-45 ", "+123",
    "+12\u{1B}[m", String(repeating: "x", count: 300),
  ]
  private static let passwords = [
    "short", "", "\u{200B}\u{200B}",
    "with a NUL \u{0} in the middle", String(repeating: "e\u{301}", count: 14),
    String(repeating: "e\u{301}", count: 15), String(repeating: "x", count: 129),
  ]
  private static let submissions = ["1", "2", "3", "4"]

  @Test(.serialized, arguments: StoreKind.allCases, UInt64(0)..<(isLongRun ? 500 : 100))
  func storeAgreesWithReference(_ kind: StoreKind, seed: UInt64) async throws {
    try await kind.withStore { store async throws in
      var generator = SeededGenerator(seed: seed)
      var reference = ReferenceStore()
      for _ in 0..<12 { try await step(store, &reference, &generator) }
      // Swift compares texts as equal even if their bytes differ.
      func bytes(_ accounts: [Account]) -> [[[UInt8]]] {
        accounts.map { account in
          ([account.username, account.givenName, account.familyName, account.email]
            + account.contacts.map(\.address)).map { Array($0.utf8) }
        }
      }
      let accounts = try await store.accounts()
      try #require(accounts == reference.accounts())
      #expect(bytes(accounts) == bytes(reference.accounts()))
    }
  }

  /// Returns contacts, most of them valid.
  private static func contacts(_ generator: inout SeededGenerator) -> [Contact] {
    let count = [0, 0, 1, 2, 11].randomElement(using: &generator) ?? 0
    return (0..<count).map { _ in
      let kind = Contact.Kind.allCases.randomElement(using: &generator) ?? .web
      let good = [.email: addresses[2], .web: addresses[3]][kind] ?? addresses[4]
      return Contact(
        kind: kind,
        address: Int.random(in: 0..<4, using: &generator) > 0
          ? good : addresses.randomElement(using: &generator) ?? "",
        isPublic: Bool.random(using: &generator))
    }
  }

  /// Makes the same call to both.
  ///
  /// The first difference ends the run, because later ones would have no meaning.
  private func step(
    _ store: any PolicySettingStore, _ reference: inout ReferenceStore,
    _ generator: inout SeededGenerator
  ) async throws {
    let name = Self.names.randomElement(using: &generator) ?? ""
    switch Int.random(in: 0..<11, using: &generator) {
    case 0..<5:
      // Most have at most one fault, or there would be few accounts.
      var texts = ["Given", "Family", "address"]
      texts[Int.random(in: 0..<3, using: &generator)] =
        Self.texts.randomElement(using: &generator) ?? ""
      let account = Account(
        username: name, givenName: texts[0], familyName: texts[1], email: texts[2],
        contacts: Self.contacts(&generator),
        termsVersion: [nil, 1, 2, 3].randomElement(using: &generator) ?? nil)
      let password =
        Int.random(in: 0..<3, using: &generator) > 0
        ? "correct horse battery staple"
        : Self.passwords.randomElement(using: &generator) ?? ""
      let submission = Self.submissions.randomElement(using: &generator) ?? ""
      try #require(
        try await store.register(
          NewAccount(account: account, password: Secret(password)), submission: submission)
          == reference.register(account, password: password, submission: submission))
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
