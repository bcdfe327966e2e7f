import TestSupport
import Testing

@Suite struct UsageTests {
  private static let commands =
    "there are register, members, details, profile, password, delete, list, show, policy, terms, "
    + "front-ends"

  /// Complaints about the command line, which lead to the help.
  private static let misuses: [([String], String)] = [
    (
      ["register", "--front-end", "plain", "--front-end-file", "/plain.so"],
      "--front-end cannot be combined with --front-end-file"
    ),
    (
      ["register", "--status", "never"],
      "The value \"never\" is invalid for \"--status <when>\". Please provide one of \"live\" and "
        + "\"leaving\"."
    ),
    (["--hasty"], "Unknown option \"--hasty\""),
    (["list", "--foo"], "Unknown option \"--foo\""),
    (["list", "--serch"], "Unknown option \"--serch\". Did you mean \"--search\"?"),
    (["list", "it's"], "Unexpected argument \"it's\""),
    (
      ["show", "ann", "--style", "odd"],
      "The value \"odd\" is invalid for \"--style <name>\": Please provide one of \"plain\", "
        + "\"everyday\" or \"records\"."
    ),
    (
      ["members", "--sort", "odd"],
      "The value \"odd\" is invalid for \"--sort <order>\". Please provide one of \"newest\", "
        + "\"oldest\", \"ascending\", \"descending\", \"recently-seen\" or \"recently-changed\"."
    ),
    (["show"], "Missing expected argument \"<name>\""),
    (["frobnicate"], "Unknown command \"frobnicate\": \(commands)"),
    (["lst"], "Unknown command \"lst\": did you mean list?"),
    (["--status", "live", "regster"], "Unknown command \"regster\": did you mean register?"),
    (["lst", "foo"], "Unknown command \"lst\": did you mean list?"),
    (["lst", "list"], "Unknown command \"lst\": did you mean list?"),
    (["sh", "ann"], "Unknown command \"sh\": did you mean show?"),
    (["help", "lst"], "Unknown command \"lst\": did you mean list?"),
    (["help", "nosuch"], "Unknown command \"nosuch\": \(commands)"),
    (["\"show"], "Unknown command '\"show': did you mean show?"),
    (["list", "lst"], "Unexpected argument \"lst\""),
    (
      ["--answers", "a.json", "register"],
      "Unknown option \"--answers\": it is an option of register: write it after the command"
    ),
    (
      ["list", "--no-terms"],
      "Unknown option \"--no-terms\": it is an option of policy: write it after the command"
    ),
    (
      ["--generate-completion-script", "tcsh"],
      "Can't generate completion scripts for \"tcsh\". Please use --generate-completion-script=<shell> "
        + "with one of: zsh bash fish"
    ),
    (["--accounts=", "register"], "--accounts has no value after the ="),
    (["--accounts", "", "list"], "--accounts is empty: name a file"),
    (["--log", "", "register"], "--log is empty: name a file"),
    (["--", "list"], "Unexpected argument \"list\" after --: omit the --"),
    (["list", "list"], "Unexpected argument \"list\""),
    (["register", "--answers", ""], "--answers is empty: name a file"),
    (["policy", "--terms", ""], "--terms is empty: name a file"),
    (
      ["--accounts", String(repeating: "a", count: 5000), "list"],
      "--accounts: a path has fewer than 4096 bytes: name a file"
    ),
    (
      ["--" + String(repeating: "x", count: 10_000)],
      "Unknown option \"--\(String(repeating: "x", count: 38))…\""
    ),
    (
      ["--status=\(String(repeating: "x", count: 100_000))"],
      "The value \"\(String(repeating: "x", count: 40))…\" is invalid for \"--status <when>\". Please "
        + "provide one of \"live\" and \"leaving\"."
    ),
  ]

  @Test(arguments: sampled(misuses))
  func wrongUsageIsOneLineAndStatus2(_ arguments: [String], _ complaint: String) async throws {
    #expect(try await RegistrationBench().run(arguments, redirecting: "") == .misuse(complaint))
  }

  private static let frontEnds = "there are editline, lines, plain, screen, web"

