import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ToolTests {
  /// The numbers are from the reference implementation.
  @Test func generatorIsSplitMix() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func temporaryDirectoryIsPrivateAndGoes() throws {
    var path = ""
    do {
      let directory = try TemporaryDirectory()
      path = directory.path
      try directory.write("text", to: "file")
      var information = stat()
      #expect(stat(path, &information) == 0)
      #expect(information.st_mode == S_IFDIR | 0o700)
      #expect(stat(directory.path(of: "file"), &information) == 0)
      #expect(information.st_mode == S_IFREG | 0o600)
      #expect(FileManager.default.contents(atPath: directory.path(of: "file")) == Data("text".utf8))
    }
    #expect(access(path, F_OK) == -1)
  }

  @Test func programsLieBesideTheTests() throws {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let name = try #require(runner.split(separator: "/").last)
    #expect(try Program.path(named: String(name)) == runner)
    let missing = "\(runner.dropLast(name.count))no-such-program"
    #expect(
      throws: SupportError.missing(
        path: missing,
        fix: "let the target of the tests depend on no-such-program, or build it")
    ) {
      try Program.path(named: "no-such-program")
    }
  }

  @Test func suitesLieWhereTheyAreNamedOrBesideThePackage() throws {
    let directory = try TemporaryDirectory()
    let source = directory.path(of: "package/Tests/TestSupport/Suites.swift")
    #expect(Suites.folder(named: nil, source: source) == nil)
    #expect(Suites.folder(named: directory.path(of: "missing"), source: source) == nil)
    #expect(Suites.folder(named: directory.path, source: source) == directory.path)

    let beside = directory.path(of: "shared/suites")
    try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
    #expect(Suites.folder(named: nil, source: source) == beside)
    #expect(Suites.folder(named: try directory.write("", to: "file"), source: source) == nil)
  }

  @Test func monitorWakesThoseWhoWait() async throws {
    try await onThreadOfItsOwn {
      let monitor = Synchronized(0)
      for _ in 0..<8 {
        Thread.detachNewThread { monitor.change { $0 += 1 } }
      }
      #expect(monitor.wait { $0 == 8 ? "all" : nil } == "all")
      #expect(monitor.wait(limit: .milliseconds(10)) { $0 == 9 ? "more" : nil } == nil)
      #expect(monitor.current == 8)
    }
  }

  @Test func blockingWorkLeavesThePoolFree() async throws {
    let barrier = Synchronized(0)
    // More than the threads of the pool: each waits for all others.
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await onThreadOfItsOwn {
            barrier.change { $0 += 1 }
            // The others wait in one queue with all blocking tests.
            return barrier.wait(limit: .seconds(300)) { $0 == count ? true : nil } ?? false
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: count))
  }

  @Test @MainActor func blockingWorkLeavesItsActor() async throws {
    let isMain = try await onThreadOfItsOwn { Thread.isMainThread }
    #expect(!isMain)
  }

  @Test func failuresInAThreadAreTheTestsOwn() async throws {
    await withKnownIssue {
      try await onThreadOfItsOwn { #expect(Bool(false)) }
    }
  }
}
