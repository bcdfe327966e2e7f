import Accounts
import AccountsSQLite
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ShortageTests {
  private let bench: RegistrationBench

  init() throws { bench = try RegistrationBench() }

  private static let counts = isLongRun ? Array(6...12) : [6, 9, 12]

  @Test(arguments: counts, [["register"], ["policy"], []])
  func fewDescriptors(_ count: Int, _ arguments: [String]) async throws {
    let command = try ["prlimit", "--nofile=\(count)"] + bench.command(arguments)
    let outcome = try await onThreadOfItsOwn {
      try Child.run(command, input: RegistrationBench.lines())
    }
    let complaint =
      "16 files cannot be open at one time (Too many open files): raise the limit with ulimit -n"
    #expect(outcome == .failure("registration: \(complaint)\n"))
    #expect(access(bench.accounts, F_OK) != 0)
  }

  /// With just enough descriptors an account is created.
  @Test func enoughDescriptors() async throws {
    let outcome = try await bench.run(
      "register", input: RegistrationBench.lines(), after: ["prlimit", "--nofile=24"])
    #expect(outcome == .success(RegistrationBench.welcome))
  }

  /// Little memory leads to a message, by the program or by the system's loader, or to an account.
  ///
  /// With less than 60 MiB the kernel cannot map the release, and kills the process.
  @Test(arguments: Array(stride(from: 70, through: 420, by: isLongRun ? 30 : 70)))
  func littleMemory(_ megabytes: Int) async throws {
    let outcome = try await bench.run(
      "register", input: RegistrationBench.lines(), after: ["prlimit", "--as=\(megabytes)000000"])
    switch outcome.status {
    case .exited(0): #expect(outcome.outputText.hasPrefix("Welcome, "))
    // The system's loader had no memory for the libraries.
    case .exited(127): #expect(outcome.errors.count { $0 == 0x0A } >= 1)
    default:
      let complaint =
        "256 MB of memory are not available (Cannot allocate memory): raise the limit with ulimit -v"
      #expect(outcome == .failure("registration: \(complaint)\n"))
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
    let outcome = try await bench.run(
      "register", input: RegistrationBench.lines(),
      after: Self.asAnother + ["prlimit", "--nproc=1"])
    let complaint =
      "4 threads cannot be started (Resource temporarily unavailable): raise the limit with ulimit -u"
    #expect(outcome == .failure("registration: \(complaint)\n"))
  }

  // With just enough threads an account is created, else the limit is named. Nothing waits for a
  // thread of libdispatch, and no operation times out.
  @Test(
    .enabled("another user may run the program") { try await canRun(asAnother) },
    arguments: isLongRun ? Array(5...14) : [5, 10, 14])
  func fewThreads(_ count: Int) async throws {
    // Threads of other tests count, too, unless the user is another one.
    let prefix = Self.asAnother + ["prlimit", "--nproc=\(count)"]
    chmod(bench.directory.path, 0o755)
    let folder = bench.path(of: "own")
    try #require(mkdir(folder, 0o700) == 0)
    if !Self.asAnother.isEmpty { try #require(chown(folder, 65534, 65534) == 0) }
    try await onThreadOfItsOwn {
      let accounts = ["--accounts", folder + "/accounts.sqlite"]
      let program = try Program.path(named: "registration")
      var isMade = false
      for command in [["register"], ["list"], ["policy"], []] {
        let outcome = try Child.run(
          prefix + [program] + accounts + command,
          input: command == ["register"]
            ? RegistrationBench.lines() : command.isEmpty ? "list\n" : "",
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
    var policy = RegistrationPolicy.standard
    policy.reservedNames = (0..<20_000).map { "reserved\($0)" }
    try await bench.store.setPolicy(policy)
    let limit = ["prlimit", "--fsize=102400"]
    #expect(
      try await bench.run("register", input: RegistrationBench.lines(), after: limit)
        == .success(RegistrationBench.welcome))
    for outcome in [
      try await bench.run("list", after: limit),
      try await bench.run(input: "list\n", after: limit),
    ] {
      #expect(outcome == .success("ann\tAnn Lee\n"))
    }
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }

  /// Without any space for writing, one line says so.
  @Test(arguments: [0, 4_096, 8_192, 20_000, 60_000]) func filesMayHaveNothing(_ limit: Int)
    async throws
  {
    let prefix = ["prlimit", "--fsize=\(limit)"]
    let outcome = try await bench.run("register", input: RegistrationBench.lines(), after: prefix)
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.errorText.hasSuffix(
        "cannot grow, because files may not be that large: raise the limit with ulimit -f\n"
          + RegistrationBench.noAccount))
    let listed = try await bench.run("list", after: prefix)
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
    let made = try await bench.run(
      "register", "--answers", "-", input: AnswersTests.whole, after: Self.withoutProc)
    #expect(made == .success(RegistrationBench.welcome))
    #expect(try await bench.run("list", after: Self.withoutProc) == .success("ann\tAnn Lee\n"))
  }

  /// Front ends are found, and loaded into the program and into separate processes.
  @Test(.enabled("a user may have mounts of its own") { try await canRun(withoutProc) })
  func withoutProcTheFrontEndsAreTheSame() async throws {
    let listed = try await bench.run("front-ends")
    #expect(try await bench.run("front-ends", after: Self.withoutProc) == listed)
    try await onThreadOfItsOwn { [bench] in
      for isolation in ["never", "always"] {
        let terminal = try bench.terminal(
          atHome: "--isolate", isolation, "register", frontEnd: "editline",
          under: Self.withoutProc)
        try terminal.answer([("^X ? helps", ""), ("Username (required): ", "\u{3}")])
        #expect(try terminal.expectEnd() == .signalled(SIGINT))
      }
    }
  }

  /// A draft is complete on the disk before it gets its name.
  @Test(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
  func aPrivateFileIsSyncedBeforeItGetsItsName() async throws {
    let library = bench.path(of: "calls.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/calls.c", ["-shared", "-fPIC"], to: library)
    try await onThreadOfItsOwn { [bench] in
      let calls = bench.path(of: "calls")
      let terminal = try bench.terminal(
        atHome: "register", environment: ["LD_PRELOAD": library, "CALLS": calls])
      try terminal.answer([
        ("Username (required): ", "ann\r"), ("Given name: ", "Ann\r"), ("Family name: ", "\u{3}"),
      ])
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      let log = try String(contentsOfFile: calls, encoding: .utf8)
      // For each draft: its bytes, the disk, its name.
      #expect(log == "fsync draft\nrename draft\nfsync draft\nrename draft\n")
    }
  }

  /// System calls that signals interrupt are repeated.
  @Test(
    arguments: sampled([("never", "1+2"), ("never", "2+3"), ("always", "1+2"), ("always", "2+3")]))
  func anAccountIsMade(isolation: String, calls: String) async throws {
    let outcome = try await bench.run(
      "register", "--isolate", isolation, input: RegistrationBench.lines(),
      after: Interruptions.command(calls)
    )
    #expect(outcome == .success(RegistrationBench.welcome))
    #expect(try await bench.store.accounts().map(\.username) == ["ann"])
  }
}