  @Test(arguments: [
    (["--front-end", "nothing", "register"], "unknown front end \"nothing\": \(frontEnds)"),
    (["--front-end", "nothing", "list"], "unknown front end \"nothing\": \(frontEnds)"),
    (["front-ends", "--front-end", "nothing"], "unknown front end \"nothing\": \(frontEnds)"),
    (
      ["register", "--front-end", "../plain"],
      "front end name \"../plain\": 1 to 64 of a to z, 0 to 9 and - are allowed: \(frontEnds)"
    ),
    (
      ["register", "--front-end", ""],
      "front end name \"\": 1 to 64 of a to z, 0 to 9 and - are allowed: \(frontEnds)"
    ),
    (
      ["--front-end-file", "/nowhere/x.so", "register"],
      "/nowhere/x.so: there is no such file: check its path"
    ),
    (
      ["policy", "--front-end-file", "/nowhere/x.so"],
      "/nowhere/x.so: there is no such file: check its path"
    ),
    (["register", "--log", "/nowhere/log"], "--log /nowhere/log: No such file or directory"),
    (["--log", "/dev/full"], "--log /dev/full: is no regular file: name another"),
  ])
  func whatCannotBeUsedIsOneLineAndStatus2(
    _ arguments: [String], _ complaint: String
  ) async throws {
    #expect(
      try await RegistrationBench().run(arguments, redirecting: "")
        == .failure("registration: \(complaint)\n", status: 2))
  }

  /// A form of the demonstration that comes to nothing says so, on its own and in the shell.
  @Test(arguments: [
    (
      ["form"], "ann", "x",
      """
      line 11: more lines than fields; lines cannot fill in Address, Children: answer at a terminal
      Nothing was submitted.

      """
    ),
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
    #expect(outcome == .failure(complaint))
  }

  @Test(arguments: [
    (["front-end"], "Unknown command \"front-end\": did you mean front-ends?"),
    (
      ["frobnicate"],
      "Unknown command \"frobnicate\": there are ask, show, validate, input, password, choose, confirm, mcp, "
        + "front-ends, demo, check-front-end"
    ),
    (["chek-front-end", "x"], "Unknown command \"chek-front-end\": did you mean check-front-end?"),
    (["help", "front-end"], "Unknown command \"front-end\": did you mean front-ends?"),
    (["check-front-end", "--check="], "--check has no value after the ="),
    (["check-front-end", "--log", "", "plain"], "--log is empty: name a file"),
    (
      ["--seed", "2", "check-front-end", "plain"],
      "Unknown option \"--seed\": it is an option of check-front-end: write it after the command"
    ),
  ])
  func wrongUsageOfTheOtherProgram(_ arguments: [String], _ complaint: String) async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run([Program.path(named: "formwork")] + arguments)
    }
    let command = arguments[0] == "check-front-end" ? " check-front-end" : ""
    #expect(outcome == .misuse(complaint, of: "formwork\(command)"))
  }

  @Test func theEnvironmentMayNameAFrontEndAndALog() async throws {
    let bench = try RegistrationBench()
    for (variable, value, complaint) in [
      ("FORMWORK_FRONT_END", "nothing", "unknown front end \"nothing\": \(Self.frontEnds)"),
      ("FORMWORK_LOG", "/", "FORMWORK_LOG /: Is a directory"),
    ] {
      #expect(
        try await bench.run("register", environment: [variable: value])
          == .failure("registration: \(complaint)\n", status: 2))
    }
    #expect(
      try await bench.run(
        "register", input: RegistrationBench.lines(),
        environment: ["FORMWORK_FRONT_END": "", "FORMWORK_LOG": "/dev/null"])
        == .success(RegistrationBench.welcome))
  }

  @Test func filesThatAreNoFrontEndsAreRefusedUnrun() async throws {
    let bench = try RegistrationBench()
    let program = try bench.copies("registration")
    try bench.directory.write("not a library", to: "libformwork-front-end-text.so")
    _ = try await onThreadOfItsOwn {
      try Child.run(["cp", "/bin/true", bench.path(of: "libformwork-front-end-true.so")])
    }
    for (name, complaint) in [
      ("text", "not an ELF file: build it as a shared library"),
      ("true", "not a shared library: link it with -shared"),
    ] {
      let command = try bench.command(["--front-end", name, "register"], program: program)
      let outcome = try await onThreadOfItsOwn { try Child.run(command) }
      let file = bench.path(of: "libformwork-front-end-\(name).so")
      #expect(outcome == .failure("registration: \(file): \(complaint)\n", status: 2))
    }
  }

  @Test func withoutPlugInsThereIsStillPlain() async throws {
    let bench = try RegistrationBench()
    let command = try bench.command(["register"], program: try bench.copies("registration"))
    let outcome = try await onThreadOfItsOwn {
      try Child.run(command, input: RegistrationBench.lines())
    }
    #expect(outcome == .success(RegistrationBench.welcome))
  }

  @Test func accountsAreListedAndShown() async throws {
    let bench = try RegistrationBench()
    for name in ["Zoe", "ann"] { try await bench.register(name, "Ann") }
    #expect(try await bench.run("list") == .success("ann\tAnn Lee\nZoe\tAnn Lee\n"))
    #expect(
      try await bench.run("show", "ZOE")
        == .success("Username: Zoe\nGiven name: Ann\nFamily name: Lee\n"))
    // A complaint is one line.
    for (name, shown) in [
      ("nobody", "nobody"), ("x\nregistration: done", "x\u{FFFD}registration: done"),
    ] {
      #expect(
        try await bench.run("show", name)
          == .failure("registration: no account is called \"\(shown)\": 'list' lists them\n"))
    }
    #expect(
      try await bench.run("policy")
        == .success(
          """
          Registration: open
          Username: 3 to 32 characters
          Password: 15 to 128 characters
          Reserved: abuse, admin, administrator, ftp, hostmaster, mailer-daemon, news, noc, \
          nobody, noreply, operator, postmaster, registration, root, security, superuser, \
          support, system, usenet, uucp, webmaster, www
          Terms: none

          """))
  }

  @Test func frontEndsAreListedUnrun() async throws {
    let lines = try ["editline", "lines", "plain", "screen", "web"].map { name in
      "\(name) 1.0 \(try Program.path(named: "libformwork-front-end-\(name).so"))\n"
    }
    #expect(try await RegistrationBench().run("front-ends") == .success(lines.joined()))
  }
}
