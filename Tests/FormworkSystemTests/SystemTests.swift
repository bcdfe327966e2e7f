import FormworkSystem
import Glibc
import TestSupport
import Testing

@Suite struct SystemTests {
  /// Rounded up, as far as poll(2) counts.
  @Test(
    arguments: [
      (.seconds(-5), 0), (.nanoseconds(-1), 0), (.zero, 0),
      (Duration(secondsComponent: 0, attosecondsComponent: 1), 1),
      (.milliseconds(1), 1), (.nanoseconds(1_000_001), 2), (.milliseconds(2_999), 2_999),
      (.seconds(2_147_482), 2_147_482_000), (.seconds(2_147_483), CInt.max),
      (.seconds(Int64.max), CInt.max),
    ] as [(Duration, CInt)])
  func aDurationIsCountedInWholeMilliseconds(duration: Duration, count: CInt) {
    #expect(duration.wholeMilliseconds == count)
  }

  @Test func anErrorSaysWhatTheSystemSays() {
    #expect(SystemError(code: EBADF).description == "Bad file descriptor")
    #expect(close(-1) == -1)
    #expect(SystemError.last == SystemError(code: EBADF))
  }

  @Test(arguments: [
    ("exit 0", ProcessEnd.exited(0)), ("exit 255", .exited(255)),
    ("kill -KILL $$", .signalled(SIGKILL)),
  ])
  func theEndOfAChild(command: String, end: ProcessEnd) async throws {
    try await onThreadOfItsOwn {
      var process: pid_t = 0
      let error = withCStrings(["sh", "-c", command]) {
        posix_spawn(&process, "/bin/sh", nil, nil, $0, nil)
      }
      try #require(error == 0)
      #expect(ProcessEnd(awaiting: process) == end)
    }
  }

  @Test func whatLiesInADirectory() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("", to: "file")
    #expect(Directory.names(in: directory.path).sorted() == [".", "..", "file"])
    #expect(Directory.names(in: file) == [])
    #expect(Directory.exists(directory.path))
    #expect(!Directory.exists(file))
  }

  /// The environment has no say.
  @Test func theHomeOfThePasswordDatabase() async throws {
    let entry = try await onThreadOfItsOwn {
      try Child.run(["getent", "passwd", "\(geteuid())"]).output
    }
    let fields = String(decoding: entry, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    #expect(Directory.registeredHome() == String(fields[5]))
  }
}
