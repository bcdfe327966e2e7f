import Accounts
import AccountsSQLite
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ShortageTests {
  private func run(
    _ office: Office, _ prefix: [String], _ arguments: String..., input: String = Office.lines()
  ) async throws -> Child.Outcome {
    try await onThreadOfItsOwn {
      try Child.run(
        prefix + office.command(arguments), input: input, limit: .seconds(30))
    }
  }

  @Test(arguments: 6...12) func fewDescriptors(_ count: Int) async throws {
    let expected = Child.Outcome(
      .exited(1),
      errors: "registration: 16 files cannot be open at one time (Too many open files): "
        + "raise the limit with ulimit -n\n")
    for arguments in [["register"], ["policy"], []] {
      let office = try Office()
      let outcome = try await onThreadOfItsOwn {
        try Child.run(
          ["prlimit", "--nofile=\(count)"] + office.command(arguments), input: Office.lines())
      }
      #expect(outcome == expected)
      #expect(access(office.accounts, F_OK) != 0)
    }
  }

  /// With just enough descriptors an account is created.
  @Test func enoughDescriptors() async throws {
    let outcome = try await run(try Office(), ["prlimit", "--nofile=24"], "register")
    #expect(outcome.status == .exited(0))
    #expect(outcome.errorText == "")
  }

  /// Little memory leads to a message, by the program or by the system's loader, or to an account.
  ///
  /// With less than 60 MiB the kernel cannot map the release, and kills the process.
  @Test(arguments: Array(stride(from: 70, through: 420, by: 30)))
  func littleMemory(_ megabytes: Int) async throws {
    let office = try Office()
    let outcome = try await run(office, ["prlimit", "--as=\(megabytes)000000"], "register")
    switch outcome.status {
    case .exited(0): #expect(outcome.outputText.hasPrefix("Welcome, "))
    // The system's loader had no memory for the libraries.
    case .exited(127): #expect(outcome.errors.count { $0 == 0x0A } >= 1)
    default:
      #expect(
        outcome
          == Child.Outcome(
            .exited(1),
            errors: "registration: 256 MB of memory cannot be had (Cannot allocate memory): raise "
              + "the limit with ulimit -v\n"))
    }
  }

  private static let asAnother =
    geteuid() == 0 ? ["setpriv", "--reuid", "65534", "--clear-groups"] : []

  /// Whether the program runs after a prefix.
  private static func canRun(_ prefix: [String]) async throws -> Bool {
    try await onThreadOfItsOwn {
      try Child.run(prefix + [Program.path(named: "registration"), "--version"]).status
        == .exited(0)
    }
  }

  /// The limit of processes applies to a user, but not to root.
  @Test(.enabled("another user may run the program") { try await canRun(asAnother) })
  func oneProcess() async throws {
    let office = try Office()
    let outcome = try await run(office, Self.asAnother + ["prlimit", "--nproc=1"], "register")
    #expect(
      outcome
        == Child.Outcome(
          .exited(1),
          errors: "registration: 4 threads cannot be started (Resource temporarily unavailable): "
            + "raise the limit with ulimit -u\n"))
  }

  // With just enough threads an account is created, else the limit is named. Nothing waits for a
  // thread of libdispatch, and no operation times out.
  @Test(
    .enabled("another user may run the program") { try await canRun(asAnother) },
    arguments: 5...14)
  func fewThreads(_ count: Int) async throws {
    let office = try Office()
    // Threads of other tests count, too, unless the user is another one.
    let prefix = Self.asAnother + ["prlimit", "--nproc=\(count)"]
    chmod(office.directory.path, 0o755)
    let folder = office.path(of: "own")
    try #require(mkdir(folder, 0o700) == 0)
    if !Self.asAnother.isEmpty { try #require(chown(folder, 65534, 65534) == 0) }
    try await onThreadOfItsOwn {
      let accounts = ["--accounts", folder + "/accounts.sqlite"]
      let program = try Program.path(named: "registration")
      var isMade = false
      for command in [["register"], ["list"], ["policy"], []] {
        let outcome = try Child.run(
          prefix + [program] + accounts + command,
          input: command == ["register"] ? Office.lines() : command.isEmpty ? "list\n" : "",
          limit: .seconds(30))
        if command == ["register"] { isMade = outcome.status == .exited(0) }
        switch outcome.status {
        case .exited(0): #expect(outcome.errorText == "")
        default:
          #expect(outcome.status == .exited(1))
          let names = outcome.errorText.contains("ulimit -u")
          #expect(names || !isMade && outcome.errorText.contains("no accounts file"))
        }
      }
    }
  }

  /// A low limit for the size of files does not prevent accounts: the rest stays beside the file.
  @Test func filesMayNotGrow() async throws {
    let office = try Office()
    var policy = RegistrationPolicy.standard
    policy.reservedNames = (0..<20_000).map { "reserved\($0)" }
    try await office.store.setPolicy(policy)
    let limit = ["prlimit", "--fsize=102400"]
    let made = try await run(office, limit, "register")
    #expect(
      made
        == Child.Outcome(
          .exited(0), output: "Welcome, Ann Lee. Your username is ann.\nThere is 1 account.\n"))
    for arguments in [["list"], []] {
      let listed = try await onThreadOfItsOwn {
        try Child.run(limit + office.command(arguments), input: "list\n", limit: .seconds(30))
      }
      #expect(listed == Child.Outcome(.exited(0), output: "ann\tAnn Lee\n"))
    }
    #expect(try await office.store.accounts().map(\.username) == ["ann"])
  }

  /// Without any space for writing, one line says so.
  @Test(arguments: [0, 4_096, 8_192, 20_000, 60_000]) func filesMayHaveNothing(_ limit: Int)
    async throws
  {
    let office = try Office()
    let prefix = ["prlimit", "--fsize=\(limit)"]
    let outcome = try await run(office, prefix, "register")
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.errorText.hasSuffix(
        "cannot grow, for files may not be that large: raise the limit with ulimit -f\n"
          + Office.noAccount))
    let listed = try await run(office, prefix, "list")
    #expect(listed.status == .exited(1))
    #expect(listed.errorText.filter { $0 == "\n" }.count == 1)
  }

  private static let withoutProc = [
    "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
    "mount -t tmpfs none /proc && exec \"$@\"", "sh",
  ]

  /// The arguments are those of `main`, independent of any file system.
  @Test(.enabled("a user may have mounts of its own") { try await canRun(withoutProc) })
  func withoutProcTheArgumentsAreTheSame() async throws {
    let office = try Office()
    let made = try await run(
      office, Self.withoutProc, "register", "--answers", "-",
      input: "{\"username\": \"ann\", \"password\": \"\(Office.password)\", "
        + "\"passwordAgain\": \"\(Office.password)\"}")
    #expect(
      made
        == Child.Outcome(
          .exited(0), output: "Welcome, ann. Your username is ann.\nThere is 1 account.\n"))
    let listed = try await run(office, Self.withoutProc, "list")
    #expect(listed == Child.Outcome(.exited(0), output: "ann\t\n"))
  }

  /// Front ends are found, and loaded into the program and into separate processes.
  @Test(.enabled("a user may have mounts of its own") { try await canRun(withoutProc) })
  func withoutProcTheFrontEndsAreTheSame() async throws {
    let office = try Office()
    let listed = try await run(office, [], "front-ends")
    #expect(try await run(office, Self.withoutProc, "front-ends") == listed)
    try await onThreadOfItsOwn {
      for isolation in ["never", "always"] {
        let terminal = try PseudoTerminal(
          Self.withoutProc
            + office.command(["--isolate", isolation, "--front-end", "editline", "register"]),
          environment: office.homeEnvironment.merging(["TERM": "xterm"]) { $1 })
        try terminal.expect("^X ? helps")
        try terminal.expect("Username (required): ")
        try terminal.type("\u{3}")
        #expect(try terminal.expectEnd() == .signalled(SIGINT))
      }
    }
  }

  /// A draft is complete on the disk before it gets its name.
  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func aPrivateFileIsSyncedBeforeItGetsItsName() async throws {
    let office = try Office()
    let library = office.path(of: "calls.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/calls.c", ["-shared", "-fPIC"], to: library)
    try await onThreadOfItsOwn {
      let calls = office.path(of: "calls")
      let environment = office.homeEnvironment.merging(
        ["LD_PRELOAD": library, "CALLS": calls]) { $1 }
      let terminal = try PseudoTerminal(office.command(["register"]), environment: environment)
      for (prompt, answer) in [("Username (required): ", "ann"), ("Given name: ", "Ann")] {
        try terminal.expect(prompt)
        try terminal.type(answer + "\r")
      }
      try terminal.expect("Family name: ")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      let log = try String(contentsOfFile: calls, encoding: .utf8)
      // For each draft: its bytes, the disk, its name.
      #expect(log == "fsync draft\nrename draft\nfsync draft\nrename draft\n")
    }
  }
}
