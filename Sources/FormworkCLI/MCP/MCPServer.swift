import CFormworkSystem
import FormworkAsk
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkSchema
import FormworkSystem
import Glibc

/// The server on standard input and output: lines in, lines out, and one form at a time.
struct MCPServer {
  private var session: MCPSession
  private let frontEnd: String
  private let terminal: String?
  private let secrets: AnswerFile?
  private var form: FormProcess?
  private var line: [UInt8] = []
  private var isLineTooLong = false

  init(session: MCPSession, frontEnd: String, terminal: String?, secrets: AnswerFile?) {
    (self.session, self.frontEnd, self.terminal) = (session, frontEnd, terminal)
    self.secrets = secrets
  }

  /// Serves until the input has ended and the form is closed, or a signal asks for the end.
  mutating func run(interval: Duration, lineLimit: Int) throws {
    let signals = fws_open_end_signals()
    guard signals >= 0 else { throw SystemError.last }
    defer { close(signals) }
    var isOpen = true
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while isOpen || session.isAsking {
      var sources = [isOpen ? STDIN_FILENO : -1, form?.ended ?? -1, isOpen ? signals : -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let limit = session.wantsProgress ? interval : form?.patience
      let count = poll(&sources, 3, limit?.wholeMilliseconds ?? -1)
      if count < 0, errno != EINTR { throw SystemError.last }
      if count == 0 {
        form?.hurry()
        try perform(session.progress())
      }
      if sources[2].revents != 0 {
        isOpen = false
        try perform(session.inputEnded())
      }
      if sources[1].revents != 0, let ended = form {
        form = nil
        try perform(session.ended(outcome(of: ended)))
      }
      if sources[0].revents != 0 {
        let size = read(STDIN_FILENO, &buffer, buffer.count)
        if size < 0, errno == EINTR { continue }
        if size > 0 {
          try receive(buffer[..<size], lineLimit)
        } else {
          isOpen = false
          try perform(session.inputEnded())
        }
      }
    }
  }

  private mutating func receive(_ bytes: ArraySlice<UInt8>, _ limit: Int) throws {
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      // All parts but the first one follow the end of a line.
      if part.offset > 0 {
        let whole = isLineTooLong ? Array("too long".utf8) : line
        (line, isLineTooLong) = ([], false)
        if whole.contains(where: { $0 > 0x20 }) { try perform(session.receive(whole)) }
      }
      if line.count + part.element.count > limit {
        (line, isLineTooLong) = ([], true)
      } else if !isLineTooLong {
        line += part.element
      }
    }
  }

  private mutating func perform(_ effects: [MCPSession.Effect]) throws {
    for effect in effects {
      switch effect {
      case .send(let message): _ = try speaker.put(message.text() + "\n")
      case .stop: form?.stop()
      case .ask(let question):
        do { form = try FormProcess(question, frontEnd, terminal) } catch {
          speaker.complain(of: error)
          try perform(session.ended(.failed(status: Int(ProgramFailure.failed))))
        }
      }
    }
  }

  private func outcome(of form: FormProcess) -> PersonQuestion.Outcome {
    switch form.end() {
    case .exited(0):
      do {
        let answer = try form.answer()
        if form.question.publicMembers != nil, let secrets {
          try secrets.write(answer.text(isPretty: true) + "\n", isSecret: true)
        }
        return .accepted(form.question.visible(answer))
      } catch {
        speaker.complain(of: error)
        return .failed(status: Int(ProgramFailure.failed))
      }
    case .exited(3): return .declined
    case .exited(130), .signalled: return .cancelled
    case .exited(let status): return .failed(status: Int(status))
    }
  }
}

/// The form of a question, in a process of its own: an agent that cancels it ends that alone.
final class FormProcess {
  let question: PersonQuestion

  /// The descriptor that is readable when the process has ended.
  let ended: CInt

  private let process: pid_t
  private let folder: String
  private var isStopping = false

  init(_ question: PersonQuestion, _ frontEnd: String, _ terminal: String?) throws {
    self.question = question
    let base = Environment.path("XDG_RUNTIME_DIR", in: Environment.value) ?? "/tmp"
    var template = "\(base)/formwork-mcp.XXXXXX".systemCString
    guard mkdtemp(&template) != nil else { throw SystemError.last }
    let folder = template.withUnsafeBufferPointer { text in
      text.baseAddress.map { String(systemText: $0) } ?? ""
    }
    self.folder = folder
    do {
      try Self.write(question.schema, to: "\(folder)/schema.json")
      if let data = question.data { try Self.write(data, to: "\(folder)/data.json") }
      process = try Self.start(question, in: folder, frontEnd, terminal)
    } catch {
      Self.remove(folder)
      throw error
    }
    ended = fws_pidfd_open(process)
  }

  deinit {
    if ended >= 0 { close(ended) }
    Self.remove(folder)
  }

  private static func write(_ document: JSONNode, to path: String) throws {
    let file = open(path.systemCString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError.last }
    defer { close(file) }
    if let error = Array(document.text().utf8).withUnsafeBytes({ $0.write(to: file) }) {
      throw error
    }
  }

  private static func remove(_ folder: String) {
    for name in Directory.names(in: folder) { unlink("\(folder)/\(name)".systemCString) }
    rmdir(folder.systemCString)
  }

  private static func start(
    _ question: PersonQuestion, in folder: String, _ frontEnd: String, _ terminal: String?
  ) throws -> pid_t {
    guard let program = fws_program_path().map({ String(systemText: $0) }) else {
      throw SystemError(code: ENOENT)
    }
    var arguments = [
      program, "ask", "\(folder)/schema.json", "--output", "\(folder)/answer.json",
      "--allow-decline", "--front-end", frontEnd,
      // The same question finds its draft again.
      "--drafts-of", question.digest,
    ]
    if question.data != nil { arguments += ["--data", "\(folder)/data.json"] }
    // What the front end writes without a terminal is for the log of the client.
    let input = open(
      terminal?.systemCString ?? "/dev/null".systemCString, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard input >= 0 else { throw SystemError.last }
    defer { close(input) }
    let output = terminal == nil ? STDERR_FILENO : input
    var process: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      fws_spawn(
        &process, arguments, fws_environment(), 1, nil, [input, output, output], 3)
    }
    guard error == 0 else { throw SystemError(code: error) }
    return process
  }

  /// The time after which a form that should end is killed; `nil` if it need not end.
  var patience: Duration? { isStopping ? .seconds(10) : nil }

  /// Asks the form to end, which keeps its draft.
  func stop() {
    isStopping = true
    kill(-process, SIGTERM)
  }

  /// Kills a form that should have ended.
  func hurry() { if isStopping { kill(-process, SIGKILL) } }

  /// Returns the end of the process.
  func end() -> ProcessEnd { ProcessEnd(awaitingForASecond: process) ?? .signalled(SIGKILL) }

  func answer() throws -> JSONNode { try DocumentFile.read("\(folder)/answer.json").root.node }
}
