import Accounts
import AccountsSQLite
import FormworkCore
import TestSupport
import Testing

@Suite struct PipedProgramTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// Some programs write a byte order mark first.
  @Test(arguments: ["", "\u{FEFF}"]) func makesAnAccount(mark: String) async throws {
    let outcome = try await bench.run("register", input: mark + RegistrationBench.lines())
    #expect(outcome == .success(RegistrationBench.welcome))
    let made = Account(
      username: "ann", givenName: "Ann", familyName: "Lee", email: "ann@example.org")
    #expect(try await bench.store.accounts() == [made])
  }

  @Test func whatIsOptionalMayStayEmpty() async throws {
    let lines = RegistrationBench.lines(givenName: "", familyName: "", email: "")
    #expect(
      try await bench.run("register", input: lines)
        == .success("Welcome, ann. Your username is ann.\nThere is 1 account.\n"))
  }

  /// An invalid input with a name, because some inputs are long.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let complaints: String

    init(_ name: String, _ input: String, _ complaints: String...) {
      testDescription = name
      self.input = input
      self.complaints = complaints.map { "line \($0)\n" }.joined()
    }
  }

  private static let long = String(repeating: "x", count: 60_000)

  static let faults = [
    Fault(
      "end of input in mid-form", "x\nAnn\n", "1: username: 3 characters at least: 2 more",
      "5: password: the input ended before this field",
      "6: passwordAgain: the input ended before this field"),
    Fault(
      "each rule",
      RegistrationBench.lines(
        username: "1ann", email: "nowhere", password: "short", passwordAgain: "other"),
      "1: username: letters a to z, digits, . _ - only, and a letter first",
      "4: email: not an e-mail address: write one such as name@example.org",
      "5: password: 15 characters at least: 10 more",
      "6: passwordAgain: not the same as the password"),
    Fault(
      "a reserved name, a common password",
      RegistrationBench.lines(username: "Root", password: "passwordpassword"),
      "1: username: reserved: choose another",
      "5: password: on the list of common passwords: choose another"),
    Fault(
      "the username in the password", RegistrationBench.lines(password: "i am ANN and i know it"),
      "5: password: must not contain the username"),
    Fault(
      "left-over lines", RegistrationBench.lines() + "more\nand more\n",
      "7: more lines than fields; lines cannot fill in Contacts: use --answers FILE"),
    Fault(
      "control characters",
      RegistrationBench.lines(
        givenName: "\u{1B}[31mAnn", familyName: "\u{202E}eeL",
        password: "correct horse\u{7} battery staple"),
      "2: givenName: contains a control character, U+001B ESCAPE: remove it",
      "3: familyName: contains a control character, U+202E RIGHT-TO-LEFT OVERRIDE: remove it",
      "5: password: contains a control character, U+0007 ALERT: remove it",
      "6: passwordAgain: contains a control character, U+0007 ALERT: remove it"),
    Fault(
      "a megabyte in one field",
      RegistrationBench.lines(givenName: String(repeating: "a", count: 1 << 20)),
      "2: givenName: a line may have 65536 bytes at most"),
    Fault(
      "a NUL", RegistrationBench.lines(givenName: "A\u{0}nn"),
      "2: givenName: the line contains a NUL character"),
    Fault(
      "long texts",
      RegistrationBench.lines(
        username: long, givenName: long,
        familyName: String(repeating: "👩\u{200D}🚀", count: 67), email: "\(long)@example.org"),
      "1: username: 32 characters at most: 59968 too many",
      "2: givenName: 200 characters at most: 59800 too many",
      "3: familyName: 200 characters at most: 1 too many",
      "4: email: 254 characters at most: 59758 too many"),
    Fault(
      "nothing visible",
      RegistrationBench.lines(
        username: "\u{200B}\u{200B}\u{200B}", givenName: "\u{A0}\u{2800}",
        password: String(repeating: "\u{200B}", count: 15)),
      "1: username: required",
      "2: givenName: has nothing but blanks: write a name, or leave it empty",
      "5: password: required", "6: passwordAgain: required"),
  ]

  @Test(arguments: faults)
  func tellsAllFaultsAndMakesNoAccount(_ fault: Fault) async throws {
    let outcome = try await bench.run("register", input: fault.input)
    #expect(outcome == .failure(fault.complaints + RegistrationBench.noAccount))
    #expect(try await bench.store.accounts() == [])
  }

  @Test func anEndlessLineIsAnEnd() async throws {
    let outcome = try await bench.run(["register"], redirecting: "</dev/zero")
    #expect(
      outcome
        == .failure(
          """
          line 1: username: a line may have 65536 bytes at most
          line 5: password: the input ended before this field
          line 6: passwordAgain: the input ended before this field
          No account was made.

          """))
  }

  @Test func aTakenNameIsToldOnItsLine() async throws {
    try await bench.register("ann")
    let outcome = try await bench.run("register", input: RegistrationBench.lines(username: "ANN"))
    #expect(
      outcome == .failure("line 1: username: taken: choose another\n" + RegistrationBench.noAccount)
    )
    #expect(try await bench.store.count() == 1)
  }

  @Test func bytesThatAreNoTextAreRefused() async throws {
    let lines = [0xFF, 0xFE, 0x0A] + RegistrationBench.lines().utf8.drop { $0 != 0x0A }.dropFirst()
    let path = try bench.directory.write(Array(lines), to: "lines")
    let outcome = try await bench.run(["register"], redirecting: "<'\(path)'")
    #expect(
      outcome == .failure("line 1: username: the line is not UTF-8\n" + RegistrationBench.noAccount)
    )
  }

  @Test func aClosedStoreTakesNoAccount() async throws {
    try await bench.close()
    let outcome = try await bench.run("register", input: RegistrationBench.lines())
    let closed = "Registration: Could not be loaded: registration is closed\n"
    #expect(outcome == .failure(closed + RegistrationBench.noAccount))
  }

  @Test func invisibleNamesAreNoNamesAndJoinersStay() async throws {
    let joined = "می\u{200C}خواهم"
    let lines = RegistrationBench.lines(givenName: "\u{200B}", familyName: joined)
    #expect(try await bench.run("register", input: lines).status == .exited(0))
    let account = try #require(try await bench.store.accounts().first)
    #expect(Array(account.givenName.utf8) == [])
    #expect(Array(account.familyName.utf8) == Array(joined.utf8))
  }

  /// Blanks around an e-mail address are not part of it, but names and passwords keep theirs.
  @Test func blanksAroundAddressesAreLeftOut() async throws {
    let password = " \(RegistrationBench.password) "
    let piped = RegistrationBench.lines(
      givenName: " Ann ", email: "\t ann@example.org  ", password: password)
    #expect(try await bench.run("register", input: piped).status == .exited(0))
    let answers = """
      {"username": "bob", "email": "bob@example.org ", "password": "\(password)",
        "passwordAgain": "\(password)", "contacts": [
        {"kind": "web", "address": " https://example.org ", "isPublic": true}]}
      """
    let fromFile = try await bench.run("register", "--answers", "-", input: answers)
    #expect(fromFile.status == .exited(0))
    let accounts = try await bench.store.accounts()
    #expect(accounts.map(\.email) == ["ann@example.org", "bob@example.org"])
    #expect(accounts.map(\.givenName) == [" Ann ", ""])
    #expect(accounts.map { $0.contacts.map(\.address) } == [[], ["https://example.org"]])
    for name in ["ann", "bob"] {
      guard case .signedIn = try await bench.store.signIn(name, password: Secret(password)) else {
        Issue.record("\(name): the password has lost its blanks")
        continue
      }
    }
  }
}
