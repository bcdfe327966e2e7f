import Glibc

/// A server of tmux, and a client in control mode that sends it commands.
///
/// Both end with the test, even if that is killed: the client reads the end of its input, and the
/// server ends with its session, which ends with its client.
///
/// - SeeAlso: tmux(1), "Control mode".
final class TerminalMultiplexer: Sendable {
  private let folder: TemporaryDirectory
  private let client: Child
  private let progress = Synchronized(Progress())

  /// The position in the client's output.
  private struct Progress {
    var end = 0
    /// Whether a command skipped news while it looked for its answer.
    var hasPassedNews = false
  }

  /// Starts a server with one session, whose only pane runs a program.
  ///
  /// - Parameters:
  ///   - session: Arguments of `new-session`.
  ///   - environment: The whole environment of the server.
  /// - Throws: ``SupportError/ended(awaited:status:transcript:)`` with the messages of tmux if it does
  ///   not start.
  init(session: [String], environment: [String: String]) throws(SupportError) {
    folder = try TemporaryDirectory()
    let configuration = try folder.write(
      """
      set -g status off
      set -s escape-time 0
      set -s default-terminal tmux-256color

      """, to: "configuration")
    client = try Child(
      ["timeout", "--signal=KILL", "600"]
        + ["tmux", "-u", "-S", folder.path(of: "socket"), "-f", configuration]
        + ["-C", "new-session"] + session.map(Self.withoutSeparator),
      environment: environment, input: .pipe)
    // Without a session, a command is refused.
    _ = try client.find("its session", limit: defaultLimit) {
      String(decoding: $0[.output], as: UTF8.self).contains("%session-changed ") ? true : nil
    }
    try run("set destroy-unattached on")
  }

  deinit {
    // A server that answers is alive, so the process numbers are still valid. Closing the terminal
    // alone would leave a program that ignores SIGHUP.
    let answer = try? run("display-message -p '#{pane_pid} #{pid}'")
    let processes = (answer ?? []).joined().split(separator: " ").compactMap { Int32($0) }
    if processes.count == 2 {
      kill(-processes[0], SIGKILL)
      kill(processes[1], SIGKILL)
    }
    // The client ends with its connection, and so with the server.
    _ = try? client.wait()
  }

  /// Runs a command and returns the lines of its answer.
  @discardableResult
  func run(_ command: String, limit: Duration = defaultLimit) throws(SupportError) -> [String] {
    try progress.change { progress throws(SupportError) in
      try client.write("\(command)\n", limit: limit)
      let start = progress.end
      let answer = try client.find("the answer to \(command.debugDescription)", limit: limit) {
        Answer(in: $0[.output][start...])
      }
      progress.end = answer.end
      progress.hasPassedNews = progress.hasPassedNews || answer.isAfterNews
      guard answer.isSuccess else { throw .refused(command: command, answer: answer.lines) }
      return answer.lines
    }
  }

  /// Waits for news from the server, and returns whether there were any within the limit.
  func waitForNews(limit: Duration) throws(SupportError) -> Bool {
    try progress.change { progress throws(SupportError) in
      let start = progress.end
      let hasPassedNews = progress.hasPassedNews
      progress.hasPassedNews = false
      do throws(SupportError) {
        return try client.find("news", limit: limit) { state in
          hasPassedNews || state[.output].count > start ? true : nil
        }
      } catch {
        guard case .limitReached = error else { throw error }
        return false
      }
    }
  }

  /// Returns an argument whose last character does not end the command for tmux.
  private static func withoutSeparator(_ argument: String) -> String {
    argument.hasSuffix(";") ? "\(argument.dropLast())\\;" : argument
  }

  /// The answer of the server to a command.
  private struct Answer {
    let lines: [String]
    let isSuccess: Bool
    let isAfterNews: Bool
    let end: Int

    // Finds the first whole answer to our commands. Earlier output is news. The answer itself may
    // contain text that looks like news.
    init?(in output: ArraySlice<UInt8>) {
      let newline = UInt8(ascii: "\n")
      // The text after the last newline is not a whole line yet.
      let whole = output.split(separator: newline, omittingEmptySubsequences: false).dropLast()
      let lines = whole.map { String(decoding: $0, as: UTF8.self) }
      // The flag is 1 if the command came through the client's input.
      guard let begin = lines.firstIndex(where: { $0.hasPrefix("%begin ") && $0.hasSuffix(" 1") })
      else { return nil }
      let mark = lines[begin].dropFirst("%begin ".count)
      let ends = ["%end \(mark)", "%error \(mark)"]
      guard let end = lines[begin...].firstIndex(where: ends.contains) else { return nil }
      self.lines = Array(lines[(begin + 1)..<end])
      self.isSuccess = lines[end] == ends[0]
      self.isAfterNews = begin > lines.startIndex
      self.end = whole[end].endIndex + 1
    }
  }
}
