import TestSupport
import Testing

/// The messages of the program if there is nothing to check, and its calls of the system.
struct UsageTests {
  private func run(_ arguments: [String]) async throws -> Child.Outcome {
    let program = try Program.path(named: "formwork")
    return try await onThreadOfItsOwn { try Child.run([program] + arguments) }
  }

  @Test func frontEndsAreListedWithoutRunningThem() async throws {
    let outcome = try await run(["front-ends"])
    let lines = try ["editline", "lines", "plain", "screen", "web"].map { name in
      "\(name) 1.0 \(try Program.path(named: "libformwork-front-end-\(name).so"))\n"
    }
    #expect(outcome == Child.Outcome(.exited(0), output: lines.joined()))
  }

  @Test(arguments: [
    (
      ["check-front-end", "fancy"],
      "unknown front end \"fancy\": there are editline, lines, plain, screen, web"
    ),
    (["check-front-end", "fancy.so"], "the path of a file has a / in it: write ./fancy.so"),
    (
      ["check-front-end", "/nonexistent/fancy.so"],
      "/nonexistent/fancy.so: there is no such file: check its path"
    ),
    (
      ["probe-front-end", "usual", "/etc/passwd"],
      "probe-front-end: check-front-end starts it by itself: there is nothing to do for people"
    ),
  ])
  func thereIsNothingToCheck(arguments: [String], complaint: String) async throws {
    #expect(
      try await run(arguments) == Child.Outcome(.exited(2), errors: "formwork: \(complaint)\n"))
  }

  @Test func aFileThatIsNoLibraryFailsOneCheck() async throws {
    let report = Report(try await run(["check-front-end", "/etc/passwd"]))
    #expect(
      report.failures == ["file: failed: not an ELF file: build it as a shared library"])
    #expect(report.status == .exited(1))
  }

  @Test func unknownChecksAreWrongUsage() async throws {
    let outcome = try await run(["check-front-end", "plain", "--check", "beauty"])
    #expect(outcome.status == .exited(2))
    #expect(outcome.output == [])
    #expect(outcome.errorText.contains("There is no check \"beauty\": there are file, note,"))
  }

  /// Calls of the system that a signal interrupts are repeated.
  @Test(arguments: ["plain", "editline", "screen"], ["1+2", "2+3"])
  func interruptedCallsAreMadeAgain(name: String, calls: String) async throws {
    let program = try Program.path(named: "formwork")
    let outcome = try await onThreadOfItsOwn {
      func run() throws -> Child.Outcome {
        try Child.run(
          Interruptions.command(calls) + [program, "check-front-end", name, "--check", "runner"],
          limit: .seconds(120))
      }
      let outcome = try run()
      // strace gives up at a stopped process that is killed before strace sees the stop.
      return outcome.errorText.contains("strace: ptrace(PTRACE_LISTEN") ? try run() : outcome
    }
    let names = ["file", "note", "symbols", "table", "run", "posts", "borrowed", "runner"]
    #expect(outcome == Child.Outcome(.exited(0), output: names.map { "\($0): ok\n" }.joined()))
  }
}
