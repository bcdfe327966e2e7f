import CFormwork
import CFormworkSystem
import FormworkCore
import FormworkSession
import FormworkSystem
import Glibc

/// The editor of the user: `$VISUAL`, `$EDITOR` or `vi`.
struct ExternalEditor {
  private let command: String
  private let terminal: TerminalGuard
  private let wakeUp: WakeUp

  init(at terminal: TerminalGuard, wakeUp: WakeUp) {
    command = ["VISUAL", "EDITOR"].lazy.compactMap(Environment.value).first ?? "vi"
    self.terminal = terminal
    self.wakeUp = wakeUp
  }

  private static var directory: String { Environment.temporaryDirectories()[0] }

  /// Removes the files of programs that were killed while an editor ran.
  static func sweep() { fwe_sweep(directory.systemCString) }

  /// Runs the editor on a text, in a private directory that is removed afterwards.
  ///
  /// Blocks. The terminal must be in its original modes.
  ///
  /// - Returns: The text, without the newline that editors add at the end of a file; `nil` if the user
  ///   asked the program to leave and ended the editor.
  func edited(_ text: String) throws(ProgramFailure) -> String? {
    do throws(DirectoryDistrust) { try DirectoryDistrust.check(Self.directory) } catch {
      if case .unknown(let code) = error {
        throw failed("editor.noFolder", SystemError(code: code))
      }
      throw failure(.key("editor.sharedDirectory", ["directory": .path(Self.directory)]))
    }
    guard let folder = fwe_make_folder(Self.directory.systemCString) else {
      throw failed("editor.noFolder", .last)
    }
    defer {
      fwe_end()
      // A signal handler cannot remove nested directories, so they are removed here.
      Self.sweep()
      // The wake-up that was cleared meanwhile may have been for others.
      wakeUp.raise()
    }
    let path = "\(String(systemText: folder))/text.txt".systemCString
    try write(text, to: path)
    return try run(on: path) ? try read(path) : nil
  }

  private func failure(_ reason: Message) -> ProgramFailure {
    ProgramFailure(.key("editor.failed", ["command": .path(command), "reason": reason]))
  }

  private func failed(_ key: String, _ error: SystemError) -> ProgramFailure {
    let directory = Message.path(Self.directory)
    return failure(.key(key, ["directory": directory, "reason": Message(explaining: error)]))
  }

  private func write(_ text: String, to path: [CChar]) throws(ProgramFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failed("editor.notMade", .last) }
    defer { close(file) }
    let error = Array((text + "\n").utf8).withUnsafeBytes { $0.write(to: file) }
    if let error { throw failed("editor.notWritten", error) }
  }

  /// Runs the command as a shell would; returns whether the editor ended by itself.
  private func run(on path: [CChar]) throws(ProgramFailure) -> Bool {
    guard fwe_start(terminal.terminal, "exec \(command) \"$1\"".systemCString, path) > 0 else {
      throw failure(Message(explaining: SystemError.last))
    }
    var status: CInt = 0
    while true {
      wakeUp.clear()
      if terminal.pendingSignal != nil {
        // A second signal may come before this is done.
        terminal.setModesToReset(FORMWORK_NEEDS_TERMINAL.rawValue)
        fwe_end()
        terminal.restore()
        terminal.resetScreen(after: 0)
        terminal.setModesToReset(nil)
        return false
      }
      switch fwe_look(&status) {
      case FWE_NONE: _ = wakeUp.wait(limit: nil)
      case FWE_STOPPED: terminal.stop()
      default:
        terminal.restore()
        guard status == 0 else {
          // The terminal may have displayed the key that ended the editor.
          if case .signalled = ProcessEnd(waitStatus: status) {
            _ = Glibc.write(terminal.terminal, "\r\n", 2)
          }
          throw failure(Self.spelled(status))
        }
        return true
      }
    }
  }

  /// Returns the message for a status; from a shell, 127 is a command not found, 126 one it cannot run.
  private static func spelled(_ status: CInt) -> Message {
    switch ProcessEnd(waitStatus: status) {
    case .signalled(let signal): .key("editor.signalled", ["signal": .number(Int(signal))])
    case .exited(126): .key("editor.notRunnable")
    case .exited(127): .key("editor.notFound")
    case .exited(let code): .key("editor.exited", ["status": .number(Int(code))])
    }
  }

  private func read(_ path: [CChar]) throws(ProgramFailure) -> String {
    // Some editors replace the file by another one with the same name. Opening a pipe would wait for a
    // writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else { throw failed("editor.notRead", .last) }
    defer { close(file) }
    guard stat(of: file)?.isRegular == true else { throw failure(.key("editor.noFile")) }
    var bytes: [UInt8]
    do { bytes = try [UInt8](readingFrom: file, limit: String.inputLimit) } catch {
      throw failed("editor.notRead", error)
    }
    if bytes.last == 0x0A { bytes.removeLast() }
    guard bytes.count <= String.inputLimit else {
      throw failure(.key("editor.tooLong", count: String.inputLimit))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let encoding = ByteOrderMark.otherEncoding(of: bytes)
      throw failure(
        encoding.map { .key("editor.encoding", ["name": .verbatim($0)]) } ?? .key("editor.notUTF8"))
    }
    if bytes.withUnsafeBytes(\.hasTooManyMarks) {
      throw failure(Violation.tooManyMarks.message())
    }
    return text
  }
}
