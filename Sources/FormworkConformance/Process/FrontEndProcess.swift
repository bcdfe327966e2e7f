import FormworkCore
import FormworkHost
import FormworkSystem
import Glibc

/// A process that runs a front end on a terminal of its own, and the socket to it.
final class FrontEndProcess {
  enum Program: Equatable {
    /// The checker itself, which lends messages in one of its ways.
    case probe(ProbeMode)

    /// `formwork-runner`, which hosts use.
    case runner
  }

  let program: Program
  let terminal: Terminal
  private let process: RunnerProcess

  init(_ program: Program, of file: FrontEndFile, at programs: ProgramPaths) throws(CheckFailure) {
    self.program = program
    terminal = try Terminal()
    let arguments =
      switch program {
      case .probe(let mode): [programs.own, ProbeMode.command, mode.rawValue, file.entry]
      case .runner: file.arguments(forRunner: programs.runner)
      }
    do {
      process = try RunnerProcess(
        arguments, in: file.folder, environment: Self.environment(), terminal: terminal.path)
    } catch {
      throw CheckFailure(Message("deed.notStarted", ["reason": Message(explaining: error)]))
    }
  }

  /// Returns an environment without the user's settings, so that a front end behaves the same everywhere.
  private static func environment() -> [String] {
    let passedOn = [
      "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "TERMINFO", "LANGUAGE",
    ]
    let kept = passedOn.compactMap { name in
      getenv(name).map { "\(name)=\(String(systemText: $0))" }
    }
    return kept + [
      "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TERM=xterm", "SWIFT_BACKTRACE=enable=no",
    ]
  }

  // MARK: Messages

  /// The descriptor to poll for messages.
  var socket: CInt { process.socket }

  /// Sends a message, which is lost if the process has ended; returns whether there was room for it.
  func send(_ message: ScriptMessage) -> Bool {
    message.lend { process.send($0, isFollowed: false) }
  }

  func receive() -> RunnerProcess.Arrival { process.receive() }

  // MARK: State

  /// Whether the process has taken all messages.
  var hasTakenAll: Bool { process.untakenByteCount == 0 }

  /// Whether the process waits for something.
  var isAsleep: Bool {
    // The name, in parentheses, may contain any character.
    let line = String(ofFile: "/proc/\(process.identifier)/stat").utf8
    return line.lastIndex(of: UInt8(ascii: ")"))
      .map { line[$0...].dropFirst(2).first == UInt8(ascii: "S") } ?? false
  }

  /// The end of the process, which is near: the socket has ended.
  var end: ProcessEnd { process.awaitEnd() }
}

/// The programs that run front ends.
package struct ProgramPaths: Sendable {
  /// The path of the program that checks, which also is the probe.
  let own: String

  let runner: String

  /// Creates the paths from that of the program that checks; the runner lies beside it.
  package init(own: String) {
    self.own = own
    runner = own.lastSlash.map { "\(own[...$0])formwork-runner" } ?? "formwork-runner"
  }
}

extension String {
  /// Creates the text of a file of the system; empty if it cannot be read.
  init(ofFile path: String) {
    let file = open(path.systemCString, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    let bytes = try? [UInt8](readingFrom: file, limit: 1 << 24)
    self.init(decoding: bytes ?? [], as: UTF8.self)
  }
}
