import Glibc
import TestSupport
import Testing

@Suite struct ChildTests {
  @Test func outputErrorsAndExitCodeAreTold() async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run(["sh", "-c", "cat; printf oops >&2; exit 7"], input: "héllo\n")
    }
    #expect(outcome == Child.Outcome(.exited(7), output: "héllo\n", errors: "oops"))
  }

  @Test func bytesThatAreNoTextAreKept() async throws {
    let outcome = try await onThreadOfItsOwn { try Child.run(["printf", #"\377\000\n"#]) }
    #expect(outcome == Child.Outcome(.exited(0), output: [0xFF, 0, 0x0A], errors: []))
  }

  @Test func anOutcomeIsShownInSwift() {
    let outcomes = [
      Child.Outcome(.exited(0)),
      Child.Outcome(.exited(1), output: "a \"b\"\n", errors: #"\c"#),
      Child.Outcome(.signalled(9), output: [0xFF, 0x41], errors: []),
    ]
    #expect(
      outcomes.map { "\($0)" } == [
        #"Child.Outcome(.exited(0), output: "", errors: "")"#,
        ##"Child.Outcome(.exited(1), output: #"a "b"\#n"#, errors: #"\c"#)"##,
        "Child.Outcome(.signalled(9), output: [255, 65], errors: [])",
      ])
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGPIPE, SIGINT])
  func signalIsTold(_ signal: Int32) async throws {
    let outcome = try await onThreadOfItsOwn {
      let child = try Child(["cat"], input: .pipe)
      child.send(signal)
      return try child.wait()
    }
    #expect(outcome == Child.Outcome(.signalled(signal)))
  }

  @Test func moreThanPipesHoldPassesThrough() async throws {
    let text = String(repeating: "0123456789abcde\n", count: 1 << 16)
    let outcome = try await onThreadOfItsOwn { try Child.run(["cat"], input: text) }
    #expect(outcome.status == .exited(0))
    #expect(outcome.output.elementsEqual(text.utf8))
  }

  @Test func inputThatIsNotReadIsDropped() async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run(["true"], input: String(repeating: "x", count: 1 << 20))
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }

  @Test func limitOfWritingIsTold() async throws {
    try await onThreadOfItsOwn {
      let child = try Child(["sleep", "600"], input: .pipe)
      let error = #expect(throws: SupportError.self) {
        try child.write(String(repeating: "x", count: 1 << 21), limit: .milliseconds(50))
      }
      let description = try #require(error).description
      #expect(
        description.hasPrefix("a reader for 2097152 bytes did not come within 0.05 seconds;"))
    }
  }

  @Test func environmentAndDirectoryAreTheOnesGiven() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await onThreadOfItsOwn {
      try Child.run(
        ["/bin/sh", "-c", "pwd; env | grep -v -e ^PWD= -e ^OLDPWD= | sort"],
        environment: ["PATH": "/usr/bin:/bin", "COLOUR": "green"], directory: directory.path)
    }
    #expect(
      outcome
        == Child.Outcome(
          .exited(0), output: "\(directory.path)\nCOLOUR=green\nPATH=/usr/bin:/bin\n"))
  }

  @Test func streamsGoToFilesAndDescriptors() async throws {
    let directory = try TemporaryDirectory()
    let input = try directory.write("from a file", to: "input")
    let copied = try await onThreadOfItsOwn {
      let file = open(directory.path(of: "errors"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(file) }
      let child = try Child(
        ["sh", "-c", "cat; printf oops >&2"], input: .file(input),
        output: .file(directory.path(of: "output")), errors: .descriptor(file))
      let outcome = try child.wait()
      let read = try Child.run(["cat", "output", "errors"], directory: directory.path)
      return [outcome, read]
    }
    #expect(
      copied == [
        Child.Outcome(.exited(0)), Child.Outcome(.exited(0), output: "from a fileoops"),
      ])
  }

  @Test func onlyTheThreeStreamsAreInherited() async throws {
    let outcome = try await onThreadOfItsOwn {
      let other = try Child(["cat"], input: .pipe)
      // The listing itself is closed again before the loop inspects it.
      let listing = try Child.run([
        "sh", "-c", "for stream in /proc/$$/fd/*; do test -e $stream && echo ${stream##*/}; done",
      ])
      try other.closeInput()
      _ = try other.wait()
      return listing
    }
    #expect(outcome.outputText == "0\n1\n2\n")
  }

  @Test func missingProgramIsAnError() {
    #expect(throws: SupportError.system(call: "posix_spawn /nowhere/tool", errno: ENOENT)) {
      try Child(["/nowhere/tool"])
    }
  }

  @Test func limitKillsAndTellsWhatCame() async throws {
    let status = try await onThreadOfItsOwn {
      let child = try Child(["sh", "-c", "echo begun; exec cat"], input: .pipe)
      try child.expect("begun\n")
      let limit = Duration.milliseconds(50)
      #expect(
        throws: SupportError.limitReached(
          awaited: "the program's end", limit: limit, transcript: #"output "begun\n""#)
      ) {
        try child.wait(limit: limit)
      }
      return try child.wait().status
    }
    #expect(status == .signalled(SIGKILL))
  }

  @Test func endDoesNotWaitForWhatHoldsTheOutputOpen() async throws {
    let outcome = try await onThreadOfItsOwn {
      try Child.run(["sh", "-c", "sleep 600 & echo gone"])
    }
    #expect(outcome == Child.Outcome(.exited(0), output: "gone\n"))
  }

  @Test func nothingOfTheGroupIsLeft() async throws {
    let directory = try TemporaryDirectory()
    let outcome = try await onThreadOfItsOwn {
      let fifo = directory.path(of: "fifo")
      #expect(mkfifo(fifo, 0o600) == 0)
      // Reads the end of the file after the last writer has closed it.
      let reader = try Child(["cat", fifo])
      do {
        // Wait until the processes have opened it as well.
        let writer = open(fifo, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        let script = "exec 3> \(fifo); sleep 600 & echo $!; exec sleep 600"
        let ended = try Child(["sh", "-c", "exec 3> \(fifo); sleep 600 & exit 3"])
        #expect(try ended.wait() == Child.Outcome(.exited(3)))
        let running = try Child(["sh", "-c", script])
        try running.expect("\n")
      }
      return try reader.wait()
    }
    #expect(outcome == Child.Outcome(.exited(0)))
  }
}
