import Accounts
import AccountsSQLite
import FormworkCore
import TestSupport
import Testing

@Suite struct LimitTests {
  private static let long = String(repeating: "x", count: 60_000)

  @Test(arguments: [
    (
      Office.lines(givenName: long),
      "line 2: givenName: 200 characters at most: 59800 too many\n"
    ),
    (
      Office.lines(familyName: String(repeating: "👩\u{200D}🚀", count: 67)),
      "line 3: familyName: 200 characters at most: 1 too many\n"
    ),
    (
      Office.lines(email: "\(long)@example.org"),
      "line 4: email: 254 characters at most: 59758 too many\n"
    ),
    (
      Office.lines(username: long), "line 1: username: 32 characters at most: 59968 too many\n"
    ),
    (Office.lines(username: "\u{200B}\u{200B}\u{200B}"), "line 1: username: required\n"),
    (
      Office.lines(givenName: "\u{A0}\u{2800}"),
      "line 2: givenName: has nothing but blanks: write a name, or leave it empty\n"
    ),
    (
      Office.lines(password: String(repeating: "\u{200B}", count: 15)),
      "line 5: password: required\nline 6: passwordAgain: required\n"
    ),
  ])
  func isRefusedInAPipe(_ input: String, _ complaints: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn { try office.run("register", input: input) }
    #expect(outcome == Child.Outcome(.exited(1), errors: complaints + Office.noAccount))
    #expect(try await office.store.accounts() == [])
  }

  @Test func invisibleNamesAreNoNamesAndJoinersStay() async throws {
    let office = try Office()
    let joined = "می\u{200C}خواهم"
    let outcome = try await onThreadOfItsOwn {
      try office.run("register", input: Office.lines(givenName: "\u{200B}", familyName: joined))
    }
    #expect(outcome.status == .exited(0))
    let account = try #require(try await office.store.accounts().first)
    #expect(Array(account.givenName.utf8) == [])
    #expect(Array(account.familyName.utf8) == Array(joined.utf8))
  }

  /// Blanks around an e-mail address are not part of it, but names and passwords keep theirs.
  @Test func blanksAroundAddressesAreLeftOut() async throws {
    let office = try Office()
    let password = " \(Office.password) "
    try await onThreadOfItsOwn {
      let piped = Office.lines(
        givenName: " Ann ", email: "\t ann@example.org  ", password: password)
      let fromPipe = try office.run("register", input: piped)
      #expect(fromPipe.status == .exited(0))
      let answers = """
        {"username": "bob", "email": "bob@example.org ", "password": "\(password)",
          "passwordAgain": "\(password)", "contacts": [
          {"kind": "web", "address": " https://example.org ", "isPublic": true}]}
        """
      let fromFile = try office.run("register", "--answers", "-", input: answers)
      #expect(fromFile.status == .exited(0))
    }
    let accounts = try await office.store.accounts()
    #expect(accounts.map(\.email) == ["ann@example.org", "bob@example.org"])
    #expect(accounts.map(\.givenName) == [" Ann ", ""])
    #expect(accounts.map { $0.contacts.map(\.address) } == [[], ["https://example.org"]])
    for name in ["ann", "bob"] {
      guard case .signedIn = try await office.store.signIn(name, password: Secret(password)) else {
        Issue.record("\(name): the password has lost its blanks")
        continue
      }
    }
  }
}
