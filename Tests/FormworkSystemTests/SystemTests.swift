import FormworkSystem
import Glibc
import TestSupport
import Testing

@Suite struct SystemTests {
  /// Rounded up, with the maximum of poll(2).
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

  /// Such as another user's terminal or a socket, which are read without waiting anyway.
  @Test func whatCannotBeOpenedOnceMoreIsReadWithoutWaiting() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[0]) }
    let reader = InputReader(descriptor: ends[0], isTerminal: true)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
    defer { memory.deallocate() }
    #expect(try reader.read(into: memory) == nil)
    #expect(write(ends[1], "ab", 2) == 2)
    #expect(try reader.read(into: memory) == 2)
    // The shell shares the flag.
    #expect(fcntl(ends[0], F_GETFL) & O_NONBLOCK == 0)
    close(ends[1])
    #expect(try reader.read(into: memory) == 0)
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
      var status: CInt = 0
      #expect(waitpid(process, &status, 0) == process)
      #expect(ProcessEnd(waitStatus: status) == end)
    }
  }

  /// As that of a child that the kernel has reaped, because SIGCHLD was ignored.
  @Test func theEndOfAnotherProcessIsUnknown() {
    #expect(ProcessEnd(awaitingForASecond: getpid()) == nil)
  }

  @Test func whatLiesInADirectory() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("", to: "file")
    #expect(Directory.names(in: directory.path).sorted() == [".", "..", "file"])
    #expect(Directory.names(in: file) == [])
    #expect(Directory.exists(directory.path))
    #expect(!Directory.exists(file))
  }

  /// The environment does not count.
  @Test func theHomeOfThePasswordDatabase() async throws {
    let entry = try await onThreadOfItsOwn {
      try Child.run(["getent", "passwd", "\(geteuid())"]).output
    }
    let fields = String(decoding: entry, as: UTF8.self).split(
      separator: ":", omittingEmptySubsequences: false)
    #expect(Directory.registeredHome() == String(fields[5]))
  }

  @Test(
    arguments: [
      ([:], true), (["TERM": "xterm"], true), (["TERM": "vte"], true), (["TERM": "vt220"], false),
      (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "vt100", "FORMWORK_COLOR": "always"], true), (["FORMWORK_COLOR": "never"], false),
    ])
  func coloursByTheEnvironment(environment: [String: String], hasColors: Bool) {
    #expect(Environment.hasColors { environment[$0] } == hasColors)
  }
}
