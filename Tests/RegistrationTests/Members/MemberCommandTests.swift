import Accounts
import AccountsSQLite
import GRDB
import Glibc
import TestSupport
import Testing

@testable import registration

@Suite struct MemberCommandTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  /// A line of a script, with `%` for the file of the password, and its result.
  private struct Step: Sendable {
    let line: String
    let input: String
    let outcome: Child.Outcome

    init(
      _ line: String, _ input: String = "", output: String = "", errors: String = "",
      status: Int32? = nil
    ) {
      (self.line, self.input) = (line, input)
      outcome = Child.Outcome(
        .exited(status ?? (errors.isEmpty ? 0 : 1)), output: output, errors: errors)
    }

    /// Returns a step with invalid arguments.
    static func misused(_ line: String, _ complaint: String) -> Step {
      Step(line, errors: complaint + "\nSee 'registration --help'.\n", status: 2)
    }
  }

  private func run(_ steps: [Step]) async throws {
    for (name, givenName) in [("ann", "Ann"), ("bob", "李"), ("Cem", "")] {
      try await bench.register(
        name, givenName,
        contacts: [
          Contact(kind: .web, address: "https://example.org", isPublic: true),
          Contact(kind: .telephone, address: "+44 20 7946 0958"),
        ])
    }
    try await onThreadOfItsOwn {
      let file = try bench.passwordFile()
      for step in steps {
        let arguments = step.line.split(separator: " ").map { $0 == "%" ? file : String($0) }
        let outcome = try Child.run(bench.command(arguments), input: step.input)
        #expect(outcome == step.outcome, "\(step.line)")
      }
    }
  }

  @Test func whatMembersAreToldOfEachOther() async throws {
    let names = "ann\tAnn Lee\nbob\t李 Lee\nCem\tLee\n"
    let web = #"{"kind":"web","address":"https://example.org","isPublic":true}"#
    try await run([
      Step("members", output: names), Step("list", output: names),
      Step("members --sort newest", output: "Cem\tLee\nbob\t李 Lee\nann\tAnn Lee\n"),
      Step("list --search AN", output: "ann\tAnn Lee\n"),
      Step("members --search x --format json", output: "[]\n"),
      Step(
        "members --format csv --sort descending",
        output: "username,givenName,familyName\r\nCem,,Lee\r\nbob,李,Lee\r\nann,Ann,Lee\r\n"),
      Step("details CEM", output: "Username: Cem\nGiven name: \nFamily name: Lee\n"),
      Step(
        "show bob --format json",
        output: #"{"username":"bob","givenName":"李","familyName":"Lee"}"# + "\n"),
      Step("show x", errors: "registration: no account is called \"x\": 'list' lists them\n"),
    ])
    // Times are compared separately.
    let shown = try await onThreadOfItsOwn {
      let file = try bench.passwordFile()
      return try [("ann", "bob"), ("bob", "ann"), ("bob", "bob")].map { name, viewer in
        try bench.run(
          "details", name, "--as", viewer, "--password-file", file, "--format", "json"
        ).outputText.replacing(/"20..-[^"]+"/, with: "…")
      }
    }
    let phone = #"{"kind":"telephone","address":"+44 20 7946 0958","isPublic":false}"#
    let ann = #"{"username":"ann","givenName":"Ann","familyName":"Lee","email":"#
    let bob = #"{"username":"bob","givenName":"李","familyName":"Lee","email":"#
    #expect(
      shown == [
        ann + #"null,"contacts":[\#(web)],"isAdministrator":true,"created":…,"#
          + #""lastSeen":null,"lastChanged":…}"# + "\n",
        bob + #""bob@example.org","contacts":[\#(web),\#(phone)],"isAdministrator":false,"#
          + #""created":…,"lastSeen":…,"lastChanged":…}"# + "\n",
        bob + #""bob@example.org","contacts":[\#(web),\#(phone)],"isAdministrator":false,"#
          + #""created":…,"lastSeen":…,"lastChanged":…}"# + "\n",
      ])
  }

  @Test func whatTheOwnerOfAnAccountChanges() async throws {
    let wrong =
      "registration: wrong username or password: check --as, and the source of the password\n"
    let next = "four words, all lower case\n"
    try await run([
      Step(
        "profile --as bob --password-file % --answers -",
        #"{"givenName": "Bo", "email": ""}"#, output: "The profile is saved.\n"),
      Step("show bob", output: "Username: bob\nGiven name: Bo\nFamily name: Lee\n"),
      Step("profile --as bob --password-file %", "Bob\n\n\n", output: "The profile is saved.\n"),
      Step("show bob", output: "Username: bob\nGiven name: Bob\nFamily name: Lee\n"),
      Step(
        "profile --as bob --password-file % --answers -",
        #"{"givenName": " ", "email": "bob"}"#,
        errors: """
          /givenName: has nothing but blanks: write a name, or leave it empty
          /email: not an e-mail address: write one such as name@example.org
          Nothing was changed.

          """),
      Step(
        "profile --as bob --password-file % --answers -", #"{"username": "x"}"#,
        errors:
          "registration: answers file standard input: line 1, column 2: /username is not in the "
          + "form: there are givenName, familyName, email\n", status: 2),
      Step(
        "profile --as bob --password-file % --answers -", " ",
        errors: "registration: answers file standard input: is empty: write "
          + "{\"givenName\": \"...\", ...}\n", status: 2),
      Step(
        "password --as bob --password-file % --new-password-file -", "passwordpassword1\n",
        errors: "/password: on the list of common passwords: choose another\n"
          + "Nothing was changed.\n"),
      Step(
        "password --as bob --password-file % --new-password-file -", next,
        output: "The password is changed. You are signed out everywhere else.\n"),
      Step("show ann --as bob --password-file %", errors: wrong),
      Step(
        "password --as bob --password-fd 0 --new-password-file %", next,
        output: "The password is changed. You are signed out everywhere else.\n"),
      Step("delete --as nobody --password-file % --confirm nobody", errors: wrong),
      Step(
        "delete --as bob --password-file % --confirm ann",
        errors: "/username: not the name of this account\nNothing was changed.\n"),
      Step(
        "delete --as bob --password-file %", "bob\n",
        errors:
          "registration: delete asks for confirmation: in a script, use "
          + "'registration --accounts \(bench.accounts) delete --as bob --password-file FILE --confirm "
          + "bob'\n", status: 2),
      Step(
        "delete --as bob --password-file % --confirm BOB", output: "The account is deleted.\n"),
      Step("members", output: "ann\tAnn Lee\nCem\tLee\n"),
      Step("show cem --as bob --password-file %", errors: wrong),
    ])
  }

  @Test func whatTheAdministratorChanges() async throws {
    let refused = "registration: only an administrator may do that: sign in as one\n"
    try await run([
      Step("policy --as bob --password-file % --no-open", errors: refused),
      Step("policy --as bob --password-file % --no-terms", errors: refused),
      Step("policy --no-terms", errors: refused),
    ])
    let outcome = try await bench.run(
      "policy", "--as", "ann", "--password-file", bench.passwordFile(), "--no-open",
      "--username-length", "2-40", "--password-length", "20-200", "--terms", "-",
      input: "Be kind.\n")
    let lines = outcome.outputText.split(separator: "\n")
    #expect(
      lines.prefix(3) + lines.suffix(1) == [
        "Registration: closed", "Username: 2 to 40 characters", "Password: 20 to 200 characters",
        "Terms: version 1",
      ])
    #expect(
      try await bench.store.policy().reservedNames == RegistrationPolicy.standard.reservedNames)
  }

  /// Only members may sort by visits.
  @Test func anonymousReadersSeeNoOrderOfVisits() async throws {
    try await run([
      .misused(
        "members --sort recently-seen", "--sort recently-seen needs --as: name an account"),
      .misused(
        "list --sort recently-changed --search a",
        "--sort recently-changed needs --as: name an account"),
      Step("members --sort newest --search a", output: "ann\tAnn Lee\n"),
    ])
  }

  @Test func badInputIsOneLine() async throws {
    let needsBoth =
      "registration: no account is named: give --as, and --password-file or --password-fd\n"
    let empty =
      "registration: password from standard input: is empty: write the password on its one line\n"
    try await run(
      sampled([
        Step("profile", errors: needsBoth, status: 2), Step("delete", errors: needsBoth, status: 2),
        Step(
          "members --as ann",
          errors: "registration: there is no password: give --password-file or --password-fd\n",
          status: 2),
        Step("members --as ann --password-file -", errors: empty, status: 2),
        Step(
          "members --as ann --password-fd 0", "\r\n",
          errors: empty.replacing("standard input", with: "descriptor 0"), status: 2),
        Step(
          "members --as ann --password-file /no",
          errors:
            "registration: password from /no: No such file or directory: name a file that can "
            + "be read\n", status: 2),
        Step(
          "members --as ann --password-fd 99",
          errors:
            "registration: password from descriptor 99: Bad file descriptor: name a file that can "
            + "be read\n", status: 2),
        .misused("members --password-file %", "--password-file needs --as: name an account"),
        .misused("show ann --password-fd 3", "--password-fd needs --as: name an account"),
        .misused("profile --answers -", "--answers needs --as: name an account"),
        .misused("delete --confirm ann", "--confirm needs --as: name an account"),
        .misused("policy --no-open", "--no-open needs --as: name an account"),
        .misused(
          "policy --as ann --open --no-open",
          "Value to be set with flag \"--no-open\" had already been set with flag \"--open\""),
        .misused("password --new-password-fd 3", "--new-password-fd needs --as: name an account"),
        .misused(
          "password --as ann --new-password-fd 3",
          "--new-password-fd needs --password-file or --password-fd: give the current password"),
        .misused(
          "members --as ann --password-file % --password-fd 3",
          "--password-file cannot be combined with --password-fd"),
        .misused(
          "policy --as ann --password-file % --username-length 3-200",
          "--username-length: at most 128 characters: lower the maximum"),
        .misused(
          "policy --as ann --username-length 3",
          "The value \"3\" is invalid for \"--username-length <range>\""),
        .misused(
          "members --format xml",
          "The value \"xml\" is invalid for \"--format <format>\". Please provide one of \"table\", "
            + "\"json\" or \"csv\"."),
      ]))
  }

  /// Repeated wrong passwords cause a delay, with any command.
  @Test func wrongPasswordsSlowDown() async throws {
    let steps = (0..<SignInFailures.freeCount).map { _ in
      Step(
        "members --as ann --password-file -", "x\n",
        errors:
          "registration: wrong username or password: check --as, and the source of the password\n")
    }
    try await run(steps)
    // The pause after a few failures is too short for a busy machine.
    let file = try DatabaseQueue(path: bench.accounts)
    try await file.write {
      try $0.execute(sql: "UPDATE failed_sign_in SET failure_count = 20, refused_count = 20")
    }
    try file.close()
    let outcome = try await bench.run(
      "members", "--as", "ann", "--password-file", "-", input: "x\n")
    let waits = outcome.errorText.contains(
      /^registration: too many wrong passwords: try again in \d+ second/)
    #expect(waits, "\(outcome.errorText)")
  }

  // MARK: At a terminal

  /// Registers the accounts, and types at a terminal until the program ends.
  private func type(
    _ arguments: String..., frontEnd: String = "plain", isRead: Bool = true,
    steps: [(String, String)], end: Child.Status = .exited(0)
  ) async throws {
    if try await bench.store.count() == 0 { try await run([]) }
    let password = isRead ? ["--password-file", try bench.passwordFile()] : []
    try await onThreadOfItsOwn { [bench] in
      let terminal = try PseudoTerminal(
        bench.command(["--front-end", frontEnd] + arguments + password))
      try terminal.answer(steps)
      try terminal.expect(end: end)
    }
  }

  /// Forms on a front end sign in first.
  @Test func theFormsAtATerminal() async throws {
    try await type(
      "profile", "--as", "bob", isRead: false,
      steps: [
        ("not shown): ", RegistrationBench.password + "\r"), ("Given name [李]: ", "Bo\r"),
        ("Family name [Lee]: ", "\r"), ("E-mail [bob@example.org]: ", "\r"),
        ("Button [1]: ", "\r"), ("The profile is saved.", ""),
      ])
    try await type(
      "members", "--as", "ann", isRead: false,
      steps: [
        ("not shown): ", "x\r"), ("Password: wrong username or password", ""),
        ("type to replace]: ", RegistrationBench.password + "\r"), ("Username  Name", ""),
      ])
    let deletion = [
      ("Your username (required): ", "BOB\r"), ("Button [1]: ", "\r"), ("for good?", ""),
    ]
    try await type(
      "delete", "--as", "bob",
      steps: deletion + [
        ("[1]: ", "\r"), ("Button [1]: ", "2\r"), ("Leave?", ""), ("[1]: ", "2\r"),
        ("Nothing was changed.", ""),
      ], end: .exited(130))
    try await type(
      "delete", "--as", "bob",
      steps: deletion + [("[1]: ", "2\r"), ("The account is deleted.", "")])
    #expect(try await bench.store.count() == 2)
  }

  @Test func anAccountIsDeletedAtTheLineEditor() async throws {
    for (answer, end) in [("\u{3}", Child.Status.signalled(SIGINT)), ("2\r", .exited(0))] {
      try await type(
        "delete", "--as", "Cem", frontEnd: "editline",
        steps: [
          ("Your username (required): ", "CEM\r"), ("Button [1]: ", "\r"), ("for good?", answer),
        ], end: end)
    }
    #expect(try await bench.store.account(named: "cem") == nil)
  }

  /// A password that has just been typed, or read from a file, is not asked for again.
  @Test(arguments: [false, true]) func thePresentPasswordIsAskedForOnce(isRead: Bool) async throws {
    let new = "four words, all lower case"
    try await type(
      "password", "--as", "bob", isRead: isRead,
      steps: (isRead
        ? [] : [("Password (required, not shown): ", RegistrationBench.password + "\r")]) + [
          ("New password (required, not shown): ", new + "\r"),
          ("New password again (required, not shown): ", new + "\r"), ("Button [1]: ", "\r"),
          ("The password is changed.", ""),
        ])
  }

  /// A terminal shows times for reading, whichever command is run.
  @Test(arguments: ["details", "show"]) func aTerminalHasEverydayTimes(command: String) async throws
  {
    try await type(command, "bob", "--as", "bob", steps: [("Last seen: just now", "")])
  }

  /// A user who leaves at the password gets the same message as at the form after it.
  @Test func whoLeavesTheSignInIsToldThatNothingWasChanged() async throws {
    try await run([])
    try await onThreadOfItsOwn { [bench] in
      for (arguments, words, key, end) in [
        (["profile", "--as", "bob", "--answers", "-"], "Nothing was changed.", "\u{4}", 130),
        (["delete", "--as", "bob", "--confirm", "bob"], "Nothing was changed.", "\u{3}", nil),
        (["policy", "--as", "ann", "--no-open"], "The policy is unchanged.", "\u{4}", 130),
      ] as [([String], String, String, Int32?)] {
        let terminal = try PseudoTerminal(bench.command(["--front-end", "plain"] + arguments))
        try terminal.answer([("not shown): ", key), (words, "")])
        try terminal.expect(end: end.map { .exited($0) } ?? .signalled(SIGINT))
      }
    }
  }

  /// Changes from elsewhere are reported, and a reload keeps the user's own changes.
  @Test func aProfileThatIsChangedElsewhere() async throws {
    try await run([])
    try await onThreadOfItsOwn { [bench] in
      let arguments = ["profile", "--as", "bob", "--password-file", try bench.passwordFile()]
      let terminal = try PseudoTerminal(bench.command(["--front-end", "plain"] + arguments))
      try terminal.answer([("Given name [李]: ", "Bo\r"), ("Family name [Lee]: ", "")])
      _ = try Child.run(
        bench.command(arguments + ["--answers", "-"]),
        input: #"{"givenName": "Rob", "familyName": "Leigh"}"#)
      try terminal.answer([
        ("", ":submit\r"), ("Given name: changed elsewhere to \"Rob\": enter a value", ""),
        ("Family name: changed elsewhere to \"Leigh\": enter a value", ""),
        ("Given name [Bo]: ", ":reload\r"), ("Given name [Bo]: ", "\r"),
        ("Family name [Leigh]: ", ":submit\r"), ("The profile is saved.", ""),
      ])
      #expect(try terminal.expectEnd() == .exited(0))
      let bob = try bench.run("show", "bob").outputText
      #expect(bob == "Username: bob\nGiven name: Bo\nFamily name: Leigh\n")
    }
  }

  /// At a terminal a list has columns, even after signing in there.
  @Test func theColumnsAtATerminal() async throws {
    try await run([])
    let shown = try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        bench.command(["members", "--as", "ann", "--password-file", bench.passwordFile()]))
      _ = try terminal.expectEnd()
      return terminal.output
    }
    #expect(
      shown
        == [
          "Username  Name     E-mail           Last seen",
          "ann       Ann Lee  ann@example.org  just now",
          "bob       李 Lee   bob@example.org", "Cem       Lee      Cem@example.org", "",
        ].joined(separator: "\r\n"))
  }
}
