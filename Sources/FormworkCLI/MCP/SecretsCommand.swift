import CFormworkSystem
import FormworkAsk
import FormworkSystem
import Glibc

/// A command of the user that stores an answer with secrets.
final class SecretsCommand {
  /// The descriptor that is readable when the command has ended.
  let ended: CInt

  /// The time at which a command that still runs is killed; `nil` if it was.
  private(set) var killTime: ContinuousClock.Instant? = .now + .seconds(60)

  private let process: pid_t

  /// Starts a command with the answer as a line on its standard input, which is in memory alone.
  init(_ command: String, _ answer: String) throws(SystemError) {
    let input = try openMemoryFile(with: Array("\(answer)\n".utf8))
    defer { close(input) }
    // Standard output has the messages of the protocol, and most clients log standard error.
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard output >= 0 else { throw .last }
    defer { close(output) }
    var process: pid_t = 0
    let error = withCStrings(["sh", "-c", command]) { arguments in
      fws_spawn(
        &process, arguments, fws_environment(), 1, nil, [input, output, STDERR_FILENO], 3)
    }
    guard error == 0 else { throw SystemError(code: error) }
    self.process = process
    ended = fws_pidfd_open(process)
  }

  deinit { if ended >= 0 { close(ended) } }

  func kill() {
    killTime = nil
    Glibc.kill(-process, SIGKILL)
  }

  /// Returns the end of the process.
  func end() -> ProcessEnd { ProcessEnd(awaitingForASecond: process) ?? .signalled(SIGKILL) }
}
