import Glibc
import TestSupport
import Testing

@Suite struct ScreenTests {
  @Test func screenShowsWhatIsDrawn() async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(
        ["sh", "-c", #"printf 'top\033[3;5Hdéép\033[2;2Hmiddle'; exec cat"#],
        size: PseudoTerminal.Size(columns: 20, rows: 5))
      try screen.expect("middle")
      #expect(try screen.lines == ["top", " middle", "    déép"])
      #expect(try screen.cursor == Screen.Place(row: 1, column: 7))
      #expect(try screen.status == nil)
    }
  }

  @Test func textsAndKeysArrive() async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["cat", "-v"])
      try screen.type("it's é; {x}\r")
      try screen.expect("M-CM-)")
      try screen.key("Up")
      try screen.key("Enter")
      let lines = try screen.waitUntil { $0.count == 4 }
      #expect(lines == ["it's é; {x}", "it's M-CM-); {x}", "^[[A", "^[[A"])
      try screen.key("C-d")
      #expect(try screen.expectEnd() == .exited(0))
    }
  }

  @Test func resizeIsSeen() async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(
        ["sh", "-c", "stty size; read line; stty size; exec cat"],
        size: PseudoTerminal.Size(columns: 40, rows: 10))
      try screen.expect("10 40")
      try screen.resize(to: PseudoTerminal.Size(columns: 33, rows: 7))
      try screen.key("Enter")
      #expect(try screen.expect("7 33") == ["10 40", "", "7 33"])
    }
  }

  @Test(arguments: [
    ("exit 0", Child.Status.exited(0)), ("exit 130", .exited(130)),
    ("kill -KILL $$", .signalled(SIGKILL)), ("kill -INT $$", .signalled(SIGINT)),
  ])
  func endIsTold(_ script: String, _ status: Child.Status) async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["sh", "-c", "printf last; \(script)"])
      #expect(try screen.expectEnd() == status)
      #expect(try screen.lines == ["last"])
    }
  }

  @Test func controlCReachesTheProgramAlone() async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["sh", "-c", "trap 'echo caught; exit 5' INT; echo begun; read line"])
      try screen.expect("begun")
      try screen.type("\u{3}")
      #expect(try screen.expectEnd() == .exited(5))
      #expect(try screen.lines == ["begun", "^Ccaught"])
    }
  }

  @Test(arguments: ["\u{3}", "\u{1C}"])
  func keysAfterTheEndChangeNothing(_ key: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["sh", "-c", "exit 5"])
      #expect(try screen.expectEnd() == .exited(5))
      // Long enough for the signal of the first keys to arrive.
      for _ in 0..<20 {
        try screen.type(key)
        #expect(try screen.status == .exited(5))
      }
    }
  }

  @Test func whatLooksLikeAnAnswerIsScreen() async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["sh", "-c", "echo '%begin 1 2 1'; echo '%end 1 2 1'; exec cat"])
      #expect(try screen.expect("%end") == ["%begin 1 2 1", "%end 1 2 1"])
      #expect(try screen.cursor == Screen.Place(row: 2, column: 0))
    }
  }

  @Test(arguments: [
    ("exec cat", Duration.milliseconds(50), "within 0.05 seconds"),
    ("exit 4", defaultLimit, "before the program's end (exited(4))"),
  ])
  func limitAndEndTellTheScreen(_ script: String, limit: Duration, reason: String) async throws {
    try await onThreadOfItsOwn {
      let screen = try Screen(["sh", "-c", "echo begun; \(script)"])
      let error = #expect(throws: SupportError.self) {
        try screen.expect("begun")
        try screen.expect("never", limit: limit)
      }
      #expect(
        error?.description
          == #""never" did not come \#(reason); there was: screen "begun""#)
    }
  }

  @Test func directoryAndEnvironmentAreTheOnesGiven() async throws {
    let directory = try TemporaryDirectory()
    try await onThreadOfItsOwn {
      var environment = Child.environment
      environment["COLOUR"] = "green"
      let screen = try Screen(
        ["sh", "-c", "pwd; echo $COLOUR $TERM $LC_ALL;"], environment: environment,
        directory: directory.path)
      #expect(try screen.expectEnd() == .exited(0))
      #expect(try screen.lines == [directory.path, "green tmux-256color C.UTF-8"])
    }
  }

  @Test func missingProgramIsAnError() async throws {
    try await onThreadOfItsOwn {
      let error = #expect(throws: SupportError.self) {
        try Screen(["/nowhere/tool"]).expectEnd()
      }
      #expect(error == .system(call: "start /nowhere/tool", errno: ENOENT))
    }
  }

  /// A program that ignores the end of its terminal, its server, and the server's folder.
  @Test func nothingIsLeft() async throws {
    let directory = try TemporaryDirectory()
    try await onThreadOfItsOwn {
      let fifo = directory.path(of: "fifo")
      #expect(mkfifo(fifo, 0o600) == 0)
      let reader = try Child(["cat", fifo])
      var socket = ""
      do {
        let screen = try Screen([
          "sh", "-c", "trap '' HUP TERM; exec 9> \(fifo); echo $TMUX; exec sleep 600",
        ])
        // The socket, the process of the server, and the session.
        let line = try screen.expect(",0").joined()
        socket = String(line.prefix { $0 != "," })
        #expect(access(socket, F_OK) == 0)
      }
      #expect(try reader.wait() == Child.Outcome(.exited(0)))
      #expect(access(socket, F_OK) == -1)
    }
  }
}
