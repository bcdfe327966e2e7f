import CFormworkSystem
import FormworkAsk
import FormworkHost
import FormworkSystem
import Glibc

/// A process for a question: its form, or the command of the user that stores an answer with secrets.
final class ServedProcess {
  /// The descriptor that is readable when the process has ended.
  let ended: CInt

  /// The time at which a process that should end is killed; `nil` if it need not end, or was killed.
  private(set) var killTime: ContinuousClock.Instant?

  private let process: pid_t

  init(_ arguments: [String], streams: [CInt]) throws(SystemError) {
    process = try startProgram(arguments, streams: streams)
    ended = fws_pidfd_open(process)
    guard ended >= 0 else {
      defer {
        kill()
        _ = end()
      }
      throw .last
    }
  }

  /// Starts a command with an answer as a line on its standard input, which is only in memory.
  convenience init(storing answer: String, by command: String) throws(SystemError) {
    let input = try openMemoryFile(with: Array("\(answer)\n".utf8))
    defer { close(input) }
    // Standard output has the messages of the protocol, and most clients log standard error.
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard output >= 0 else { throw .last }
    defer { close(output) }
    try self.init(["sh", "-c", command], streams: [input, output, STDERR_FILENO])
    killTime = .now + .seconds(60)
  }

  deinit { close(ended) }

  /// Asks the process to end within a limit.
  func stop(limit: Duration) {
    killTime = .now + limit
    Glibc.kill(-process, SIGTERM)
  }

  /// Kills a process that should have ended.
  func kill() {
    killTime = nil
    Glibc.kill(-process, SIGKILL)
  }

  /// Returns the end of the process.
  func end() -> ProcessEnd { ProcessEnd(awaitingForASecond: process) ?? .signalled(SIGKILL) }
}
