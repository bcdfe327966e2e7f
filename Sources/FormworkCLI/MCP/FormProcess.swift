import CFormworkSystem
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
  private let folder: String

  /// The terminal, which is locked while the form is on it, or the null device.
  private let input: CInt

  /// Starts the form of a question.
  init(_ question: PersonQuestion, _ settings: MCP) throws {
    self.question = question
    let input = try Self.open(settings.tty)
    let folder = try Self.makeFolder()
    do {
      try Self.write(question.schema, to: "\(folder)/schema.json")
      if let data = question.data { try Self.write(data, to: "\(folder)/data.json") }
      process = try Self.start(question, in: folder, input, settings)
    } catch {
      Self.remove(folder)
      close(input)
      throw error
    }
    (self.folder, self.input) = (folder, input)
  }

  deinit {
    close(input)
    Self.remove(folder)
  }

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

  private static func makeFolder() throws -> String {
    for base in Environment.temporaryDirectories() {
      var template = "\(base)/formwork-mcp.XXXXXX".systemCString
      if mkdtemp(&template) != nil {
        return template.withUnsafeBufferPointer { text in
          text.baseAddress.map { String(systemText: $0) } ?? ""
        }
      }
    }
    throw SystemError.last
  }

  private static func write(_ document: JSONNode, to path: String) throws {
    let file = Glibc.open(path.systemCString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    defer { close(file) }
    let error = Array(document.text().utf8).withUnsafeBytes { $0.write(to: file) }
    if let error { throw error }
  }

  private static func remove(_ folder: String) {
    for name in Directory.names(in: folder) { unlink("\(folder)/\(name)".systemCString) }
    rmdir(folder.systemCString)
  }

  private static func start(
    _ question: PersonQuestion, in folder: String, _ input: CInt, _ settings: MCP
  ) throws -> ServedProcess {
    guard let program = fws_program_path().map({ String(systemText: $0) }) else {
      throw SystemError(code: ENOENT)
    }
    var arguments = [
      program, "ask", "\(folder)/schema.json", "--output", "\(folder)/answer.json",
      "--allow-decline", "--front-end", settings.frontEnd,
      // The same question finds its draft again.
      "--drafts-of", question.digest,
      "--detail", question.use, "--submit-label", "Send to \(question.recipient)",
    ]
    if question.data != nil { arguments += ["--data", "\(folder)/data.json"] }
    // What the front end writes without a terminal is for the log of the client.
    let output = settings.tty == nil ? STDERR_FILENO : input
    return try ServedProcess(arguments, streams: [input, output, output])
  }

  /// Whether the user has submitted an answer.
  var hasAnswer: Bool { access("\(folder)/answer.json".systemCString, F_OK) == 0 }

  func answer() throws -> JSONNode { try DocumentFile.read("\(folder)/answer.json").root.node }
}
