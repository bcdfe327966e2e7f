import Glibc

/// A server of tmux, and a client in control mode that gives it orders.
///
/// Both end with the test, even where that is killed: the client then reads the end of its input,
/// and the server ends with its session, which ends with its client.
///
/// - SeeAlso: tmux(1), "Control mode".
final class TerminalMultiplexer: Sendable {
  private let folder: TemporaryDirectory
  private let client: Child
  private let progress = Monitor(Progress())

  /// How far the client's output is read.
  private struct Progress {
    var end = 0
    /// Whether an order read over news while it looked for its answer.
    var hasPassedNews = false
  }

  /// Starts a server with one session, whose one pane runs a program.
  ///
  /// - Parameters:
  ///   - session: Arguments of `new-session`.
  ///   - environment: All of the server's environment.
  /// - Throws: ``SupportError/ended(awaited:status:transcript:)`` with what tmux says where it does
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
    // An order that comes before the session is there is refused.
    _ = try client.find("its session", limit: defaultLimit) {
      String(decoding: $0[.output], as: UTF8.self).contains("%session-changed ") ? true : nil
    }
    try run("set destroy-unattached on")
  }

  deinit {
    // A server that answers is alive, so the numbers are still those of its processes. The end of
    // the terminal alone would leave a program that ignores SIGHUP.
    let answer = try? run("display-message -p '#{pane_pid} #{pid}'")
    let processes = (answer ?? []).joined().split(separator: " ").compactMap { Int32($0) }
    if processes.count == 2 {
      kill(-processes[0], SIGKILL)
      kill(processes[1], SIGKILL)
    }
    // The client ends when its connection does, and with it the server.
    _ = try? client.wait()
  }

  /// Gives an order.
  ///
  /// - Returns: The lines of the answer.
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

  /// Waits until the server has told anything since this was last asked, besides answers.
  ///
  /// - Returns: Whether it did, within the limit.
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

  /// An argument whose last character tmux does not take for the end of the command.
  private static func withoutSeparator(_ argument: String) -> String {
    argument.hasSuffix(";") ? "\(argument.dropLast())\\;" : argument
  }

  /// What the server answers to one order.
  private struct Answer {
    let lines: [String]
    let isSuccess: Bool
    /// Whether anything else was told before it.
    let isAfterNews: Bool
    /// Where in the output the answer ends.
    let end: Int

    /// Finds the first whole answer to an order of ours: what the server told before is news that
    /// is older than the answer, and what stands in the answer itself may look like news.
    init?(in output: ArraySlice<UInt8>) {
      let newline = UInt8(ascii: "\n")
      // What follows the last newline is no whole line yet.
      let whole = output.split(separator: newline, omittingEmptySubsequences: false).dropLast()
      let lines = whole.map { String(decoding: $0, as: UTF8.self) }
      // The flag is 1 where the order came through the client's input.
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
