import CFormwork
import CFormworkSystem
import CFormworkWire
import Glibc
import TestSupport
import Testing

@Suite struct ProcessTests {
  @Test func itLinksTheSystemLibraryAlone() async throws {
    try await onThreadOfItsOwn {
      let program = try Program.path(named: "formwork-runner")
      let outcome = try Child.run(["readelf", "--dynamic", program])
      let needed = outcome.outputText.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      #expect(needed.count == 1)
      #expect(needed.first?.hasSuffix("Shared library: [libc.so.6]") == true)
    }
  }

  /// Lazy binding would leave registers with parts of secrets on the stack.
  @Test(arguments: ["registration", "formwork", "formwork-runner"])
  func allFunctionsAreFoundAtTheStart(_ name: String) async throws {
    try await onThreadOfItsOwn {
      let outcome = try Child.run(["readelf", "--dynamic", try Program.path(named: name)])
      #expect(outcome.outputText.contains("BIND_NOW") || outcome.outputText.contains("NOW PIE"))
    }
  }

  @Test func theEnvironmentIsTheHosts() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let environment = ["TERM": "xterm", "FORMWORK_WORD": "a b", "RETURN": "0"]
      let runner = try Runner(stage.puppet, environment)
      try runner.run()
      #expect(
        try runner.lines("environment").sorted()
          == environment.map { "\($0.key)=\($0.value)" }.sorted())
    }
  }

  @Test func noDescriptorsButTheStreamsTheSocketAndTheFolder() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.extraDescriptors = [5, 6, 99, 200]
      let runner = try Runner(arguments)
      try runner.run()
      #expect(
        try runner.lines("descriptors")
          == [
            "0 device both", "1 device both", "2 device both", "3 socket both closed on exec",
            "4 other read closed on exec",
          ])
    }
  }

  @Test func streamsThatAreClosedAreOccupied() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.streams = [-1, -1, -1]
      let runner = try Runner(arguments)
      try runner.run()
      #expect(
        try runner.lines("descriptors")
          == [
            "0 device write", "1 device read", "2 device read", "3 socket both closed on exec",
            "4 other read closed on exec",
          ])
    }
  }

  @Test func limits() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      #expect(
        try runner.lines("limits")
          == ["core 0 0, no new privileges 1, dumpable 0, the signal at the host's death is CONT"])
    }
  }

  @Test func signals() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      // Inherited blocked signals do not count.
      var blocked = sigset_t()
      var before = sigset_t()
      sigemptyset(&blocked)
      for signal in [SIGTERM, SIGALRM, SIGUSR1] { sigaddset(&blocked, signal) }
      pthread_sigmask(SIG_SETMASK, &blocked, &before)
      let runner = try Runner(stage.puppet)
      pthread_sigmask(SIG_SETMASK, &before, nil)
      try runner.run()
      #expect(
        try runner.lines("signals") == [
          "HUP ignored", "INT ignored", "QUIT ignored", "PIPE ignored", "TERM handled",
          "CONT handled", "TSTP ignored",
        ])
    }
  }

  @Test func theKeysAreTheHosts() async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let runner = try Runner(stage.puppet)
      try runner.run()
      for signal in [SIGINT, SIGQUIT, SIGTSTP, SIGHUP] { runner.send(signal) }
      #expect(try runner.execute("nothing") == [])
      runner.send(SIGSTOP)
      try runner.send(Packet(FORMWORK_ATTACH, "nothing"))
      runner.send(SIGCONT)
      #expect(try runner.hear() == Packet(FORMWORK_LOG, "done"))
    }
  }

  @Test(arguments: [
    // A signal from elsewhere, not caused by the end of the host.
    (Optional(SIGTERM), Child.Status.signalled(SIGTERM)),
    // The host closes the socket, and the front end returns without restoring its terminal.
    (nil, .exited(0)),
  ])
  func itEndsWithItsTerminalWhole(_ signal: Int32?, _ status: Child.Status) async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      let controller = fws_open_pseudo_terminal()
      defer { close(controller) }
      var path = [CChar](repeating: 0, count: 64)
      #expect(fws_pseudo_terminal_path(controller, &path, path.count) == 0)
      let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      defer { close(terminal) }
      let found = localModes(terminal)
      var arguments = Runner.Arguments(stage.puppet)
      arguments.streams = [terminal, terminal, nil]
      let runner = try Runner(arguments)
      try runner.run()
      #expect(try runner.execute("raw") == [])
      #expect(try runner.execute("flags") == [])
      #expect(localModes(terminal) != found)
      #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK != 0)
      if let signal { runner.send(signal) } else { runner.fallSilent() }
      #expect(try runner.awaitEnd() == status)
      #expect(localModes(terminal) == found)
      #expect(fcntl(terminal, F_GETFL) & O_NONBLOCK == 0)
    }
  }

  @Test func byHandItSaysWhatItIs() async throws {
    try await onThreadOfItsOwn {
      let program = try Program.path(named: "formwork-runner")
      let line =
        "formwork-runner: runs a front end for a host of forms, which starts it by itself: "
        + "there is nothing to do for people\n"
      for arguments in [
        [], ["--help"], ["/lib/x.so", "1:2:3:4"], ["/lib/x.so", "1:2:3:4", "1"],
        ["/lib/x.so", "1:2:3:4", "1", "more"],
      ] {
        let outcome = try Child.run([program] + arguments)
        #expect(outcome == Child.Outcome(.exited(2), errors: line), "\(arguments)")
      }
    }
  }

  @Test func itTellsItsVersion() async throws {
    try await onThreadOfItsOwn {
      let outcome = try Child.run([Program.path(named: "formwork-runner"), "--version"])
      #expect(outcome == Child.Outcome(.exited(0), output: FORMWORK_VERSION + "\n"))
    }
  }

  @Test(arguments: [SOCK_STREAM, SOCK_DGRAM])
  func anotherKindOfSocketIsNoHosts(_ type: __socket_type) async throws {
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments("/nonexistent")
      arguments.socketType = type
      let runner = try Runner(arguments)
      #expect(try runner.awaitEnd() == .exited(2))
    }
  }

  @Test(arguments: [
    ("", 2), ("0", 2), ("-1", 2), ("+1", 2), ("01", 2), (" 1", 2), ("1x", 2), ("4294967297", 2),
    ("99999999999999999999", 2), ("1", 69),
  ])
  func aParentThatIsNotTheHost(_ parent: String, _ status: Int32) async throws {
    let stage = try await Stage()
    try await onThreadOfItsOwn {
      var arguments = Runner.Arguments(stage.puppet)
      arguments.parent = parent
      let runner = try Runner(arguments)
      #expect(try runner.hearAll() == [])
      #expect(try runner.awaitEnd() == .exited(status))
    }
  }
}

private func localModes(_ terminal: Int32) -> [UInt32] {
  var modes = termios()
  return tcgetattr(terminal, &modes) == 0 ? [modes.c_lflag, modes.c_iflag] : []
}
