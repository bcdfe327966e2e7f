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
      "password": "\(RegistrationBench.password)", "passwordAgain": "\(RegistrationBench.password)",
      "acceptTerms": true
    }
    """

  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  private func run(
    _ document: String, mode: mode_t = 0o600, redirecting: String = "", input: String? = nil
  ) async throws -> Child.Outcome {
    let path = try bench.directory.write(document, to: "answers.json")
    try #require(chmod(path, mode) == 0)
    let more = input == nil ? ["--no-input"] : []
    return try await bench.run(
      ["register", "--answers", path] + more, redirecting: redirecting, input: input ?? "")
  }

  @Test(arguments: ["", "\u{FEFF}"]) func makesAnAccountWithoutAsking(mark: String) async throws {
    #expect(try await run(mark + Self.whole) == .success(RegistrationBench.welcome))
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }

  private static let contacts = """
    "contacts": [
      {"kind": "web", "address": "https://example.org", "isPublic": true},
      {"kind": "telephone", "address": "+44 20 7946 0958"}
    ]
    """

  @Test func contactsAreMadeWithTheAccount() async throws {
    let outcome = try await run("{\"username\": \"ann\", \(Self.contacts), \(Self.passwords)}")
    #expect(outcome.status == .exited(0))
    let shown = try await onThreadOfItsOwn { [bench] in try bench.details(of: "ann") }
    #expect(
      shown.hasSuffix(
        "Contact: Web, https://example.org, public\nContact: Telephone, +44 20 7946 0958\nAdministrator\n"
      ))
  }

  /// The user sees what the program waits for, and the result of the form.
  @Test(arguments: [0, SIGINT, SIGTERM])
  func aTerminalIsAFileToo(_ signal: CInt) async throws {
    try await onThreadOfItsOwn { [bench] in
      let terminal = try bench.terminal("register", "--answers", "-")
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
    ("a wrong type", "{\"username\": 7}", "line 1, column 14: /username must be a string"),
    (
      "a wrong type of toggle", "{\"acceptTerms\": \"yes\"}",
      "line 1, column 17: /acceptTerms must be true or false"
    ),
    (
      "a password that is no text", "{\"password\": [\"s3cret\"]}",
      "line 1, column 14: /password must be a string"
    ),
    (
      "an unknown member of an item", "{\"contacts\": [{}, {\"kid\": 1}]}",
      "line 1, column 20: /contacts/1/kid is not in the form: there are kind, address, isPublic"
    ),
    (
      "an option that is none", "{\"contacts\": [{\"kind\": \"fax\"}]}",
      "line 1, column 24: /contacts/0/kind must be one of email, web, telephone"
    ),
    ("no list", "{\"contacts\": {}}", "line 1, column 14: /contacts must be an array"),
    ("no object", "{\"contacts\": [7]}", "line 1, column 15: /contacts/0 must be an object"),
    (
      "many items",
      "{\"contacts\": [\(String(repeating: "{},", count: isLongRun ? 1_000_000 : 50_000)){}]}",
      "line 1, column 14: /contacts may have 10 items at most"
    ),
    (
      "a thousand levels", "{\"contacts\": \(String(repeating: "[", count: 1000))",
      "line 1, column 141: nested more than 128 deep: nest it less"
    ),
    ("an empty document", "", "is empty: write {\"username\": \"...\", ...}"),
    ("blanks alone", " \r\n\t", "is empty: write {\"username\": \"...\", ...}"),
  ]

  @Test(arguments: sampled(refusals))
  func refusesWhatMakesNoSense(
    _ name: String, _ document: String, _ reason: String
  ) async throws {
    let outcome = try await run(document)
    let path = bench.path(of: "answers.json")
    #expect(outcome == .failure("registration: answers file \(path): \(reason)\n", status: 2))
  }

  @Test func secretsAreNotReadFromWhereOthersMayRead() async throws {
    let outcome = try await run(Self.whole, mode: 0o640)
    let path = bench.path(of: "answers.json")
    let complaint = "answers file \(path): has a secret, and others may read it: chmod 600 it"
    #expect(outcome == .failure("registration: \(complaint)\n", status: 2))
    #expect(try await run("{\"username\": \"x\"}", mode: 0o644).status == .exited(1))
  }

  private static let passwords =
    "\"password\": \"\(RegistrationBench.password)\", \"passwordAgain\": \"\(RegistrationBench.password)\""

  /// Lines from a pipe answer the fields that the file leaves out, if a required one is among them.
  @Test(arguments: [
    (whole, "", 0, ""),
    ("{\"username\": \"ann\", \(passwords)}", "next\n", 0, "next\n"),
    (
      "{\"username\": \"ann\"}",
      "Ann\nLee\n\n\(RegistrationBench.password)\n\(RegistrationBench.password)\n", 0, ""
    ),
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
    (
      "{\(passwords)}", "ann\n\n\n\nmore\n", 1,
      "line 5: more lines than fields; lines cannot fill in Contacts: use --answers FILE\n"
    ),
    ("{\"username\": \"ann\", \(contacts), \(passwords)}", "next\n", 0, "next\n"),
    (
      "{\"username\": \"ann\", \"contacts\": [{}], \(passwords)}", "next\n", 1,
      "Contact 1: kind: required\nContact 1: address: required\n"
    ),
    // Both the line and the file are invalid.
    (
      "{\"contacts\": [{\"kind\": \"web\"}]}",
      "li\n\n\n\n\(RegistrationBench.password)\n\(RegistrationBench.password)\n", 1,
      "line 1: username: 3 characters at least: 1 more\nContact 1: address: required\n"
    ),
  ])
  func aPipeAnswersWhatIsMissing(
    _ document: String, _ input: String, _ status: Int32, _ rest: String
  ) async throws {
    // The next program reads the rest of the input.
    let outcome = try await run(document, redirecting: "; code=$?; cat; exit $code", input: input)
    let welcome =
      "Welcome, \(input.hasPrefix("Ann") || document == Self.whole ? "Ann Lee" : "ann"). "
    #expect(
      outcome
        == (status == 0
          ? .success(welcome + "Your username is ann.\nThere is 1 account.\n" + rest)
          : Child.Outcome(
            .exited(1), output: input == "next\n" ? input : "",
            errors: rest + RegistrationBench.noAccount)))
  }

  /// A file that is read to its end needs an end.
  @Test(arguments: [
    (
      ["register", "--answers", "/dev/zero"],
      "answers file /dev/zero: more than 8388608 bytes: shorten the answers"
    ),
    (
      ["policy", "--terms", "/dev/zero"], "terms file /dev/zero: more than 65536 bytes: shorten it"
    ),
    (
      ["register", "--answers", "/missing.json"],
      "answers file /missing.json: No such file or directory: name a file that can be read"
    ),
  ])
  func aFileWithoutAnEndIsRefused(_ arguments: [String], _ complaint: String) async throws {
    let outcome = try await bench.run(arguments, redirecting: "")
    #expect(outcome == .failure("registration: \(complaint)\n", status: 2))
  }

  /// Faults name parts by JSON pointer, including parts of items, and a taken name among others.
  @Test(arguments: [
    (
      "{\"username\": \"a!\", \"email\": \"x\", \"password\": \"short\"}",
      """
      /username: letters a to z, digits, . _ - only, and a letter first
      /username: 3 characters at least: 1 more
      /email: not an e-mail address: write one such as name@example.org
      /password: 15 characters at least: 10 more
      /passwordAgain: required

      """
    ),
    (
      "{\"username\": \"eve\", \"contacts\": [{\"kind\": \"web\", \"address\": \"x\"}, {}], "
        + "\(passwords)}",
      """
      /contacts/0/address: not a web address: write one such as https://example.org
      /contacts/1/kind: required
      /contacts/1/address: required

      """
    ),
    (whole, "/username: taken: choose another\n"),
    (
      "{\"username\": \"ann\", \"contacts\": [{\"kind\": \"web\", \"address\": \"x\"}], "
        + "\(passwords)}",
      """
      /username: taken: choose another
      /contacts/0/address: not a web address: write one such as https://example.org

      """
    ),
  ])
  func withoutInputEveryBrokenRuleIsTold(_ document: String, _ faults: String) async throws {
    try await bench.register("ann")
    // The check of the name and the other rules end in any order.
    for _ in 0..<(isLongRun ? 20 : 2) {
      #expect(try await run(document) == .failure(faults + RegistrationBench.noAccount))
    }
    #expect(try await bench.store.count() == 1)
  }

  /// The message contains the reason of the store, not only the refusal.
  @Test func withoutInputTheReasonOfARefusalIsTold() async throws {
    try await bench.close()
    let closed = "registration: Could not be loaded: registration is closed\n"
    #expect(try await run(Self.whole) == .failure(closed + RegistrationBench.noAccount))
    try await bench.store.setPolicy(.standard)
    // Readers continue, but a writer waits up to the store's limit, and is then refused.
    let holder = try DatabaseQueue(path: bench.accounts)
    let locked = try await onThreadOfItsOwn { [bench] in
      try holder.inDatabase { database in
        try database.execute(sql: "BEGIN IMMEDIATE")
        defer { try? database.execute(sql: "ROLLBACK") }
        return try bench.run("register", "--answers", "-", input: Self.whole)
      }
    }
    let complaint = "\(bench.accounts) is in use by another program: try again when that has ended"
    #expect(
      locked
        == .failure("registration: Not submitted: \(complaint)\n" + RegistrationBench.noAccount))
  }

  @Test func whatIsMissingIsAskedFor() async throws {
    let path = try bench.directory.write(
      "{\"username\": \"ann\", \"password\": \"\(RegistrationBench.password)\"}", to: "answers.json"
    )
    let output = try await bench.converse(
      "register", "--answers", path,
      steps: [
        ("Username (required) [ann]: ", "\r\r\r\r\r"),
        ("Password (required, not shown) [kept: 28 characters; type to replace]: ", "\r"),
        ("Password again (required, not shown): ", RegistrationBench.password + "\r"),
        ("1 Register  2 Leave", "\r"),
      ])
    #expect(!output.contains("horse"))
    #expect(try await bench.store.count() == 1)
  }
}
