import CFormworkSystem
import FormworkAsk
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSystem
import Glibc

/// The form of a question, in a separate process, so that a cancellation ends only the form.
final class FormProcess {
  let question: PersonQuestion
  let process: ServedProcess

  /// The terminal, which is locked while the form is on it, or the null device.
  ///
  /// The files of the answer, the schema and the data follow. They are only in memory, so that nothing stays
  /// after a crash.
  private let files: [CInt]

  /// Starts the form of a question.
  init(_ question: PersonQuestion, _ settings: MCP) throws {
    self.question = question
    var files = [try Self.open(settings.tty)]
    do {
      for text in ["", question.schema.text(), question.data?.text()].compactMap(\.self) {
        let file = try openMemoryFile(with: Array(text.utf8))
        files.append(file)
        // The data may have secrets.
        fchmod(file, 0o600)
      }
      process = try Self.start(question, files, settings)
    } catch {
      files.forEach { close($0) }
      throw error
    }
    self.files = files
  }

  deinit { files.forEach { close($0) } }

  /// Opens the terminal, which no other form may use now.
  private static func open(_ terminal: String?) throws -> CInt {
    let path = terminal ?? "/dev/null"
    let input = Glibc.open(path.systemCString, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard input >= 0 else { throw SystemError.last }
    guard terminal != nil else { return input }
    guard flock(input, LOCK_EX | LOCK_NB) == 0 else {
      close(input)
      throw ProgramFailure(.key("mcp.busy", ["path": .path(path)]))
    }
    return input
  }

  private static func start(
    _ question: PersonQuestion, _ files: [CInt], _ settings: MCP
  ) throws -> ServedProcess {
    guard let program = fws_program_path().map({ String(systemText: $0) }) else {
      throw SystemError(code: ENOENT)
    }
    var arguments = [
      program, "ask", "/dev/fd/3", "--allow-decline", "--front-end", settings.frontEnd,
      // The same question finds its draft again.
      "--drafts-of", question.digest,
      "--detail", question.use, "--submit-label", "Send to \(question.recipient)",
    ]
    if question.data != nil { arguments += ["--data", "/dev/fd/4"] }
    // What the front end writes without a terminal is for the log of the client.
    let errors = settings.tty == nil ? STDERR_FILENO : files[0]
    return try ServedProcess(arguments, streams: [files[0], files[1], errors] + files[2...])
  }

  /// Whether the user has submitted an answer.
  var hasAnswer: Bool { stat(of: files[1])?.st_size ?? 0 > 0 }

  func answer() throws -> JSONNode { try DocumentFile.read("/dev/fd/\(files[1])").root.node }
}
