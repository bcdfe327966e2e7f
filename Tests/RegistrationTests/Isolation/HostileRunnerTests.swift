import Accounts
import AccountsSQLite
import Foundation
import TestSupport
import Testing

/// An invalid message from the runner ends its front end with one line, and nothing else.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct HostileRunnerTests {
  /// The behaviour of the fixture when it should draw, and the message to the user.
  static let behaviours: KeyValuePairs = [
    "short": "broke the contract (a packet of 10 bytes)",
    "long": "broke the contract (a packet of 69 bytes)",
    "promise": "broke the contract (a packet of 69 bytes)",
    "huge": "broke the contract (a packet of 65601 bytes)",
    "kind": "broke the contract (a message of kind 9999)",
    "display": "broke the contract (a message of kind 3)",
    "loaded-twice": "broke the contract (a message of kind 1025)",
    "loaded-badly": "broke the contract (a message of kind 1025)",
    "too-small": "broke the contract (a message of size -1)",
    "log-not-text": "broke the contract (a name or a line that is too long or not UTF-8)",
    "switch-not-text": "broke the contract (a name or a line that is too long or not UTF-8)",
    "unknown-nodes": "exited early, with status 3",
    "too-long": "exited early, with status 4",
    "flood": "broke the contract (it sends messages, but reads none)",
    "silence": "drew nothing for 5 seconds",
    "stays": "did not leave within a second",
    "closes": "crashed (Killed)",
    "forks": "exited early, with status 5",
    "returns-nothing": "exited early, with status 0",
    "gives-up": "gave up (Input/output error)",
    "leaves": "ended by itself",
    "segv": "crashed (Segmentation fault)",
    "abrt": "crashed (Aborted)",
    "kill": "crashed (Killed)",
  ]

  @Test(arguments: sampled(behaviours.map { ($0.key, $0.value) }))
  func eachBehaviourEndsThatFrontEndAlone(_ behaviour: String, _ told: String) async throws {
    let place = try await HostilePlace(behaviour)
    try await onThreadOfItsOwn {
      let terminal = try place.bench.terminal(
        program: place.program, "--front-end-file", place.file, "register")
      // A front end that was requested to leave for another one is not missed.
      let consequence = behaviour == "stays" ? "" : ": using plain instead"
      try terminal.expect(line: "front end \"\(behaviour)\" \(told)\(consequence)")
      try terminal.answer(RegistrationBench.answers + [RegistrationBench.button])
      try terminal.expect(end: .exited(0))
      for mode in ["?1049", "?2004", "?1003"] {
        let last = terminal.output.ranges(of: "\u{1B}[\(mode)").last
        #expect(last.map { terminal.output[$0.upperBound...].hasPrefix("l") } == true, "\(mode)")
      }
    }
    #expect(try await place.bench.store.accounts().map(\.username) == ["ann"])
  }

  /// A front end that covers the lines of the host shows all of them.
  @Test func aCoveringFrontEndShowsEachComplaint() async throws {
    let place = try await HostilePlace("returns-nothing")
    try await onThreadOfItsOwn {
      _ = try place.bench.copies("libformwork-front-end-plain.so")
      try place.bench.directory.write("", to: "libformwork-front-end-editline.so")
      let terminal = try place.bench.terminal(
        program: place.program, "--isolate", "always", "--front-end-file", place.file, "register")
      try terminal.expect(
        "not an ELF file: build it as a shared library; front end \"returns-nothing\" exited early")
      try terminal.expect("Username (required): ")
      try terminal.type("\u{3}")
      _ = try terminal.expectEnd()
    }
  }

  /// A password typed without a front end is not displayed, and answers nothing.
  @Test func aPasswordIsNotShownBetweenTwoFrontEnds() async throws {
    let place = try await HostilePlace("dies-at-secret")
    try await onThreadOfItsOwn {
      let next = place.bench.path(of: "libformwork-front-end-editline.so")
      _ = try Child.run(["cp", place.file, next])
      let terminal = try place.bench.terminal(
        program: place.program, "--isolate", "always", "--front-end-file", place.file, "register")
      try terminal.answer([
        ("nothing is shown\r\n", "correct horse\r"),
        ("Password (required, not shown): ", RegistrationBench.password + "\r"),
        ("Password again (required, not shown): ", ""),
      ])
      #expect(!terminal.output.contains("horse"))
      #expect(!terminal.output.contains("15 characters at least"))
      try terminal.type("\u{3}")
      _ = try terminal.expectEnd()
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// The option and the variable name a log file, to which the second program appends.
  @Test func whatAFrontEndLogsIsInTheFileAndCannotBeTakenForOtherLines() async throws {
    let place = try await HostilePlace("logs")
    let log = place.bench.path(of: "log")
    let command = ["--front-end-file", place.file, "register"]
    let told = "front end \"logs\" exited early, with status 7: using plain instead"
    let library = place.bench.path(of: "hanging.so")
    try await CCompiler.build(
      "Tests/RegistrationTests/Fixtures/hanging.c", ["-shared", "-fPIC"], to: library)
    let hang = try place.bench.directory.write("", to: "hang")
    let lines = try await onThreadOfItsOwn {
      let terminal = try PseudoTerminal(
        place.bench.command(["--log", log] + command, program: place.program),
        environment: place.bench.homeEnvironment.merging(
          ["LD_PRELOAD": library, "HANG": hang, "TERM": "xterm"]) { $1 })
      try terminal.expect(line: told)
      try terminal.expect("Username (required): ")
      // The program ends before the first line is written.
      terminal.child.send(SIGTERM)
      try terminal.expect("No account was made.")
      unlink(hang)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      let outcome = try Child.run(
        place.bench.command(command, program: place.program),
        environment: place.bench.homeEnvironment.merging(["FORMWORK_LOG": log]) { $1 })
      #expect(outcome.errorText.hasPrefix("front end \"logs\" exited early, with status 7\n"))
      return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    }
    let times = lines.map { $0.prefix { $0 != " " } }
    #expect(times.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil })
    let logged = ["one\u{FFFD}two \u{FFFD}[31mred\u{FFFD}three", "fünf"]
    #expect(
      zip(lines, times).map { $0.dropFirst($1.count) }
        == (logged + logged).map { " info frontEnd=logs: \($0)" })
    let attributes = try FileManager.default.attributesOfItem(atPath: log)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func aLogThatIsLargeGetsNoMoreLines() async throws {
    let place = try await HostilePlace("logs")
    let log = try place.bench.directory.write("", to: "log")
    try await onThreadOfItsOwn {
      #expect(truncate(log, 16 << 20) == 0)
      let outcome = try Child.run(
        place.bench.command(
          ["--log", log, "--front-end-file", place.file, "register"], program: place.program))
      #expect(outcome.errorText.hasPrefix("front end \"logs\" exited early"))
      let attributes = try FileManager.default.attributesOfItem(atPath: log)
      #expect(attributes[.size] as? Int == 16 << 20)
    }
  }

  private static let unloaded = "could not be loaded in a process of its own: "

  /// The behaviour of the fixture before it is loaded, and the message to the user.
  static let beginnings: KeyValuePairs = [
    "dies-at-once": "\(unloaded)its process ended with status 9",
    // The host reads keys while the runner starts.
    "hears-keys": "\(unloaded)its process ended with status 10",
    "garbage-first":
      "\(unloaded)it broke the contract: a packet of 100 bytes",
    "edits-first":
      "\(unloaded)its process sent another message first",
    "no-reason":
      "\(unloaded)it broke the contract: "
      + "a refusal without a reason",
    "other-name":
      "calls itself \"another\": identifier is the N of libformwork-front-end-N.so",
    "no-texts":
      "breaks the contract, identifier, name and version of its table have to be UTF-8 of 1 to 256 bytes: "
      + "formwork.h says what it has to be",
  ]

  @Test(arguments: sampled(beginnings.map { ($0.key, $0.value) }))
  func whoIsNotLoadedIsRefused(_ behaviour: String, _ told: String) async throws {
    // An explicit file may have any name, so the test requests the name.
    let place = try await HostilePlace(behaviour, isInstalled: true)
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        place.bench.command(
          ["--isolate", "always", "--front-end", behaviour], program: place.program))
    }
    #expect(outcome == .failure("registration: \(place.file): \(told)\n", status: 2))
  }

  @Test func withoutARunnerThereIsALine() async throws {
    let place = try await HostilePlace("short")
    try await onThreadOfItsOwn {
      _ = try Child.run(["rm", place.bench.path(of: "formwork-runner")])
      let outcome = try Child.run(
        place.bench.command(["--front-end-file", place.file], program: place.program))
      let complaint =
        "formwork-runner could not be started (No such file or directory): install it beside the "
        + "program, or use --isolate never"
      #expect(outcome == .failure("registration: \(place.file): \(complaint)\n", status: 2))
    }
  }
}

/// A copy of the program, with the fixture as its runner.
private struct HostilePlace {
  let bench: RegistrationBench
  let program: String
  let file: String

  init(_ behaviour: String, isInstalled: Bool = false) async throws {
    bench = try RegistrationBench()
    program = try bench.copies("registration")
    file = bench.path(
      of: (isInstalled ? "" : "elsewhere/") + "libformwork-front-end-\(behaviour).so")
    let files = FileManager.default
    try files.createDirectory(
      atPath: bench.path(of: "elsewhere"), withIntermediateDirectories: false)
    try files.copyItem(
      atPath: Program.path(named: "libformwork-front-end-plain.so"), toPath: file)
    try await CCompiler.build(
      "Tests/RegistrationTests/Isolation/Fixtures/hostile_runner.c", [],
      to: bench.path(of: "formwork-runner"))
  }
}
