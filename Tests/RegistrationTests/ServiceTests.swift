#if Service
import CFormworkWire
import Foundation
import TestSupport
import Testing

/// The program with the accounts of a service.
@Suite struct ServiceTests {
  private static let token = String(repeating: "operator", count: 4)

  /// A service in a process of its own, in front of a file.
  private final class Service {
    let url: String
    let terminal: PseudoTerminal

    /// Starts a service on a port, by default a free one.
    init(in bench: RegistrationBench, port: Int = 0) throws {
      let token = try bench.directory.write(ServiceTests.token, to: "token")
      terminal = try PseudoTerminal([
        try Program.path(named: "registration-service"), "--accounts", bench.accounts, "--listen",
        "127.0.0.1:\(port)", "--operator-token-file", token,
      ])
      try terminal.expect("listening on 127.0.0.1:")
      try terminal.expect("\n")
      let address = try #require(terminal.output.firstMatch(of: /listening on (127[0-9.]+:[0-9]+)/))
      url = "http://\(address.1)"
    }

    var port: Int { Int(url.split(separator: ":").last ?? "") ?? 0 }

    func end(by signal: Int32, _ status: Child.Status) throws {
      terminal.child.send(signal)
      #expect(try terminal.expectEnd() == status)
    }
  }

  @Test func theCommandsAreThoseOfAFile() async throws {
    let bench = try RegistrationBench()
    let service = try await onThreadOfItsOwn { [bench] in try SendableService(Service(in: bench))
    }
    try await DatabaseTests.compareCommands(
      with: RegistrationBench(url: service.value.url),
      environment: Child.environment.merging(["REGISTRATION_OPERATOR_TOKEN": Self.token]) { $1 })
    try await onThreadOfItsOwn { try service.value.end(by: SIGTERM, .exited(0)) }
  }

