/// A program in a real terminal emulator.
package final class Screen: Sendable {
  /// A position on the screen, counted from zero.
  package struct Place: Equatable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  private let multiplexer: TerminalMultiplexer
  private let program: String

  /// Opens a screen and starts a program on it.
  ///
  /// - Parameters:
  ///   - arguments: The program, by path or by name in `PATH`, and its arguments.
  ///   - environment: The whole environment of the program, except additions by tmux.
  ///   - directory: The working directory, by default that of the test.
  ///   - size: The size of the screen.
  /// - Throws: ``SupportError`` if tmux cannot be started. If the program cannot be, `status` says so.
  package init(
    _ arguments: [String], environment: [String: String] = Child.environment,
    directory: String? = nil, size: PseudoTerminal.Size = PseudoTerminal.Size(columns: 80, rows: 24)
  ) throws(SupportError) {
    // Some versions of tmux lose the exit status of the program. So its parent sets it as the title of
    // the terminal, after all output of the program. Handlers, unlike ignored signals, are not those of
    // the program, too. `system` itself ignores both, but only after it has started the program.
    let parent = #"""
      $SIG{INT} = $SIG{QUIT} = sub {};
      system { $ARGV[0] } @ARGV;
      my $end = $? == -1 ? "failed " . ($! + 0) : "ended $?";
      $| = 1;
      print "\e]2;$end\a";
      while (1) { sleep }
      """#
    program = arguments.first ?? ""
    let place = directory.map { ["-c", $0] } ?? []
    multiplexer = try TerminalMultiplexer(
      session: place + ["-x", "\(size.columns)", "-y", "\(size.rows)"]
        + ["perl", "-e", parent] + arguments,
      environment: environment)
  }

  /// Types text, in which `\r` is Enter and `\u{3}` is Control-C.
  package func type(_ text: String) throws(SupportError) {
    let bytes = text.utf8.map { String($0, radix: 16) }
    try multiplexer.run("send-keys -H \(bytes.joined(separator: " "))")
  }

  /// Presses a key by its name, such as `Enter`, `Up`, `C-c` or `F1`.
  ///
  /// - SeeAlso: tmux(1), "Key bindings".
  package func key(_ name: String) throws(SupportError) {
    try multiplexer.run("send-keys '\(name)'")
  }

  /// Resizes the screen and sends `SIGWINCH` to the program.
  package func resize(to size: PseudoTerminal.Size) throws(SupportError) {
    try multiplexer.run("resize-window -x \(size.columns) -y \(size.rows)")
  }

  /// The lines of the screen, without trailing blanks and trailing empty lines.
  package var lines: [String] {
    get throws(SupportError) {
      var lines = try multiplexer.run("capture-pane -p").map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  /// The lines of the screen with control sequences for styles, which continue on the next line.
  ///
  /// - SeeAlso: tmux(1), "capture-pane".
  package var styledLines: [String] {
    get throws(SupportError) { try multiplexer.run("capture-pane -p -e -N") }
  }

  /// Returns the value of a format of tmux, such as `#{alternate_on}`.
  ///
  /// - SeeAlso: tmux(1), "Formats".
  package func format(_ format: String) throws(SupportError) -> String {
    try multiplexer.run("display-message -p '\(format)'").joined()
  }

  package var cursor: Place {
    get throws(SupportError) {
      let answer = try multiplexer.run("display-message -p '#{cursor_y} #{cursor_x}'")
      let numbers = answer.joined().split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else {
        throw .refused(command: "display-message", answer: answer)
      }
      return Place(row: numbers[0], column: numbers[1])
    }
  }

  /// The exit status of the program, or `nil` while it runs.
  package var status: Child.Status? {
    get throws(SupportError) {
      let title = try multiplexer.run("display-message -p '#{pane_title}'").joined()
      let words = title.split(separator: " ")
      guard words.count == 2, let number = Int32(words[1]) else { return nil }
      switch words[0] {
      case "failed": throw .system(call: "start \(program)", errno: number)
      case "ended": return Child.Status(waitStatus: number)
      default: return nil
      }
    }
  }

  /// Waits until the lines of the screen satisfy a condition.
  ///
  /// Checks at once, and each time that the program has drawn.
  ///
  /// - Returns: The lines that satisfied the condition.
  @discardableResult
  package func waitUntil(
    limit: Duration = defaultLimit, _ condition: ([String]) -> Bool
  ) throws(SupportError) -> [String] {
    try find("what the screen should show", limit: limit) { lines, _ in
      condition(lines) ? lines : nil
    }
  }

  /// Waits until a line of the screen contains a text.
  @discardableResult
  package func expect(
    _ text: String, limit: Duration = defaultLimit
  ) throws(SupportError) -> [String] {
    try find(text.debugDescription, limit: limit) { lines, _ in
      lines.contains { $0.contains(text) } ? lines : nil
    }
  }

  /// Waits for the end of the program.
  package func expectEnd(limit: Duration = defaultLimit) throws(SupportError) -> Child.Status {
    try find("the program's end", limit: limit) { _, status in status }
  }

  private func find<Result>(
    _ what: String, limit: Duration, _ look: ([String], Child.Status?) -> Result?
  ) throws(SupportError) -> Result {
    let clock = SuspendingClock()
    let deadline = clock.now + limit
    while true {
      // In this order: after the end, the screen is the final one.
      let status = try status
      let lines = try lines
      if let result = look(lines, status) { return result }
      let transcript = "screen \(lines.joined(separator: "\n").debugDescription)"
      if let status {
        throw .ended(awaited: what, status: status, transcript: transcript)
      }
      guard try multiplexer.waitForNews(limit: clock.now.duration(to: deadline)) else {
        throw .limitReached(awaited: what, limit: limit, transcript: transcript)
      }
    }
  }
}
