import TestSupport
import Testing

/// The messages of the program if there is nothing to check.
struct UsageTests {
  private func run(_ arguments: String...) async throws -> Child.Outcome {
    let program = try Program.path(named: "formwork")
    return try await onThreadOfItsOwn { try Child.run([program] + arguments) }
  }

  @Test func frontEndsAreListedWithoutRunningThem() async throws {
    let outcome = try await run("front-ends")
    let lines = try ["editline", "plain", "screen"].map { name in
      "\(name) 1.0 \(try Program.path(named: "libformwork-front-end-\(name).so"))\n"
    }
    #expect(outcome == Child.Outcome(.exited(0), output: lines.joined()))
  }

  @Test func whatIsNotThereCannotBeChecked() async throws {
    #expect(
      try await run("check-front-end", "fancy")
        == Child.Outcome(
          .exited(2),
          errors: "formwork: unknown front end \"fancy\": there are editline, plain, screen\n"))
    #expect(
      try await run("check-front-end", "/nonexistent/fancy.so")
        == Child.Outcome(
          .exited(2),
          errors: "formwork: /nonexistent/fancy.so: there is no such file: check its path\n"))
  }

  @Test func aFileThatIsNoLibraryFailsOneCheck() async throws {
    let report = Report(try await run("check-front-end", "/etc/passwd"))
    #expect(
      report.failures == ["file: failed: not an ELF file: build it as a shared library"])
    #expect(report.status == .exited(1))
  }

  @Test func peopleHaveNothingToProbe() async throws {
    #expect(
      try await run("probe-front-end", "usual", "/etc/passwd")
        == Child.Outcome(
          .exited(2),
          errors: "formwork: probe-front-end: check-front-end starts it by itself: there is "
            + "nothing to do for people\n"))
  }

  @Test func unknownChecksAreWrongUsage() async throws {
    let outcome = try await run("check-front-end", "plain", "--check", "beauty")
    #expect(outcome.status == .exited(2))
    #expect(outcome.output == [])
    #expect(outcome.errorText.contains("There is no check \"beauty\": there are file, note,"))
  }
}
