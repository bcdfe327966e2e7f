import TestSupport
import Testing

@Suite struct UsageTests {
  @Test(arguments: [
    (
      ["--front-end", "nothing", "register"],
      "registration: unknown front end \"nothing\": there are editline, plain, screen\n"
    ),
    (
      ["register", "--front-end", "../plain"],
      "registration: front end name \"../plain\": 1 to 64 of a to z, 0 to 9 and - are allowed: "
        + "there are editline, plain, screen\n"
    ),
    (
      ["register", "--front-end", ""],
      "registration: front end name \"\": 1 to 64 of a to z, 0 to 9 and - are allowed: "
        + "there are editline, plain, screen\n"
    ),
    (
      ["register", "--front-end", "plain", "--front-end-file", "/plain.so"],
      "--front-end cannot be combined with --front-end-file\nSee 'registration --help'.\n"
    ),
    (
      ["--front-end-file", "/nowhere/x.so", "register"],
      "registration: /nowhere/x.so: there is no such file: check its path\n"
    ),
    (
      ["register", "--status", "never"],
      "The value \"never\" is invalid for \"--status <when>\". Please provide one of \"live\" and "
        + "\"leaving\".\nSee 'registration --help'.\n"
    ),
    (["--hasty"], "Unknown option \"--hasty\"\nSee 'registration --help'.\n"),
    (["list", "--foo"], "Unknown option \"--foo\"\nSee 'registration --help'.\n"),
    (
      ["list", "--serch"],
      "Unknown option \"--serch\". Did you mean \"--search\"?\nSee 'registration --help'.\n"
    ),
    (["list", "it's"], "Unexpected argument \"it's\"\nSee 'registration --help'.\n"),
    (
      ["show", "ann", "--style", "odd"],
      "The value \"odd\" is invalid for \"--style <name>\": Unknown style \"odd\": there are plain, "
        + "everyday, records.\nSee 'registration --help'.\n"
    ),
    (["show"], "Missing expected argument \"<name>\"\nSee 'registration --help'.\n"),
    (
      ["frobnicate"],
      "Unknown command \"frobnicate\": there are register, members, details, profile, password, delete, list, show, "
        + "policy, terms, front-ends\n"
        + "See 'registration --help'.\n"
    ),
    (["lst"], "Unknown command \"lst\": did you mean list?\nSee 'registration --help'.\n"),
    (
      ["--status", "live", "regster"],
      "Unknown command \"regster\": did you mean register?\nSee 'registration --help'.\n"
    ),
    (["lst", "foo"], "Unknown command \"lst\": did you mean list?\nSee 'registration --help'.\n"),
    (["lst", "list"], "Unknown command \"lst\": did you mean list?\nSee 'registration --help'.\n"),
    (["sh", "ann"], "Unknown command \"sh\": did you mean show?\nSee 'registration --help'.\n"),
    (["help", "lst"], "Unknown command \"lst\": did you mean list?\nSee 'registration --help'.\n"),
    (
      ["help", "nosuch"],
      "Unknown command \"nosuch\": there are register, members, details, profile, password, delete, list, show, "
        + "policy, terms, front-ends\n"
        + "See 'registration --help'.\n"
    ),
    (["\"show"], "Unknown command '\"show': did you mean show?\nSee 'registration --help'.\n"),
    (
      ["--front-end", "nothing", "list"],
      "registration: unknown front end \"nothing\": there are editline, plain, screen\n"
    ),
    (
      ["front-ends", "--front-end", "nothing"],
      "registration: unknown front end \"nothing\": there are editline, plain, screen\n"
    ),
    (
      ["policy", "--front-end-file", "/nowhere/x.so"],
      "registration: /nowhere/x.so: there is no such file: check its path\n"
    ),
    (["list", "lst"], "Unexpected argument \"lst\"\nSee 'registration --help'.\n"),
    (
      ["--answers", "a.json", "register"],
      "Unknown option \"--answers\": it belongs to register, and goes behind it\n"
        + "See 'registration --help'.\n"
    ),
    (
      ["list", "--no-terms"],
      "Unknown option \"--no-terms\": it belongs to policy, and goes behind it\n"
        + "See 'registration --help'.\n"
    ),
    (
      ["--generate-completion-script", "tcsh"],
      "Can't generate completion scripts for \"tcsh\". Please use --generate-completion-script=<shell> "
        + "with one of: zsh bash fish\nSee 'registration --help'.\n"
    ),
    (
      ["--accounts=", "register"],
      "--accounts has no value behind the =\nSee 'registration --help'.\n"
    ),
    (["--accounts", "", "list"], "--accounts is empty: name a file\nSee 'registration --help'.\n"),
    (["--log", "", "register"], "--log is empty: name a file\nSee 'registration --help'.\n"),
    (
      ["register", "--log", "/nowhere/log"],
      "registration: --log /nowhere/log: No such file or directory\n"
    ),
    (["--log", "/dev/full"], "registration: --log /dev/full: is no regular file: name another\n"),
    (
      ["--", "list"],
      "Unexpected argument \"list\" behind --: leave out the --\nSee 'registration --help'.\n"
    ),
    (["list", "list"], "Unexpected argument \"list\"\nSee 'registration --help'.\n"),
    (
      ["register", "--answers", ""],
      "--answers is empty: name a file\nSee 'registration --help'.\n"
    ),
    (
      ["policy", "--terms", ""], "--terms is empty: name a file\nSee 'registration --help'.\n"
    ),
    (
      ["--accounts", String(repeating: "a", count: 5000), "list"],
      "--accounts: a path has fewer than 4096 bytes: name a file\nSee 'registration --help'.\n"
    ),
    (
      ["--" + String(repeating: "x", count: 10_000)],
      "Unknown option \"--\(String(repeating: "x", count: 38))…\"\nSee 'registration --help'.\n"
    ),
    (
      ["--status=\(String(repeating: "x", count: 100_000))"],
      "The value \"\(String(repeating: "x", count: 40))…\" is invalid for \"--status <when>\". Please "
        + "provide one of \"live\" and \"leaving\".\nSee 'registration --help'.\n"
    ),
  ])
  func wrongUsageIsOneLineAndStatus2(_ arguments: [String], _ complaint: String) async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn { try Child.run(office.command(arguments)) }
    #expect(outcome == Child.Outcome(.exited(2), errors: complaint))
  }

  /// A form of the demonstration that comes to nothing says so, on its own and in the shell.
  @Test(arguments: [
    (["form"], "ann", "x", "line 11: more lines than fields\nNothing was submitted.\n"),
    (
      ["form"], "refused", "",
      "line 1: name: the store does not want this one\nNothing was submitted.\n"
    ),
    (
      [], "form\nrefused", "",
      "line 2: name: the store does not want this one\nline 1: Nothing was submitted.\n"
    ),
  ])
  func aFormThatIsNotSubmittedSaysSo(
    _ screen: [String], _ name: String, _ last: String, _ complaint: String
  ) async throws {
    let input = name + String(repeating: "\n", count: 10) + last
    let outcome = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "formwork"), "demo"] + screen, input: input)
    }
    #expect(outcome == Child.Outcome(.exited(1), errors: complaint))
  }

  @Test(arguments: [
    (["front-end"], "Unknown command \"front-end\": did you mean front-ends?"),
    (
      ["frobnicate"],
      "Unknown command \"frobnicate\": there are front-ends, demo, check-front-end"
    ),
    (["chek-front-end", "x"], "Unknown command \"chek-front-end\": did you mean check-front-end?"),
    (["help", "front-end"], "Unknown command \"front-end\": did you mean front-ends?"),
    (["check-front-end", "--check="], "--check has no value behind the ="),
    (["check-front-end", "--log", "", "plain"], "--log is empty: name a file"),
    (
      ["--seed", "2", "check-front-end", "plain"],
      "Unknown option \"--seed\": it belongs to check-front-end, and goes behind it"
    ),
  ])
  func wrongUsageOfTheOtherProgram(_ arguments: [String], _ complaint: String) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "formwork")] + arguments)
    }
    #expect(
      outcome == Child.Outcome(.exited(2), errors: "\(complaint)\nSee 'formwork --help'.\n"))
  }

  @Test func theEnvironmentMayNameAFrontEnd() async throws {
    let office = try Office()
    let (unknown, empty) = try await onThreadOfItsOwn {
      (
        try office.run("register", environment: ["FORMWORK_FRONT_END": "nothing"]),
        try office.run(
          "register", input: Office.lines(), environment: ["FORMWORK_FRONT_END": ""])
      )
    }
    #expect(
      unknown
        == Child.Outcome(
          .exited(2),
          errors: "registration: unknown front end \"nothing\": there are editline, plain, screen\n"
        ))
    #expect(empty.status == .exited(0))
  }

  @Test func theEnvironmentMayNameALog() async throws {
    let office = try Office()
    let outcomes = try await onThreadOfItsOwn {
      try ["/", "/dev/null"].map {
        try office.run("register", input: Office.lines(), environment: ["FORMWORK_LOG": $0])
      }
    }
    #expect(
      outcomes[0]
        == Child.Outcome(.exited(2), errors: "registration: FORMWORK_LOG /: Is a directory\n"))
    #expect(outcomes[1].status == .exited(0))
  }

  @Test func filesThatAreNoFrontEndsAreRefusedUnrun() async throws {
    let office = try Office()
    let directory = office.directory
    let outcomes = try await onThreadOfItsOwn {
      let program = try Program.path(named: "registration")
      let copy = directory.path(of: "registration")
      _ = try Child.run(["cp", program, copy])
      try directory.write("not a library", to: "libformwork-front-end-text.so")
      _ = try Child.run(["cp", "/bin/true", directory.path(of: "libformwork-front-end-true.so")])
      return try ["text", "true"].map { name in
        try Child.run(office.command(["--front-end", name, "register"], program: copy))
      }
    }
    let place = directory.path
    #expect(
      outcomes == [
        Child.Outcome(
          .exited(2),
          errors: "registration: \(place)/libformwork-front-end-text.so: not an ELF file: "
            + "build it as a shared library\n"),
        Child.Outcome(
          .exited(2),
          errors: "registration: \(place)/libformwork-front-end-true.so: not a shared library: "
            + "link it with -shared\n"),
      ])
  }

  @Test func withoutPlugInsThereIsStillPlain() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn {
      let copy = office.path(of: "registration")
      _ = try Child.run(["cp", try Program.path(named: "registration"), copy])
      return try Child.run(
        office.command(["register"], program: copy), input: Office.lines())
    }
    #expect(outcome.status == .exited(0))
  }

  @Test func accountsAreListedAndShown() async throws {
    let office = try Office()
    let outcomes = try await onThreadOfItsOwn {
      _ = try office.run("register", input: Office.lines(username: "Zoe"))
      _ = try office.run("register", input: Office.lines(username: "ann", email: ""))
      return try [
        office.run("list"), office.run("show", "ZOE"), office.run("show", "nobody"),
        office.run("policy"),
      ]
    }
    #expect(
      outcomes == [
        Child.Outcome(.exited(0), output: "ann\tAnn Lee\nZoe\tAnn Lee\n"),
        Child.Outcome(
          .exited(0),
          output: """
            Username: Zoe
            Given name: Ann
            Family name: Lee

            """),
        Child.Outcome(
          .exited(1),
          errors: "registration: no account is called \"nobody\": 'list' lists them\n"),
        Child.Outcome(
          .exited(0),
          output: """
            Registration: open
            Username: 3 to 32 characters
            Password: 15 to 128 characters
            Reserved: abuse, admin, administrator, ftp, hostmaster, mailer-daemon, news, noc, \
            nobody, noreply, operator, postmaster, registration, root, security, superuser, \
            support, system, usenet, uucp, webmaster, www
            Terms: none

            """),
      ])
  }

  @Test func frontEndsAreListedUnrun() async throws {
    let office = try Office()
    let outcome = try await onThreadOfItsOwn { try office.run("front-ends") }
    let lines = try ["editline", "plain", "screen"].map { name in
      "\(name) 1.0 \(try Program.path(named: "libformwork-front-end-\(name).so"))\n"
    }
    #expect(outcome == Child.Outcome(.exited(0), output: lines.joined()))
  }

  @Test(arguments: [
    ("a directory", "/", "is a directory or a device: name a file for the accounts"),
    (
      "what is no database", "",
      "holds something other than accounts: name another file, or "
        + "move this one away"
    ),
  ])
  func aFileThatHoldsNoAccountsIsNamed(
    _ name: String, _ path: String, _ reason: String
  ) async throws {
    let office = try Office()
    let accounts =
      try path.isEmpty
      ? office.directory.write("Dear diary, this is no database at all.", to: "diary") : path
    let outcomes = try await onThreadOfItsOwn {
      let program = try Program.path(named: "registration")
      return try [["list"], ["register"]].map { arguments in
        try Child.run(
          [program, "--accounts", accounts] + arguments, input: Office.lines())
      }
    }
    #expect(
      outcomes == [
        Child.Outcome(.exited(1), errors: "registration: \(accounts) \(reason)\n"),
        Child.Outcome(
          .exited(1),
          errors: "Registration: Could not be loaded: \(accounts) \(reason)\n" + Office.noAccount),
      ])
  }

  @Test func aComplaintIsOneLine() async throws {
    let office = try Office()
    try await office.makeAccounts()
    let outcome = try await onThreadOfItsOwn { try office.run("show", "x\nregistration: done") }
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "registration: no account is called \"x\u{FFFD}registration: done\": "
            + "'list' lists them\n"))
  }
}
