import Accounts
import AccountsSQLite
import GRDB
import Glibc
import TestSupport
import Testing

@Suite struct AnswersTests {
  static let whole = """
    {
      "username": "ann", "givenName": "Ann", "familyName": "Lee", "email": "ann@example.org",
      "password": "\(Office.password)", "passwordAgain": "\(Office.password)",
      "acceptTerms": true
    }
    """

  private func run(
    _ document: String, mode: String = "600", _ more: String...
  ) async throws -> (Office, Child.Outcome) {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      let path = try office.directory.write(document, to: "answers.json")
      _ = try Child.run(["chmod", mode, path])
      return try Child.run(office.command(["register", "--answers", path] + more))
    }
    return (office, outcome)
  }

  @Test(arguments: ["", "\u{FEFF}"]) func makesAnAccountWithoutAsking(mark: String) async throws {
    let (office, outcome) = try await run(mark + Self.whole, "--no-input")
    #expect(
      outcome
        == Child.Outcome(
          .exited(0),
          output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"))
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }

  private static let contacts = """
    "contacts": [
      {"kind": "web", "address": "https://example.org", "isPublic": true},
      {"kind": "telephone", "address": "+44 20 7946 0958"}
    ]
    """

  @Test func contactsAreMadeWithTheAccount() async throws {
    let (office, outcome) = try await run(
      "{\"username\": \"ann\", \(Self.contacts), \(Self.passwords)}", "--no-input")
    #expect(outcome.status == .exited(0))
    let shown = try await onThreadOfItsOwn { try office.details(of: "ann") }
    #expect(
      shown.hasSuffix(
        "Contact: Web, https://example.org, public\nContact: Telephone, +44 20 7946 0958\nAdministrator\n"
      ))
  }

  @Test func withoutInputATakenNameIsToldWithOtherFaults() async throws {
    let (office, _) = try await run(Self.whole, "--no-input")
    let outcomes = try await onThreadOfItsOwn {
      let path = try office.directory.write(
        "{\"username\": \"ann\", \"contacts\": [{\"kind\": \"web\", \"address\": \"x\"}], "
          + "\(Self.passwords)}", to: "others.json")
      _ = try Child.run(["chmod", "600", path])
      let command = try office.command(["register", "--no-input", "--answers", path])
      return try (0..<20).map { _ in try Child.run(command) }
    }
    let told = Child.Outcome(
      .exited(1),
      errors: """
        /username: taken: choose another
        /contacts/0/address: not a web address: it looks like https://example.org

        """ + Office.noAccount)
    #expect(outcomes.allSatisfy { $0 == told })
  }

  /// Faults name parts by JSON pointer, including parts of items.
  @Test func withoutInputFaultsOfItemsAreTold() async throws {
    let (_, outcome) = try await run(
      "{\"username\": \"ann\", \"contacts\": [{\"kind\": \"web\", \"address\": \"x\"}, {}], "
        + "\(Self.passwords)}", "--no-input")
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: """
            /contacts/0/address: not a web address: it looks like https://example.org
            /contacts/1/kind: required
            /contacts/1/address: required
            No account was made.

            """))
  }

  @Test func standardInputIsAFileToo() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      try office.run("register", "--answers", "-", input: Self.whole)
    }
    #expect(outcome.status == .exited(0))
  }

  /// The user sees what the program waits for, and the result of the form.
  @Test(arguments: [0, SIGINT, SIGTERM])
  func aTerminalIsAFileToo(_ signal: CInt) async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let terminal = try office.terminal("register", "--answers", "-")
      try terminal.expect(
        line: "Type the answers, a JSON object, and then ^D on a line of its own.")
      try terminal.type("{\"username\": \"ann\",\r")
      try terminal.expect("\"ann\",\r\n")
      if signal == 0 {
        try terminal.type("\(Self.passwords)}\r\u{4}")
        #expect(try terminal.expectEnd() == .exited(0))
        #expect(
          terminal.output.hasSuffix(
            "Welcome, ann. Your username is ann.\r\nThere is 1 account.\r\n"))
      } else {
        terminal.child.send(signal)
        #expect(try terminal.expectEnd() == .signalled(signal))
        #expect(terminal.output.hasSuffix("\r\nNo account was made.\r\n"))
      }
    }
  }

  static let refusals: [(String, String, String)] = [
    (
      "not JSON", "{\"username\": }",
      "line 1, column 14: no value of JSON: write a string in "
        + "quotation marks, a number, true or false"
    ),
    ("not an object", "[1]", "line 1, column 1: not an object: write {\"username\": \"...\", ...}"),
    (
      "an unknown field", "{\n \"nickname\": \"x\"}",
      "line 2, column 2: /nickname is not in the form: there are username, givenName, familyName, "
        + "email, contacts, password, passwordAgain, acceptTerms"
    ),
    (
      "a name of 64 KiB", "{\"\(String(repeating: "n", count: 1 << 16))\": 1}",
      "line 1, column 2: /\(String(repeating: "n", count: 40))… is not in the form: there are "
        + "username, givenName, familyName, email, contacts, password, passwordAgain, acceptTerms"
    ),
    ("a wrong type", "{\"username\": 7}", "line 1, column 14: /username has to be a string"),
    (
      "a wrong type of toggle", "{\"acceptTerms\": \"yes\"}",
      "line 1, column 17: /acceptTerms has to be true or false"
    ),
    (
      "a password that is no text", "{\"password\": [\"s3cret\"]}",
      "line 1, column 14: /password has to be a string"
    ),
    (
      "an unknown member of an item", "{\"contacts\": [{}, {\"kid\": 1}]}",
      "line 1, column 20: /contacts/1/kid is not in the form: there are kind, address, isPublic"
    ),
    (
      "an option that is none", "{\"contacts\": [{\"kind\": \"fax\"}]}",
      "line 1, column 24: /contacts/0/kind has to be one of email, web, telephone"
    ),
    ("no list", "{\"contacts\": {}}", "line 1, column 14: /contacts has to be an array"),
    ("no object", "{\"contacts\": [7]}", "line 1, column 15: /contacts/0 has to be an object"),
    (
      "a million items", "{\"contacts\": [\(String(repeating: "{},", count: 1_000_000)){}]}",
      "line 1, column 14: /contacts may have 10 items at most"
    ),
    (
      "a thousand levels", "{\"contacts\": \(String(repeating: "[", count: 1000))",
      "line 1, column 141: nested more than 128 deep: nest it less"
    ),
    ("an empty document", "", "is empty: write {\"username\": \"...\", ...}"),
    ("blanks alone", " \r\n\t", "is empty: write {\"username\": \"...\", ...}"),
  ]

  @Test(arguments: refusals)
  func refusesWhatMakesNoSense(
    _ name: String, _ document: String, _ reason: String
  ) async throws {
    let (office, outcome) = try await run(document, "--no-input")
    let path = office.path(of: "answers.json")
    #expect(
      outcome
        == Child.Outcome(.exited(2), errors: "registration: answers file \(path): \(reason)\n"))
  }

  @Test func secretsAreNotReadFromWhereOthersMayRead() async throws {
    let (office, outcome) = try await run(Self.whole, mode: "640", "--no-input")
    let path = office.path(of: "answers.json")
    #expect(
      outcome
        == Child.Outcome(
          .exited(2),
          errors: "registration: answers file \(path): holds a password and others may read it: "
            + "chmod 600 it\n"))
    let (_, harmless) = try await run("{\"username\": \"x\"}", mode: "644", "--no-input")
    #expect(harmless.status == .exited(1))
  }

  private static let passwords =
    "\"password\": \"\(Office.password)\", \"passwordAgain\": \"\(Office.password)\""

  /// Lines from a pipe answer the fields that the file leaves out, up to the last required one.
  @Test(arguments: [
    (whole, "", 0, ""),
    ("{\"username\": \"ann\", \(passwords)}", "next\n", 0, "next\n"),
    ("{\"username\": \"ann\"}", "Ann\nLee\n\n\(Office.password)\n\(Office.password)\n", 0, ""),
    (
      "{\"username\": \"ann\", \"password\": \"short\"}", "Ann\n", 1,
      """
      line 4: passwordAgain: the input ended before this field
      password: 15 characters at least: 10 more

      """
    ),
    (
      "{\"username\": \"a!\", \(passwords)}", "next\n", 1,
      "username: letters a to z, digits, . _ - only, and a letter first; 3 characters at least: "
        + "1 more\n"
    ),
    ("{\(passwords)}", "ann\n\n\n\nmore\n", 1, "line 5: more lines than fields\n"),
    ("{\"username\": \"ann\", \(contacts), \(passwords)}", "next\n", 0, "next\n"),
    (
      "{\"username\": \"ann\", \"contacts\": [{}], \(passwords)}", "next\n", 1,
      "Contact 1: kind: required\nContact 1: address: required\n"
    ),
    // Both the line and the file are invalid.
    (
      "{\"contacts\": [{\"kind\": \"web\"}]}",
      "li\n\n\n\n\(Office.password)\n\(Office.password)\n", 1,
      "line 1: username: 3 characters at least: 1 more\nContact 1: address: required\n"
    ),
  ])
  func aPipeAnswersWhatIsMissing(
    _ document: String, _ input: String, _ status: Int32, _ rest: String
  ) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      let path = try office.directory.write(document, to: "answers.json")
      try #require(chmod(path, 0o600) == 0)
      // The next program reads the rest of the input.
      return try Child.run(
        ["sh", "-c", "\"$@\"; code=$?; cat; exit $code", "sh"]
          + office.command(["register", "--answers", path]), input: input)
    }
    let welcome =
      "Welcome, \(input.hasPrefix("Ann") || document == Self.whole ? "Ann Lee" : "ann"). "
    #expect(
      outcome
        == (status == 0
          ? Child.Outcome(
            .exited(0), output: welcome + "Your username is ann.\nThere is 1 account.\n" + rest)
          : Child.Outcome(
            .exited(1), output: input == "next\n" ? input : "", errors: rest + Office.noAccount)))
  }

  /// A file that is read to its end needs an end.
  @Test func aFileWithoutAnEndIsRefused() async throws {
    let office = try Office()
    let outcomes = try await onThreadOfItsOwn {
      try [["register", "--answers", "/dev/zero"], ["policy", "--terms", "/dev/zero"]].map {
        try Child.run(office.command($0))
      }
    }
    #expect(
      outcomes == [
        Child.Outcome(
          .exited(2),
          errors: "registration: answers file /dev/zero: more than 8388608 bytes: shorten the "
            + "answers\n"),
        Child.Outcome(
          .exited(2),
          errors: "registration: terms file /dev/zero: more than 65536 bytes: shorten it\n"),
      ])
  }

  @Test func aFileThatIsNotThereIsNamed() async throws {
    let office = try Office()
    let path = office.path(of: "missing.json")
    let outcome = try await onThreadOfItsOwn { try office.run("register", "--answers", path) }
    #expect(
      outcome
        == Child.Outcome(
          .exited(2),
          errors: "registration: answers file \(path): No such file or directory: "
            + "name a file that can be read\n"))
  }

  @Test func withoutInputEveryBrokenRuleIsTold() async throws {
    let (office, outcome) = try await run(
      "{\"username\": \"a!\", \"email\": \"x\", \"password\": \"short\"}", "--no-input")
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: """
            /username: letters a to z, digits, . _ - only, and a letter first
            /username: 3 characters at least: 1 more
            /email: not an e-mail address: it looks like name@example.org
            /password: 15 characters at least: 10 more
            /passwordAgain: required
            No account was made.

            """))
    #expect(try await office.store.count() == 0)
  }

  /// The message contains the reason of the store, not only the rejection.
  @Test func withoutInputTheReasonOfARefusalIsTold() async throws {
    let office = try Office()
    var policy = RegistrationPolicy.standard
    policy.isOpen = false
    try await office.store.setPolicy(policy)
    let closed = try await onThreadOfItsOwn {
      try office.run("register", "--answers", "-", input: Self.whole)
    }
    #expect(
      closed
        == Child.Outcome(
          .exited(1),
          errors: "registration: Could not be loaded: registration is closed\n"
            + Office.noAccount))
    policy.isOpen = true
    try await office.store.setPolicy(policy)
    // Readers continue, but a writer waits up to the store's limit, and is then rejected.
    let holder = try DatabaseQueue(path: office.accounts)
    let locked = try await onThreadOfItsOwn {
      try holder.inDatabase { database in
        try database.execute(sql: "BEGIN IMMEDIATE")
        defer { try? database.execute(sql: "ROLLBACK") }
        return try office.run("register", "--answers", "-", input: Self.whole)
      }
    }
    #expect(
      locked
        == Child.Outcome(
          .exited(1),
          errors: "registration: Not submitted: \(office.accounts) is in use by another program: "
            + "try again when that is done\n" + Office.noAccount))
  }

  @Test func withoutInputATakenNameIsTold() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines())
      return try office.run("register", "--answers", "-", input: Self.whole)
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1), errors: "/username: taken: choose another\n" + Office.noAccount)
    )
  }

  @Test func whatIsMissingIsAskedFor() async throws {
    let office = try Office()
    try await onThreadOfItsOwn {
      let path = try office.directory.write(
        "{\"username\": \"ann\", \"password\": \"\(Office.password)\"}", to: "answers.json")
      let terminal = try office.terminal("register", "--answers", path)
      try terminal.expect("Username (required) [ann]: ")
      try terminal.type("\r\r\r\r\r")
      try terminal.expect("Password (required, not shown) [kept: 28 characters; type to replace]: ")
      try terminal.type("\r")
      try terminal.expect("Password again (required, not shown): ")
      try terminal.type("\(Office.password)\r")
      try terminal.expect("1 Register  2 Leave")
      try terminal.type("\r")
      #expect(try terminal.expectEnd() == .exited(0))
      #expect(!terminal.output.contains("horse"))
    }
    #expect(try await office.store.count() == 1)
  }
}
