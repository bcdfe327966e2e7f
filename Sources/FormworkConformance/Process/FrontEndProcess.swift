import FormworkCore
import FormworkHost
import FormworkSystem
import Glibc

/// A program that runs a front end in a process of its own.
enum FrontEndProgram: Equatable {
  /// The checker itself, which lends messages in one of its ways.
  case probe(ProbeMode)

  /// `formwork-runner`, which hosts use.
  case runner
}

extension RunnerProcess {
  /// Starts a program of the checker's folder for a front end, on a terminal.
  convenience init(
    _ program: FrontEndProgram, of file: FrontEndFile, by checker: String, on terminal: String
  ) throws(CheckFailure) {
    let arguments =
      switch program {
      case .probe(let mode): [checker, ProbeMode.command, mode.rawValue, file.entry]
      case .runner: file.arguments(forRunner: "\(Directory.parent(of: checker))/formwork-runner")
      }
    do {
      try self.init(
        arguments, in: file.folder, environment: Self.neutralEnvironment, terminal: terminal)
    } catch {
      throw CheckFailure(Message("deed.notStarted", ["reason": Message(explaining: error)]))
    }
  }

  /// The variables for front ends, without the user's settings, so that a front end behaves the same everywhere.
  private static var neutralEnvironment: [String] {
    let passedOn = [
      "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "TERMINFO", "LANGUAGE",
    ]
    return passedOn.compactMap { name in Environment.value(name).map { "\(name)=\($0)" } } + [
      "HOME=/nonexistent", "LC_ALL=C.UTF-8", "TERM=xterm", "SWIFT_BACKTRACE=enable=no",
    ]
  }

  /// Whether the process waits for something.
  var isAsleep: Bool { String(ofFile: "/proc/\(identifier)/stat").contains(") S ") }
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