  /// In an empty file, the next person to register would be an administrator.
  @Test func aFileThatDisappearsIsNotReplaced() async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let service = try Service(in: bench)
      #expect(service.terminal.output.contains("\(bench.accounts): a new file of accounts"))
      for end in ["", "-wal", "-shm"] { unlink(bench.accounts + end) }
      let list = try Child.run([
        try Program.path(named: "registration"), "--accounts", service.url, "list",
      ])
      #expect(list.status == .exited(1), "\(list)")
      #expect(access(bench.accounts, F_OK) != 0)
      try service.end(by: SIGTERM, .exited(0))
    }
  }

  /// A service is used by one thread of a test at a time.
  private struct SendableService: @unchecked Sendable {
    let value: Service
    init(_ value: Service) { self.value = value }
  }

  /// The commands of the pages, on a free port.
  @Test(arguments: ["README.md", "Sources/registration/Manual/machines.md"])
  func thePageServes(_ path: String) async throws {
    let page = try PackageFile(path).text()
    let blocks = Transcript.blocks(of: page, language: "service")
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let service = try Service(in: bench)
      let start = try #require(Transcript(blocks).steps.first)
      #expect(start.command == "Scripts/serve --accounts accounts.sqlite")
      #expect(start.output == "registration-service: listening on 127.0.0.1:8080\n")
      let port = "127.0.0.1:\(service.port)"
      let written = Transcript(
        blocks.dropFirst().map { $0.replacing("127.0.0.1:8080", with: port) })
      let program = URL(filePath: try Program.path(named: "registration"))
      let environment = Child.environment.merging([
        "HOME": bench.directory.path,
        "PATH": "\(program.deletingLastPathComponent().path()):/usr/bin:/bin",
      ]) { $1 }
      let shown = try written.typed(in: bench.directory.path, environment: environment)
      for (step, shown) in zip(written.steps, shown) { #expect(shown == step) }
      try service.end(by: SIGTERM, .exited(0))
    }
  }

  /// The process that a test kills.
  private enum Victim: CaseIterable { case client, service, database }

  /// After the death of any process at a random time, each account exists once, and is whole.
  @Test(.timeLimit(.minutes(isLongRun ? 60 : 20)))
  func eachProcessCanBeKilled() async throws {
    let server = try await onThreadOfItsOwn { try PostgreSQLServer() }
    let bench = try RegistrationBench(url: try await server.freshURL())
    try await onThreadOfItsOwn {
      var service = try Service(in: bench)
      let client = try RegistrationBench(url: service.url)
      func register(_ number: Int) throws -> Child {
        let child = try Child(client.command(["register"]), input: .pipe)
        try child.write(
          RegistrationBench.lines(username: "user\(number)", givenName: "Given \(number)"))
        try child.closeInput()
        return child
      }
      var generator = SeededGenerator(seed: 1)
      let whole = try ContinuousClock().measure { _ = try register(0).wait(limit: .seconds(60)) }
      let count = isLongRun ? 200 : 20
      for number in 1..<count {
        let (victim, place) = (
          Victim.allCases[Int.random(in: 0..<3, using: &generator)],
          Double.random(in: 0..<1.2, using: &generator)
        )
        let child = try register(number)
        usleep(UInt32(whole / .microseconds(1) * place))
        switch victim {
        case .client: child.send(SIGKILL)
        case .service:
          try service.end(by: SIGKILL, .signalled(SIGKILL))
          service = try Service(in: bench, port: service.port)
        case .database: try server.killAndRestart()
        }
        var outcome = try child.wait(limit: .seconds(60))
        // The retries of one program have one key, and no rival has the name.
        #expect(!outcome.errorText.contains("taken"), "\(victim): \(outcome)")
        let isWelcome = outcome.status == .exited(0)
        let end = ContinuousClock.now + .seconds(60)
        while outcome.status != .exited(0), !outcome.errorText.contains("taken"),
          ContinuousClock.now < end
        { outcome = try register(number).wait(limit: .seconds(60)) }
        let again = try register(number).wait(limit: .seconds(60))
        #expect(again.errorText.contains("taken"), "\(victim), \(isWelcome): \(again)")
      }
      let names = (0..<count).map { ("user\($0)", "Given \($0) Lee") }.sorted { $0.0 < $1.0 }
      let list = try Child.run(bench.command(["list"]), limit: .seconds(60))
      #expect(list == .success(names.map { "\($0)\t\($1)\n" }.joined()))
      try service.end(by: SIGTERM, .exited(0))
    }
  }

  /// The texts to await and the keys to type in a visit from the registration to the deletion.
  private struct Visit: CustomTestStringConvertible, Sendable {
    typealias Steps = [(String, String)]

    let frontEnd: String
    let beginning, rest: Steps
    let submission: String
    let list, end: Steps

    var testDescription: String { frontEnd }

    static func lines(_ frontEnd: String) -> Visit {
      Visit(
        frontEnd: frontEnd,
        beginning: [
          ("registration: ", "register\r"), ("Username (required): ", "ann\r"),
          ("Given name: ", "Ann\r"), ("Family name: ", "Lee\r"), ("E-mail: ", ""),
        ],
        rest: [
          ("", "\r"), ("Contacts (Enter continues): ", "\r"),
          ("Password (required", RegistrationBench.password + "\r"),
          ("Password again (required", RegistrationBench.password + "\r"), ("[1]: ", ""),
        ],
        submission: "\r",
        list: [
          ("registration: ", "signin ann\r"),
          ("Password (required", RegistrationBench.password + "\r"),
          ("ann: ", "members\r"), ("Members: 1 of 1", ""), ("shows the page again): ", ""),
        ],
        end: [
          ("", "Back\r"), ("ann: ", "profile\r"), ("Given name", "\u{15}Anna\r"),
          ("Family name", "\r"), ("E-mail: ", "\r"), ("[1]: ", "\r"),
          ("The profile is saved.", ""), ("ann: ", "delete\r"),
          ("Your username (required): ", "ann\r"), ("[1]: ", "\r"), ("[1]: ", "y\r"),
          ("The account is deleted.", ""), ("registration: ", "exit\r"),
        ])
    }

    static let screen = Visit(
      frontEnd: "screen",
      beginning: [("registration", "register\r"), ("Leave", "ann\tAnn\tLee\t"), ("ok", "")],
      rest: [("", "\t\t\(RegistrationBench.password)\t\(RegistrationBench.password)")],
      submission: "\u{13}",
      list: [
        ("", "signin ann\r"), ("Password", RegistrationBench.password + "\u{13}"),
        ("Welcome, Ann Lee.", "members\r"), ("row 1 of 1", ""),
      ],
      end: [
        ("", "\u{1B}"), ("Registration", "profile\r"), ("Leave", "\u{15}Anna\u{13}"),
        ("The profile is saved.", "delete\r"), ("Leave", "ann\u{13}"), ("for good?", "\t\r"),
        ("The account is deleted.", "exit\r"),
      ])
  }

  /// A visit succeeds although its service is killed three times, and is away at a submission.
  @Test(arguments: [Visit.lines("plain"), .lines("editline"), .screen])
  private func aVisitSurvivesItsService(_ visit: Visit) async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      var service = try Service(in: bench)
      let port = service.port
      let client = try RegistrationBench(url: service.url)
      let terminal = try client.terminal(kind: "xterm", frontEnd: visit.frontEnd)
      try terminal.answer(visit.beginning)
      try service.end(by: SIGKILL, .signalled(SIGKILL))
      service = try Service(in: bench, port: port)
      try terminal.answer(visit.rest)
      try service.end(by: SIGKILL, .signalled(SIGKILL))
      try terminal.answer([("", visit.submission), ("cannot be reached", "")])
      service = try Service(in: bench, port: port)
      try terminal.answer([("", visit.submission), ("Your username is ann.", "")])
      try terminal.answer(visit.list)
      try service.end(by: SIGKILL, .signalled(SIGKILL))
      service = try Service(in: bench, port: port)
      try terminal.answer(visit.end)
      #expect(try terminal.expectEnd() == .exited(0))
      try service.end(by: SIGTERM, .exited(0))
      #expect(try Child.run(bench.command(["list"])) == .success())
    }
  }

  /// The first steps to the list of members in each front end, and the new row.
  private static let lists: [(frontEnd: String, steps: Visit.Steps, row: String)] = [
    (
      "editline",
      [
        ("registration:", "signin ann\r"),
        ("Password (required", RegistrationBench.password + "\r"),
        ("ann:", "members\r"), ("Members: 1 of 1", ""),
      ], "new: 2 bob, Bob Lee"
    ),
    (
      "screen",
      [
        ("› registration", "signin ann\r"), ("Password", RegistrationBench.password + "\u{13}"),
        ("Welcome, Ann Lee.", "members\r"), ("row 1 of 1", ""),
      ], "Bob Lee"
    ),
  ]

  /// While its service is away, a list shows its rows with their time; then it follows changes again.
  @Test(arguments: lists)
  func aListOutlivesItsService(
    _ frontEnd: String, _ steps: [(String, String)], _ row: String
  ) async throws {
    let bench = try RegistrationBench()
    try await bench.register("ann", "Ann")
    let (service, screen) = try await onThreadOfItsOwn {
      let service = try Service(in: bench)
      let client = try RegistrationBench(url: service.url)
      let screen = try Screen(
        client.command([]),
        environment: client.homeEnvironment.merging(["FORMWORK_FRONT_END": frontEnd]) { $1 },
        size: PseudoTerminal.Size(columns: 100, rows: 400))
      for (wanted, keys) in steps {
        try screen.expect(wanted)
        try screen.type(keys)
      }
      try service.end(by: SIGKILL, .signalled(SIGKILL))
      try screen.expect("as they were just now: the service does not answer")
      return (SendableService(try Service(in: bench, port: service.port)), screen)
    }
    try await bench.register("bob", "Bob")
    try await onThreadOfItsOwn {
      try screen.expect(row)
      try service.value.end(by: SIGTERM, .exited(0))
    }
  }

  /// A service whose database is away listens, and says why it is not ready, once.
  @Test func aServiceWithoutItsDatabaseListens() async throws {
    let bench = try RegistrationBench(url: "postgresql://127.0.0.1:1/none")
    try await onThreadOfItsOwn {
      let service = try Service(in: bench)
      let reason = "postgresql://127.0.0.1:1/none cannot be reached"
      // The line may come before the one that the service listens.
      if !service.terminal.output.contains(reason) { try service.terminal.expect(reason) }
      let client = try RegistrationBench(url: service.url)
      #expect(
        try Child.run(client.command(["list"])).errorText.contains("The accounts cannot be reached")
      )
      try service.end(by: SIGHUP, .exited(0))
      #expect(service.terminal.output.matches(of: /cannot be reached|answer again/).count == 1)
    }
  }

  private static func outcome(of arguments: [String]) async throws -> Child.Outcome {
    try await onThreadOfItsOwn {
      try Child.run([try Program.path(named: "registration-service")] + arguments)
    }
  }

  /// A service that ends while a thread connects to the database does not crash.
  @Test func aUsedPortIsOneLine() async throws {
    let url = try await PostgreSQLServer.shared().freshURL()
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let service = try Service(in: bench)
      let place = "127.0.0.1:\(service.port)"
      let program = try Program.path(named: "registration-service")
      for _ in 0..<10 {
        let outcome = try Child.run([program, "--accounts", url, "--listen", place])
        let line =
          "Error: Cannot listen on \(place): Address already in use; "
          + "choose another address or port with --listen.\n"
        #expect(outcome == Child.Outcome(.exited(1), output: "", errors: line))
      }
      try service.end(by: SIGTERM, .exited(0))
    }
  }

  /// No signal is lost, at any moment of the start.
  @Test func aSignalAtTheStartEndsTheService() async throws {
    let bench = try RegistrationBench()
    try await onThreadOfItsOwn {
      let program = try Program.path(named: "registration-service")
      for number in 0..<(isLongRun ? 200 : 20) {
        let terminal = try PseudoTerminal([
          program, "--accounts", bench.accounts, "--listen", "127.0.0.1:0",
        ])
        usleep(UInt32(number % 20 * 10_000))
        terminal.child.send(SIGTERM)
        // A process that has not begun to run dies of the signal.
        let ends: [Child.Status] = [.exited(0), .signalled(SIGTERM)]
        #expect(try ends.contains(terminal.expectEnd()))
      }
    }
  }

  @Test func theVersionIsThatOfThePackage() async throws {
    let outcome = try await Self.outcome(of: ["--version"])
    #expect(outcome == .success(FORMWORK_VERSION + "\n"))
  }

  @Test(arguments: [
    (
      ["--tls-certificate", "/none/a.pem", "--tls-key", "/none/b.pem"],
      "/none/a.pem cannot be read (No such file or directory): name a file in PEM."
    ),
    (
      ["--operator-token-file", "/none/token"],
      "The token in /none/token cannot be read: name a file with text."
    ),
    (
      ["--operator-token-file", "/etc/hostname"],
      "Other users may use the token in /etc/hostname: let it belong to you, and run chmod 600 on it."
    ),
    (["--accounts", "https://a"], "--accounts has to be a file, or postgresql://HOST/DATABASE."),
  ])
  func filesThatAreMissing(_ arguments: [String], _ line: String) async throws {
    let outcome = try await Self.outcome(of: ["--listen", "127.0.0.1:0"] + arguments)
    #expect(outcome == Child.Outcome(.exited(1), output: "", errors: "Error: \(line)\n"))
  }
}
#endif
