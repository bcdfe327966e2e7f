import Foundation
import TestSupport
import Testing

@testable import FormworkConformance

/// What the tool finds out about sound front ends, and about such as break the contract in one way.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct ConformanceTests {
  private static let names = Conformance.checks.map(\.name)

  @Test(arguments: ["plain", "editline", "screen"])
  func ourFrontEndsPassAllChecks(name: String) async throws {
    let report = try await Report.of(name)
    #expect(report.failures == [])
    #expect(report.skipped == [:])
    #expect(report.names == Self.names)
    #expect(report.status == .exited(0))
  }

  /// The sound fixture, and what the page for authors shows them.
  @Test(arguments: ["Tests/ConformanceTests/Fixtures/sound.c", "Tests/FrontEnds/C/example.c"])
  func soundFrontEndsInCPassAllChecks(source: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "sound.so")
    try await CCompiler.build(source, ["-shared", "-fPIC"], to: path)
    let report = try await Report.of(path)
    #expect(report.failures == [])
    #expect(report.skipped == [:])
    #expect(report.names == Self.names)
    #expect(report.status == .exited(0))
  }

  /// Each fixture differs from the sound one in a line or two, and fails just the check of that.
  @Test(arguments: BrokenFixture.all)
  func aBrokenFrontEndFailsItsCheckAlone(fixture: BrokenFixture) async throws {
    // How much memory a system takes for what is lost differs.
    func failures(in report: Report) -> [String] {
      report.failures.map { $0.replacing(/gain \d+ bytes/, with: "gain N bytes") }
    }
    let directory = try TemporaryDirectory()
    let path = try await Self.build(fixture.name, in: directory)
    let expected = ["\(fixture.check): failed: \(fixture.line)"]
    var report = try await Report.of(path)
    // On a busy machine a fault may show in another way: the best of three counts.
    for _ in 0..<2 where failures(in: report) != expected { report = try await Report.of(path) }
    #expect(failures(in: report) == expected)
    #expect(report.names == Self.names)
    #expect(report.status == .exited(1))
    let isLost = ["crashes", "ends its process", "does not return", "does not take"]
      .contains { fixture.line.contains($0) }
    #expect(report.last.isEmpty != isLost)
    // The others are passed, unless they build on it.
    let later = Conformance.checks.filter { Self.buildsOn($0, fixture.check) }.map(\.name)
    #expect(Set(report.skipped.keys) == Set(later).union(fixture.unseen))
  }

  @Test func everyCheckHasABrokenFixture() {
    #expect(Set(BrokenFixture.all.map(\.check)) == Set(Self.names))
  }

  @Test func everyFixtureIsInTheTable() throws {
    let folder = PackageFile("Tests/ConformanceTests/Fixtures").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".c") }
    #expect(
      files.sorted()
        == (BrokenFixture.all.map(\.name) + ["left_processes", "sound"]).map { $0 + ".c" }.sorted())
  }

  @Test func aCheckRunsWithThoseThatItBuildsOn() async throws {
    let directory = try TemporaryDirectory()
    let path = try await Self.build("sound", in: directory)
    let report = try await Report.of(path, "--check", "version")
    #expect(report.names == ["file", "note", "symbols", "table", "version"])
    #expect(report.status == .exited(0))
  }

  @Test func whatAFrontEndLogsIsKeptWhereThatIsAskedFor() async throws {
    let directory = try TemporaryDirectory()
    let path = try await Self.build("logged_secret", in: directory)
    let log = directory.path(of: "log")
    let report = try await Report.of(path, "--check", "run", "--log", log)
    #expect(report.failures == [])
    // What it has read of a line by then differs; at first that is nothing.
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.first?.drop { $0 != " " } == " info frontEnd=fixture: ")
  }

  @Test func theLastMessagesStandBelowACrash() async throws {
    let directory = try TemporaryDirectory()
    let report = try await Report.of(
      try await Self.build("exiting", in: directory), "--check", "run")
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
    let path = try await Self.build("logged_secret", in: directory)
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

  /// Whether a check waits for another, at once or through a third.
  private static func buildsOn(_ check: Check, _ name: String) -> Bool {
    check.prerequisites.contains { prerequisite in
      prerequisite == name
        || Conformance.checks.contains { $0.name == prerequisite && buildsOn($0, name) }
    }
  }

  private static func build(
    _ fixture: String, in directory: TemporaryDirectory
  ) async throws -> String {
    let path = directory.path(of: "\(fixture).so")
    try await CCompiler.build(
      "Tests/ConformanceTests/Fixtures/\(fixture).c", ["-shared", "-fPIC", "-Wall", "-Werror"],
      to: path)
    return path
  }
}
