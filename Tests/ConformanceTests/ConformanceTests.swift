import Foundation
import TestSupport
import Testing

@testable import FormworkConformance

/// The verdicts about sound front ends, and about those with one fault each.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ConformanceTests {
  private static let names = Conformance.checks.map(\.name)

  private static func expectSound(_ report: Report) {
    #expect(report.failures == [])
    #expect(report.skipped == [])
    #expect(report.names == names)
    #expect(report.status == .exited(0))
  }

  @Test(arguments: ["plain", "editline", "screen"])
  func ourFrontEndsPassAllChecks(name: String) async throws {
    Self.expectSound(try await Report.of(name))
  }

  /// A front end that is not for users at a terminal reads no keys.
  @Test func theFrontEndOfLinesPassesTheOthers() async throws {
    let report = try await Report.of("lines")
    #expect(report.failures == [])
    #expect(report.skipped == ["typed-ahead", "order"])
  }

  /// A front end that shows its pictures elsewhere is not checked at a terminal.
  @Test func theFrontEndOfAPagePassesTheOthers() async throws {
    let report = try await Report.of("web")
    #expect(report.failures == [])
    let seen: Set = ["shown", "told", "order", "attach", "suggested", "stopped-terminal"]
    #expect(report.skipped == seen.union(["typed-ahead"]))
    #expect(report.status == .exited(0))
  }

  @Test func theSoundFixturePassesAllChecks() async throws {
    let directory = try TemporaryDirectory()
    Self.expectSound(try await Report.of(FixtureLibrary.write("sound", to: directory)))
  }

  /// A fault fails its check alone; only the checks before are run, unless the tests may take long.
  @Test(arguments: BrokenFixture.all)
  func aFaultFailsItsCheck(fixture: BrokenFixture) async throws {
    let directory = try TemporaryDirectory()
    let path = try await FixtureLibrary.write(fixture.name, fixture.flags, to: directory)
    let report = try await Report.of(file: path, only: isLongRun ? nil : fixture.check)
    // The memory that a system takes for what is lost differs.
    let failures = report.failures.map {
      $0.replacing(/memory by \d+ bytes/, with: "memory by N bytes")
    }
    #expect(failures == ["\(fixture.check): failed: \(fixture.line)"])
    #expect(report.status == .exited(1))
    let isLost = [
      "crashes", "ends its process", "does not return", "does not read its messages", "hangs",
    ]
    .contains { fixture.line.contains($0) }
    #expect(report.last.isEmpty != isLost)
    let run = isLongRun ? Set(Self.names) : Conformance.needed(for: fixture.check)
    #expect(report.names == Self.names.filter(run.contains))
    // The other checks pass, unless they build on that one.
    let later = Self.names.filter { name in
      name != fixture.check && Conformance.needed(for: name).contains(fixture.check)
    }
    #expect(report.skipped == Set(later + fixture.unseen).intersection(run))
  }

  @Test func everyCheckHasAFault() {
    #expect(Set(BrokenFixture.all.map(\.check)) == Set(Self.names))
  }

  /// The names in the source of the fixture are those of the table.
  @Test func everyFaultIsInTheTable() throws {
    let source = try PackageFile("Tests/ConformanceTests/Fixtures/front_end.c").text()
    let faults = source.matches(of: /"([a-z]+(?:_[a-z]+)*)"/).map { String($0.1) }
    let names = BrokenFixture.all.filter { $0.flags.isEmpty }.map(\.name)
    #expect(Set(names).subtracting(faults) == [])
    #expect(Set(faults).subtracting(names) == ["fixture", "hello", "y"])
  }

  @Test func aCheckRunsWithThoseThatItBuildsOn() async throws {
    let directory = try TemporaryDirectory()
    let path = try await FixtureLibrary.write("sound", to: directory)
    let report = try await Report.of(path, "--check", "version")
    #expect(report.names == ["file", "note", "symbols", "table", "version"])
    #expect(report.status == .exited(0))
  }

  @Test func theLogOfAFrontEndIsKeptOnRequest() async throws {
    let directory = try TemporaryDirectory()
    let path = try await FixtureLibrary.write("logged_secret", to: directory)
    let log = directory.path(of: "log")
    let report = try await Report.of(path, "--check", "run", "--log", log)
    #expect(report.failures == [])
    // The first line is empty; the others depend on how fast the keys come.
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.first?.drop { $0 != " " } == " info frontEnd=fixture: ")
  }

  @Test func theLastMessagesAreBelowACrash() async throws {
    let directory = try TemporaryDirectory()
    let path = try await FixtureLibrary.write("exiting", to: directory)
    let report = try await Report.of(path, "--check", "run")
    #expect(
      report.failures == [
        "run: failed: ends its process: return from run, and leave exit to the host"
      ])
    #expect(report.last.count == 9)
    #expect(report.last.first == "  the last messages, > to the front end and < from it:")
    #expect(
      report.last.suffix(3) == ["  > FOCUS node=6", "  > FLUSH revision=11", "  > DETACH"])
  }

  @Test func theTraceHasEachMessageAndNoSecret() async throws {
    let directory = try TemporaryDirectory()
    let path = try await FixtureLibrary.write("logged_secret", to: directory)
    let trace = directory.path(of: "trace")
    let report = try await Report.of(path, "--check", "secrets", "--trace", trace)
    #expect(report.last == [])
    let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.prefix(4) == [
        "run > RUN count=1", "run > ATTACH text=\"Harbour\"",
        "run > INSERT node=1 position=0 node_kind=SCREEN text=\"screen\"",
        "run > SET node=1 property=LABEL flags=1 text=\"Harbour\"",
      ])
    #expect(lines.contains("run < RETURNED number=0"))
    #expect(lines.contains("run > SET node=5 property=VALUE number=0"))
    #expect(lines.contains { $0.hasPrefix("posts < EDIT ") && $0.hasSuffix(" text=\"ab\"") })
    #expect(lines.contains { $0.hasPrefix("secrets < LOG ") && $0.hasSuffix(" text=(8 bytes)") })
    #expect(!lines.contains { $0.contains("Xk7") })
  }
}
