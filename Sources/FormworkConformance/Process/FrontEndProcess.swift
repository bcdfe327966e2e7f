import FormworkCore
import FormworkHost
import FormworkSystem
import FormworkTools
import Glibc

extension RunnerProcess {
  /// Starts the checker as a probe on a terminal or, without a mode, `formwork-runner`.
  convenience init(
    _ mode: ProbeMode?, of file: FrontEndFile, by checker: String, on terminal: String
  ) throws(CheckFailure) {
    let arguments =
      mode.map { [checker, ProbeMode.command, $0.rawValue, file.entry] }
      ?? file.arguments(forRunner: "\(Directory.parent(of: checker))/formwork-runner")
    // Without the user's settings, a front end behaves the same everywhere.
    let passedOn = [
      "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "TERMINFO", "LANGUAGE",
    ]
    let environment = passedOn.compactMap { name in
      Environment.value(name).map { "\(name)=\($0)" }
    }
    let fixed = ["HOME=/nonexistent", "LC_ALL=C.UTF-8", "TERM=xterm", "SWIFT_BACKTRACE=enable=no"]
    do {
      try self.init(
        arguments, in: file.folder, environment: environment + fixed, terminal: terminal)
    } catch {
      throw CheckFailure(.key("problem.notStarted", ["reason": Message(explaining: error)]))
    }
  }

  /// Whether the process waits for something.
  var isAsleep: Bool { String(ofFile: "/proc/\(identifier)/stat").contains(") S ") }
}

extension BareTerminal {
  /// Sets unusual modes, so that it shows if a front end restores the usual ones.
  func setUnusualModes() {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    modes.c_lflag &= ~tcflag_t(ECHOCTL)
    modes.c_iflag |= tcflag_t(IUTF8)
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VKILL)] = 0x0B }
    tcsetattr(descriptor, TCSANOW, &modes)
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
