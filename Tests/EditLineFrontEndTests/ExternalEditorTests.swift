import Glibc
import TestSupport
import Testing

/// An external editor for a text, which uses the terminal meanwhile and leaves nothing.
struct ExternalEditorTests {
  /// Writes a text, creates another file beside it, prints a line, and waits for a line.
  private static let editor = """
    #!/bin/sh
    printf 'two\\nlines\\n' >"$1"
    mkdir "$(dirname "$1")/undo"
    : >"$(dirname "$1")/.text.txt.swp"
    : >"$(dirname "$1")/undo/1"
    echo "$PPID $$" >"$HOME/processes"
    if [ -e "$HOME/stubborn" ]; then trap 'printf hangup; hung=1' HUP; fi
    if [ -e "$HOME/neat" ]; then trap 'echo stop >>"$HOME/neat"; hung=1' TSTP; fi
    stty -echo
    printf '\\033[?1049heditor is there'
    read line || [ -z "$hung" ] || read line
    stty echo
    printf '\\033[?1049l'
    """

  /// Opens the editor for the second field, after some text there.
  private static func openEditor(at terminal: PseudoTerminal, after text: String = "") throws {
    try terminal.expect("Name (required): ")
    try terminal.type("ann\r")
    try terminal.expect("several lines): ")
    try terminal.type("\(text)\u{18}e")
  }

  private struct Bench {
    let trip: Trip
    let environment: [String: String]
    /// The directory that contains only the file of the editor.
    let folder: String

    init() throws {
      trip = try Trip()
      let editor = try trip.folder.write(ExternalEditorTests.editor, to: "editor")
      folder = trip.folder.path(of: "runtime")
      _ = try Child.run(["mkdir", "-m", "700", folder])
      // A shell reads the file instead of executing it: a child process of another test may still have it
      // open for writing.
      environment = ["VISUAL": "sh \(editor)", "XDG_RUNTIME_DIR": folder]
    }

    /// The remaining files of the directory.
    var remains: String {
      get throws { try Child.run(["find", folder, "-mindepth", "1"]).outputText }
    }

    /// The processes of the program and of the editor.
    var processes: (program: pid_t, editor: pid_t) {
      get throws {
        let words = try Child.run(["cat", trip.folder.path(of: "processes")]).outputText
          .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        return (try #require(words.first), try #require(words.last))
      }
    }

    /// Returns a terminal at which the editor runs.
    func terminal(behind prefix: [String] = []) throws -> PseudoTerminal {
      let terminal = try trip.terminal(behind: prefix, environment: environment)
      try ExternalEditorTests.openEditor(at: terminal)
      try terminal.expect("editor is there")
      return terminal
    }

    /// Returns a shell in which the editor runs.
    func shell() throws -> Screen {
      let screen = try trip.shell(environment: environment)
      try screen.type("\"$PROGRAM\" editline\r")
      try screen.expectLine("Name (required):")
      try screen.type("ann\r")
      try screen.expectLine("Story (^X e: several lines):")
      try screen.type("\u{18}e")
      try screen.expect("editor is there")
      return screen
    }

    func waitUntilItGoesOn(_ process: pid_t) throws {
      _ = try Child.run([
        "sh", "-c", "while grep -q '^State:.T' /proc/$0/status; do sleep 0.01; done", "\(process)",
      ])
    }

    func waitUntilGone(_ process: pid_t) throws {
      _ = try Child.run(["tail", "--pid=\(process)", "-s", "0.01", "-f", "/dev/null"])
    }
  }

  @Test func itsFolderGoesWithIt() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let terminal = try bench.terminal()
      let files = try bench.remains.split(separator: "\n").map {
        String($0.split(separator: "/").last ?? "")
      }
      #expect(
        files.dropFirst().sorted()
          == [".formwork-edit", ".text.txt.swp", "1", "text.txt", "undo"])
      let mode = try Child.run(["stat", "-c", "%a", "\(bench.folder)/\(files[0])"]).outputText
      #expect(mode == "700\n")
      try terminal.type("\r")
      try terminal.expect("[2 lines]")
      #expect(try bench.remains == "")
      // The key is a signal for the program again.
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  /// The signals of keys reach only the editor.
  @Test func theKeysAreTheEditors() async throws {
    try await onThreadOfItsOwn {
      let terminal = try Bench().terminal()
      try terminal.type("\u{3}")
      // The terminal displays the key itself, unless its editor disables this.
      let shown = try terminal.expect("it was ended by signal 2: ")
      #expect(shown.contains("\r\neditor \""))
      try terminal.expect("Story")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
      #expect(try terminal.modes == terminal.initialModes)
    }
  }

