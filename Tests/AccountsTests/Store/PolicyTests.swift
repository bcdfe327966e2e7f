import Accounts
import FormworkCore
import TestSupport
import Testing

/// Every store enforces its policy by itself, because callers may lack such rules.
@Suite(.eachStore) struct PolicyTests {
  private let shelf = Shelf()

  /// A request, and all its faults.
  struct Case: Sendable {
    var account = Account.ada
    var password = "correct horse battery staple"
    let faults: [FormIssue]
  }

  private static func name(_ name: String, _ fault: Violation) -> Case {
    Case(account: .ada.renamed(name), faults: [FormIssue("username", fault)])
  }

  private static func password(_ password: String, _ fault: Violation) -> Case {
    Case(password: password, faults: [FormIssue("password", fault)])
  }

  private static let cases = [
    name("", .valueMissing), name("\u{200B}\u{FE0F}", .valueMissing),
    name("ab", .tooShort(limit: 3, count: 2)),
    name(String(repeating: "ü", count: 33), .tooLong(limit: 32, count: 33)),
    name("ada\u{0}", .badInput(.controlCharacter("\0"))),
    name("\u{202E}ada", .badInput(.controlCharacter("\u{202E}"))),
    name("9ab", .patternMismatch("username")), name("-ab", .patternMismatch("username")),
    name("a b", .patternMismatch("username")),
    name("élise", .patternMismatch("username")), name("ad\u{430}", .patternMismatch("username")),
    name("ada@home", .patternMismatch("username")), name("Root", .reserved),
    password("", .valueMissing), password("\u{200B}", .valueMissing),
    password("fourteen chars", .tooShort(limit: 15, count: 14)),
    // 15 letters in their normal form are enough, and 14 are not.
    password(String(repeating: "e\u{301}", count: 14), .tooShort(limit: 15, count: 14)),
    password(String(repeating: "🔑", count: 129), .tooLong(limit: 128, count: 129)),
    password("correct horse\u{0}battery staple", .badInput(.controlCharacter("\0"))),
    Case(
      account: Account(
        username: "ada!", givenName: String(repeating: "x", count: 201), familyName: "\u{1B}[31m",
        email: String(repeating: "é", count: 255)),
      password: "short",
      faults: [
        FormIssue("username", .patternMismatch("username")),
        FormIssue("givenName", .tooLong(limit: 200, count: 201)),
        FormIssue("familyName", .badInput(.controlCharacter("\u{1B}"))),
        FormIssue("email", .tooLong(limit: 254, count: 255)),
        FormIssue("password", .tooShort(limit: 15, count: 5)),
      ]),
  ]

  @Test(arguments: cases)
  func whatBreaksItIsRefusedByField(_ row: Case) async throws {
    let store = try await shelf.store()
    let new = NewAccount(account: row.account, password: Secret(row.password))
    #expect(try await store.register(new, submission: "1") == .refused(row.faults))
    #expect(try await store.accounts() == [])
    // The fields of an account of an earlier try must follow it, too.
    let grace = NewAccount(.grace)
    _ = try await store.register(grace, submission: "1")
    let faults =
      new.password == grace.password
      ? row.faults : [FormIssue("password", .submittedBefore)]
    #expect(try await store.register(new, submission: "1") == .refused(faults))
    #expect(try await store.accounts() == [.grace])
  }

  /// A policy with limits beyond those of any text.
  @Test func noPolicyGoesBeyondTheLimits() async throws {
    let store = try await shelf.store()
    for lengths in [0...Int.max, 2000...3000] {
      try await store.setPolicy(
        RegistrationPolicy(
          isOpen: true, usernameLength: lengths, passwordLength: lengths, reservedNames: []))
      let new = NewAccount(
        account: .ada.renamed(String(repeating: "a", count: 129)),
        password: Secret(String(repeating: "x", count: 1025)))
      #expect(
        try await store.register(new, submission: "1")
          == .refused([
            FormIssue("username", .tooLong(limit: 128, count: 129)),
            FormIssue("password", .tooLong(limit: 1024, count: 1025)),
          ]))
    }
  }

  /// Texts are stored in Normalization Form C, and a name is found by each of its spellings.
  @Test func textsHaveOneForm() async throws {
    let store = try await shelf.store()
    // The sign of the kelvin is a K.
    let typed = Account(
      username: "\u{212A}ate", givenName: "Rene\u{301}", familyName: "\u{1E9B}\u{323}ﬁ²",
      email: String(repeating: "e\u{301}", count: 254))
    let outcome = try await store.register(typed, "1")
    let stored = try #require(try await store.account(named: "kate"))
    #expect(outcome == .registered(stored))
    #expect(
      [stored.username, stored.givenName, stored.familyName, stored.email].map { Array($0.utf8) }
        == ["Kate", "Ren\u{E9}", "\u{1E9B}\u{323}ﬁ²", String(repeating: "\u{E9}", count: 254)]
        .map { Array($0.utf8) })
    for name in ["Kate", "\u{212A}ATE"] {
      #expect(try await store.account(named: name) == stored)
      #expect(try await store.isFree(name) == false)
      #expect(
        try await store.register(.ada.renamed(name), "2")
          == .refused([FormIssue("username", .taken)]))
    }
    #expect(try await store.accounts() == [stored])
  }
}
