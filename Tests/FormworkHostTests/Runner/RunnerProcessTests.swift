import Glibc
import TestSupport
import Testing

@testable import FormworkHost

/// Data from an isolated front end may be a password.
@Suite(.enabled(if: CCompiler.path != nil, Comment(rawValue: CCompiler.reason)))
struct RunnerProcessTests {
  @Test func whatPassesOfTheEnvironment() {
    let passes = [
      "TERM=xterm", "LC_TIME=", "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0", "XDG_RUNTIME_DIR=/run/7",
      "BROWSER=a=b", "SSH_CONNECTION=a 1 b 22", "ESCDELAY=25", "FORMWORK_COLOR=never",
      "FORMWORK_FRONT_END_=x",
      "FORMWORK_FRONT_END_PORT=80",
    ]
    let stays = [
      "LD_PRELOAD=x", "LC_OTHER=C", "XDG_RUNTIME_DIRS=/", "TERMS=1",
      "SSH_AUTH_SOCK=/s",
      "FORMWORK_FRONT_END=plain", "FORMWORK_LOG=x", "FORMWORK_SHOWN=1",
      "SWIFT_BACKTRACE=enable=yes",
      "=FORMWORK_FRONT_END_A", "",
    ]
    let own = ["SWIFT_BACKTRACE=enable=no"]
    #expect(RunnerProcess.environment(of: passes + stays, isShownAgain: false) == passes + own)
    #expect(RunnerProcess.environment(of: stays, isShownAgain: true) == own + ["FORMWORK_SHOWN=1"])
  }

  /// Wiped at the request for the next datagram, and when the process is released.
  @Test func whatWasReceivedIsWiped() async throws {
    let directory = try TemporaryDirectory()
    let program = directory.path(of: "runner")
    try await CCompiler.build("secret_runner.c", [], to: program)
    let state = try #require(FileState(ofEntryAt: program))
    let file = FrontEndFile(
      path: program, name: nil, version: .host, isOwn: false, state: state,
      folder: try InspectedFolder(directory.path))
    try await onThreadOfItsOwn {
      let marker = ProcessMemory.Marker(seed: 7)
      var process: RunnerProcess? = try Self.receiving(from: program, for: file)
      #expect(try ProcessMemory.count(of: marker) == 128)
      guard case .nothing = process?.receive() else {
        Issue.record("it has sent one datagram, and lives")
        return
      }
      #expect(try ProcessMemory.count(of: marker) == 0)
      process = try Self.receiving(from: program, for: file)
      #expect(try ProcessMemory.count(of: marker) == 128)
      process = nil
      #expect(try ProcessMemory.count(of: marker) == 0)
    }
  }

  /// Returns a process whose datagram has been received.
  private static func receiving(from program: String, for file: FrontEndFile) throws
    -> RunnerProcess
  {
    // In a session of its own: in that of the tests, its end would end the runners of other tests.
    let process = try RunnerProcess(
      file.arguments(forRunner: program), in: file.folder, environment: [], terminal: "/dev/null")
    var entry = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 20_000) == 1)
    guard case .datagram(let bytes) = process.receive() else {
      Issue.record("no datagram")
      return process
    }
    #expect(bytes.count == 64 * 128)
    return process
  }
}