  @Test(
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGUSR1, 34], [false, true])
  func theEditorGoesWithTheProgram(_ signal: Int32, isStubborn: Bool) async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      if isStubborn { try bench.trip.folder.write("", to: "stubborn") }
      let terminal = try bench.terminal()
      let editor = try bench.processes.editor
      terminal.child.send(signal)
      #expect(try terminal.expectEnd() == .signalled(signal))
      #expect(kill(editor, 0) == -1)
      #expect(try terminal.modes == terminal.initialModes)
      #expect(try bench.remains == "")
      let output = terminal.output
      let on = try #require(output.ranges(of: "\u{1B}[?1049h").last)
      #expect(output[on.upperBound...].contains("\u{1B}[?1049l"))
    }
  }

  /// A second signal ends the program while it waits for the editor, and the editor too.
  @Test func aSecondSignalEndsTheEditorToo() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      try bench.trip.folder.write("", to: "stubborn")
      let terminal = try bench.terminal()
      let editor = try bench.processes.editor
      terminal.child.send(SIGTERM)
      try terminal.expect("hangup")
      terminal.child.send(SIGTERM)
      #expect(try terminal.expectEnd() == .signalled(SIGTERM))
      #expect(kill(editor, 0) == -1)
      #expect(try terminal.modes == terminal.initialModes)
      #expect(try bench.remains == "")
      let on = try #require(terminal.output.ranges(of: "\u{1B}[?1049h").last)
      #expect(terminal.output[on.upperBound...].contains("\u{1B}[?1049l"))
    }
  }

  /// If the signal for the end of a child process is ignored, the kernel does not report the end.
  @Test func anEndThatIsIgnoredIsHeard() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let terminal = try bench.terminal(
        behind: ["bash", "-c", "trap '' CHLD; exec \"$0\" \"$@\""])
      try terminal.type("\r")
      try terminal.expect("[2 lines]")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// The value of a variable is shown without its control characters.
  @Test func aFolderIsNamedWithoutItsControls() async throws {
    try await Trip().atTerminal(environment: ["XDG_RUNTIME_DIR": "/no\u{1B}]0;title\u{7}"]) {
      terminal in
      try Self.openEditor(at: terminal)
      try terminal.expect(
        "no folder can be made in /no\u{FFFD}]0;title\u{FFFD} (No such file or")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// Files that cannot be removed at the end are removed at the next start.
  ///
  /// Files that another program uses stay.
  @Test func whatAKilledProgramLeavesIsSwept() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let killed = try bench.terminal()
      let editor = try bench.processes.editor
      killed.child.send(SIGKILL)
      #expect(try killed.expectEnd() == .signalled(SIGKILL))
      try bench.waitUntilGone(editor)
      let left = try bench.remains
      let folder = try #require(left.split(separator: "\n").first)
      _ = try Child.run(["mkdir", "-p", "\(folder)/1/2/3/4/5/6/7/8"])
      let other = try bench.terminal()
      let used = try bench.remains
      #expect(used.split(separator: "\n").allSatisfy { !left.contains($0) })
      let third = try bench.trip.terminal(environment: bench.environment)
      try third.expect("Name (required): ")
      #expect(try bench.remains == used)
      try other.type("\r")
      try other.expect("[2 lines]")
      #expect(try bench.remains == "")
    }
  }

  /// A pipe would block, a directory for other users may contain their files, and a text must be UTF-8.
  @Test(arguments: [
    ("rm \"$1\"; mkfifo \"$1\"", "700", "it has replaced its file"),
    ("echo new >\"$1\"", "777", "other users may"),
    (#"printf "\377\376a\0" >"$1""#, "700", "the text is UTF-16: save"),
    (#"printf "\377\376\0\0a\0\0\0" >"$1""#, "700", "the text is UTF-32: save"),
  ])
  func whatIsNotToBeTrustedIsNotRead(
    _ script: String, _ mode: String, _ reason: String
  ) async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      _ = try Child.run(["chmod", mode, bench.folder])
      var environment = bench.environment
      environment["VISUAL"] = "sh -c '\(script)' sh"
      let terminal = try bench.trip.terminal(environment: environment)
      try Self.openEditor(at: terminal, after: "old")
      try terminal.expect(reason)
      try terminal.expect("several lines): old")
      #expect(try bench.remains == "")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// Names of the editor and the directory need not be UTF-8; a byte order mark is not text.
  @Test func namesThatAreNoUTF8AreKept() async throws {
    try await onThreadOfItsOwn {
      let trip = try Trip()
      let script = #"""
        cd "$HOME" && B=$'\xff' && mkdir -m 700 "run$B"
        export XDG_RUNTIME_DIR="$HOME/run$B" EDITRC="$HOME/rc$B"
        echo 'printf "\xef\xbb\xbfnew\ntext\n" >"$1"; ls -d run*/formwork-edit-* >seen' >"ed$B"
        echo nonsense >"$EDITRC"
        export VISUAL="bash $HOME/ed$B" && exec "$@"
        """#
      let terminal = try trip.terminal(behind: ["bash", "-c", script, "bash"])
      try terminal.expect("rc\\xff: left out: line 1")
      try Self.openEditor(at: terminal, after: "old")
      try terminal.expect("[2 lines]")
      let seen = try Child.run(
        ["bash", "-c", #"grep -c "^run"$'\xff'"/" seen; find . -name 'formwork-edit-*'"#],
        directory: trip.folder.path)
      #expect(seen.outputText == "1\n")
      try terminal.type("\u{3}")
      #expect(try terminal.expectEnd() == .signalled(SIGINT))
    }
  }

  /// A directory that only looks like one of the program stays unchanged.
  @Test func whatIsNotItsOwnIsNotSwept() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let script = """
        make() {
          mkdir -m $2 "$0/formwork-edit-$1" && : >"$0/formwork-edit-$1/text.txt"
          if [ $3 = marked ]; then : >"$0/formwork-edit-$1/.formwork-edit"; fi
        }
        make killed 700 marked
        make person 700 unmarked
        make opened 755 marked
        make short 700 marked
        make longest 700 marked
        """
      _ = try Child.run(["sh", "-c", script, bench.folder])
      let terminal = try bench.trip.terminal(environment: bench.environment)
      try terminal.expect("Name (required): ")
      let left = try Child.run(["sh", "-c", "cd \"$0\" && echo */text.txt", bench.folder])
      let names = ["longest", "opened", "person", "short"].map { "formwork-edit-\($0)/text.txt" }
      #expect(left.outputText == names.joined(separator: " ") + "\n")
    }
  }

  @Test(.enabled("only who may mount can see it") { try await Child.canMount() })
  func whatIsMountedIsNotSwept() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let script = """
        cd "$XDG_RUNTIME_DIR" && mkdir -m 700 formwork-edit-killed formwork-edit-killed/disk
        : >formwork-edit-killed/.formwork-edit
        : >formwork-edit-killed/text.txt
        mount -t tmpfs none formwork-edit-killed/disk && : >formwork-edit-killed/disk/kept
        "$0" "$@"
        echo; find formwork-edit-killed -type f
        """
      let terminal = try bench.trip.terminal(
        behind: ["unshare", "-m", "sh", "-c", script], environment: bench.environment)
      try terminal.expect("Name (required): ")
      try terminal.type("\u{4}")
      _ = try terminal.expectEnd()
      #expect(
        terminal.output.split(separator: "\r\n").suffix(2).sorted() == [
          "formwork-edit-killed/.formwork-edit", "formwork-edit-killed/disk/kept",
        ])
    }
  }

  /// ^Z in the editor stops the program too, and `fg` continues the editor.
  @Test func aStopInTheEditorIsTheShells() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let screen = try bench.shell()
      try screen.type("\u{1A}")
      try screen.expect("shell>")
      // The echo of the shell works: its modes are restored.
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
      try screen.type("fg\r")
      try screen.waitUntil { $0.last != "shell>" }
      try screen.waitUntil { $0.contains { $0.hasPrefix("\"$PROGRAM\"") } }
      let editor = try bench.processes.editor
      // The editor is in the foreground again, with the echo as it had set it.
      try bench.waitUntilItGoesOn(editor)
      try screen.type("hidden\r")
      try screen.expectLine("Story (^X e: several lines) [2 lines]: ✓ ok")
      #expect(!(try screen.lines.contains { $0.contains("hidden") }))
      try screen.type("\u{18}s")
      try screen.waitUntil { $0.contains("story \"two\\nlines\"") }
      #expect(try bench.remains == "")
    }
  }

  /// The shell gets its own screen back after a stop by another process.
  @Test func aStopFromOutsideGivesTheScreenBack() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let neat = try bench.trip.folder.write("", to: "neat")
      let screen = try bench.shell()
      #expect(try screen.format("#{alternate_on}") == "1")
      kill(try bench.processes.program, SIGTSTP)
      try screen.expect("shell>")
      #expect(try screen.format("#{alternate_on}") == "0")
      // The editor is notified before it is stopped: it may restore its modes.
      #expect(try Child.run(["cat", neat]).outputText == "stop\n")
      try screen.type("fg\r")
      try screen.waitUntil { $0.last != "shell>" }
      let editor = try bench.processes.editor
      try bench.waitUntilItGoesOn(editor)
      try screen.type("\r")
      try screen.expect("[2 lines]")
    }
  }

  /// After SIGKILL the kernel notifies the editor, and the shell gets its terminal.
  @Test func aKilledProgramsEditorDoesNotStay() async throws {
    try await onThreadOfItsOwn {
      let bench = try Bench()
      let screen = try bench.shell()
      let processes = try bench.processes
      kill(processes.program, SIGKILL)
      try bench.waitUntilGone(processes.editor)
      try screen.type("echo typed\r")
      try screen.waitUntil { $0.contains("typed") }
    }
  }
}
