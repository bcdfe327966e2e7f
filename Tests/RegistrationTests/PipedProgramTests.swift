import Accounts
import AccountsSQLite
import TestSupport
import Testing

@Suite struct PipedProgramTests {
  /// Some programs write a byte order mark first.
  @Test(arguments: ["", "\u{FEFF}"]) func makesAnAccount(mark: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.run("register", input: mark + Office.lines())
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"))
    let made = Account(
      username: "ann", givenName: "Ann", familyName: "Lee", email: "ann@example.org")
    #expect(try await office.store.accounts() == [made])
  }

  @Test func whatIsOptionalMayStayEmpty() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.run(
        "register", input: Office.lines(givenName: "", familyName: "", email: ""))
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: "Welcome, ann. Your username is ann.\nThere is 1 account.\n"))
  }

  /// An invalid input with a name, because some inputs are long.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let input: String
    let complaints: String

    init(_ name: String, _ input: String, _ complaints: String) {
      testDescription = name
      self.input = input
      self.complaints = complaints
    }
  }

  static let faults = [
    Fault(
      "end of input in mid-form", "x\nAnn\n",
      """
      line 1: username: 3 characters at least: 2 more
      line 5: password: the input ended before this field
      line 6: passwordAgain: the input ended before this field

      """
    ),
    Fault(
      "each rule",
      Office.lines(
        username: "1ann", email: "nowhere", password: "short", passwordAgain: "other"),
      """
      line 1: username: letters a to z, digits, . _ - only, and a letter first
      line 4: email: not an e-mail address: it looks like name@example.org
      line 5: password: 15 characters at least: 10 more
      line 6: passwordAgain: not the same as the password

      """
    ),
    Fault(
      "a reserved name", Office.lines(username: "Root"),
      "line 1: username: reserved: choose another\n"
    ),
    Fault(
      "a common password", Office.lines(password: "passwordpassword"),
      "line 5: password: on the list of common passwords: choose another\n"
    ),
    Fault(
      "the username in the password", Office.lines(password: "i am ANN and i know it"),
      "line 5: password: must not contain the username\n"
    ),
    Fault(
      "left-over lines", Office.lines() + "more\nand more\n",
      "line 7: more lines than fields\n"
    ),
    Fault(
      "an escape sequence", Office.lines(givenName: "\u{1B}[31mAnn"),
      "line 2: givenName: has a control character, U+001B ESCAPE: take it out\n"
    ),
    Fault(
      "an override of direction", Office.lines(familyName: "\u{202E}eeL"),
      "line 3: familyName: has a control character, U+202E RIGHT-TO-LEFT OVERRIDE: take it out\n"
    ),
    Fault(
      "a control character in a password",
      Office.lines(password: "correct horse\u{7} battery staple"),
      """
      line 5: password: has a control character, U+0007 ALERT: take it out
      line 6: passwordAgain: has a control character, U+0007 ALERT: take it out

      """
    ),
    Fault(
      "a megabyte in one field", Office.lines(givenName: String(repeating: "a", count: 1 << 20)),
      "line 2: givenName: a line may have 65536 bytes at most\n"
    ),
    Fault(
      "a NUL", Office.lines(givenName: "A\u{0}nn"),
      "line 2: givenName: the line contains a NUL character\n"),
  ]

  @Test(arguments: faults)
  func tellsAllFaultsAndMakesNoAccount(_ fault: Fault) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn { try office.run("register", input: fault.input) }
    #expect(outcome == Child.Outcome(.exited(1), errors: fault.complaints + Office.noAccount))
    #expect(try await office.store.accounts() == [])
  }

  @Test func anEndlessLineIsAnEnd() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        ["sh", "-c", "exec \"$@\" < /dev/zero", "sh"] + office.command(["register"]))
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: """
            line 1: username: a line may have 65536 bytes at most
            line 5: password: the input ended before this field
            line 6: passwordAgain: the input ended before this field
            No account was made.

            """))
  }

  @Test func aTakenNameIsToldOnItsLine() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines())
      return try office.run("register", input: Office.lines(username: "ANN"))
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), errors: "line 1: username: taken: choose another\n" + Office.noAccount))
    #expect(try await office.store.count() == 1)
  }

  @Test func bytesThatAreNoTextAreRefused() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      let child = try Child(try office.command(["register"]), input: .pipe)
      try child.write([0xFF, 0xFE, 0x0A] + Office.lines().utf8.drop { $0 != 0x0A }.dropFirst())
      try child.closeInput()
      return try child.wait()
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), errors: "line 1: username: the line is not UTF-8\n" + Office.noAccount))
  }

  @Test func aClosedStoreTakesNoAccount() async throws {
    let office = try Office()
    var policy = RegistrationPolicy.standard
    policy.isOpen = false
    try await office.store.setPolicy(policy)
    let outcome = try await onThreadOfItsOwn { try office.run("register", input: Office.lines()) }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "Registration: Could not be loaded: registration is closed\n" + Office.noAccount))
  }
}
