import Foundation
import TestSupport
import Testing

/// Whatever way the checker ends, no process that a front end runs in, or has started, is left.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct SupervisorTests {
  /// A checker of a front end that spins, with what runs below it.
  private struct Place {
    let directory: TemporaryDirectory
    let checker: Child

    /// The front end, and the two that it has started.
    let processes: [pid_t]

    /// Starts a checker, and acts on it as soon as all processes run: later it may have ended.
    init(
      _ flags: [String] = [], then act: @escaping @Sendable (Child) throws -> Void = { _ in }
    ) async throws {
      let directory = try TemporaryDirectory()
      let (file, marker) = (directory.path(of: "left.so"), directory.path(of: "marker"))
      try await CCompiler.build(
        "Tests/ConformanceTests/Fixtures/left_processes.c",
        ["-shared", "-fPIC", "-DMARKER=\"\(marker)\""] + flags, to: file)
      self.directory = directory
      (checker, processes) = try await onThreadOfItsOwn {
        let checker = try Child([Program.path(named: "formwork"), "check-front-end", file])
        // Each of the three adds a line.
        let wait = "until [ \"$(wc -l <\"$1\" 2>/dev/null)\" = 3 ]; do sleep 0.05; done; cat \"$1\""
        let noted = try Child.run(["sh", "-c", wait, "sh", marker], limit: .seconds(60))
        try act(checker)
        return (checker, noted.outputText.split(separator: "\n").compactMap { pid_t($0) })
      }
    }

    /// Waits until the checker has ended, and none of the processes runs.
    func expectNoneIsLeft(after status: Child.Status) async throws {
      let end = try await onThreadOfItsOwn { try checker.wait() }
      #expect(end.status == status)
      let running =
        "for p; do kill -0 $p 2>/dev/null && ! grep -q ') Z ' /proc/$p/stat && exit 1; done; exit 0"
      let wait =
        "until sh -c '\(running.replacing("'", with: "'\\''"))' sh \"$@\"; do sleep 0.05; done"
      let outcome = try await onThreadOfItsOwn {
        try Child.run(["sh", "-c", wait, "sh"] + processes.map { "\($0)" }, limit: .seconds(30))
      }
      #expect(outcome.status == .exited(0))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
  func aSignalEndsAll(signal: CInt) async throws {
    let place = try await Place()
    #expect(place.processes.count == 3)
    place.checker.send(signal)
    try await place.expectNoneIsLeft(after: .signalled(signal))
  }

  /// The process that checks is the only child of the one that was started.
  @Test func killedBelowItsSupervisorItEndsAllAsWell() async throws {
    let place = try await Place { checker in
      let children = "/proc/\(checker.process)/task/\(checker.process)/children"
      let child = try #require(
        pid_t(
          String(contentsOfFile: children, encoding: .utf8).trimmingCharacters(in: .whitespaces)))
      kill(child, SIGKILL)
    }
    try await place.expectNoneIsLeft(after: .signalled(SIGKILL))
  }

  /// A front end that fails its checks leaves no process running after its last check.
  @Test func theLastCheckEndsAll() async throws {
    let place = try await Place(["-DGIVES_UP"])
    try await place.expectNoneIsLeft(after: .exited(1))
  }
}
