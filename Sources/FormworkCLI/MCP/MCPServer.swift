import CFormworkSystem
import FormworkCore
import FormworkHost
import FormworkJSON
import FormworkStorage
import FormworkSystem
import Glibc

/// The server on standard input and output: lines in, lines out, and one form at a time.
struct MCPServer {
  /// The interval of news about an open question.
  private static let interval = Duration.seconds(10)

  /// The time for a form to end by itself.
  private static let stopTimeout = Duration.seconds(10)

  /// The unsent bytes from which on nothing more is read.
  private static let outputLimit = 1 << 20

  private var session: MCPSession
  private let settings: MCP
  private var form: FormProcess?

  /// The command that stores an answer with secrets, and the outcome if it succeeds.
  private var storing: (command: ServedProcess, outcome: PersonQuestion.Outcome)?
  private var line: [UInt8] = []
  private var isLineTooLong = false

  /// The bytes that the client has not read yet.
  private var output: [UInt8] = []
  private var isOpen = true
  private var nextNews = ContinuousClock.now + interval

  init(_ settings: MCP) {
    self.settings = settings
    session = MCPSession(
      allowsSecrets: settings.allowSecrets != nil, catalogue: console.catalogue)
  }

  /// Serves until the input has ended and the form is closed; a signal counts as the end of input.
  mutating func run() throws {
    signal(SIGPIPE, SIG_IGN)
    // The kernel keeps no status of children if their signal is ignored.
    signal(SIGCHLD, SIG_DFL)
    let signals = fws_open_end_signals()
    guard signals >= 0 else { throw SystemError.last }
    defer { close(signals) }
    while isOpen || session.isAsking {
      let reads = isOpen && output.count < Self.outputLimit
      var sources = [
        pollfd(fd: reads ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process?.ended ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isOpen ? signals : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output.isEmpty ? -1 : STDOUT_FILENO, events: Int16(POLLOUT), revents: 0),
      ]
      if poll(&sources, 4, timeout) < 0, errno != EINTR { throw SystemError.last }
      if sources[2].revents != 0 { endInput() }
      if sources[3].revents != 0 { write() }
      if sources[1].revents != 0 { perform(takeEnd()) }
      if sources[0].revents != 0 { read() }
      note(.now)
    }
    // A client that still reads gets the rest.
    var client = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    while !output.isEmpty, poll(&client, 1, 1_000) > 0 { write() }
  }

  /// The process that the server waits for: there is no form while a command stores its answer.
  private var process: ServedProcess? { storing?.command ?? form?.process }

  /// The milliseconds until the server has something to do by itself; -1 if it never has.
  private var timeout: CInt {
    let times = [session.wantsProgress ? nextNews : nil, process?.killTime].compactMap(\.self)
    return times.min().map { ContinuousClock.now.duration(to: $0).wholeMilliseconds } ?? -1
  }

  private mutating func note(_ now: ContinuousClock.Instant) {
    if let time = process?.killTime, time <= now { process?.kill() }
    if nextNews <= now {
      nextNews = now + Self.interval
      perform(session.progress())
    }
  }

  private mutating func endInput() {
    guard isOpen else { return }
    isOpen = false
    perform(session.inputEnded())
  }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let size = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if size < 0, [EINTR, EAGAIN].contains(errno) { return }
    guard size > 0 else { return endInput() }
    var rest = buffer[..<size]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end])
      rest = rest[(end + 1)...]
      takeLine()
    }
    add(rest)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    isLineTooLong = isLineTooLong || line.count + bytes.count > MCPSession.lineLimit
    if isLineTooLong { line = [] } else { line += bytes }
  }

  private mutating func takeLine() {
    defer { (line, isLineTooLong) = ([], false) }
    if isLineTooLong { return perform([MCPSession.tooLong]) }
    // JSON's white space, for a client that ends its lines with CR LF or sends blank lines.
    if line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) {
      perform(session.receive(line))
    }
  }

  /// Writes as much as a pipe takes without waiting.
  private mutating func write() {
    let count = output.withUnsafeBytes {
      Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
    }
    if count < 0, [EINTR, EAGAIN].contains(errno) { return }
    guard count > 0 else {
      // Nobody reads the answers any more.
      output = []
      return endInput()
    }
    output.removeFirst(count)
  }

  private mutating func perform(_ effects: [MCPSession.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): output += Array((message.text() + "\n").utf8)
      case .stop: form?.process.stop(limit: Self.stopTimeout)
      case .ask(let question):
        nextNews = .now + Self.interval
        do {
          form = try FormProcess(question, settings)
        } catch {
          console.printError(for: error)
          perform(session.ended(.failed(status: Int(ProgramFailure.failed))))
        }
      }
    }
  }

  /// Takes the end of the form, which leaves its terminal to the next one, or that of a command.
  private mutating func takeEnd() -> [MCPSession.Effect] {
    if let (command, outcome) = storing {
      storing = nil
      if command.end() == .exited(0) { return session.ended(outcome) }
      let name = Message.verbatim((settings.allowSecrets ?? "").replacingControls())
      console.printErrorWithName(.key("mcp.command", ["command": name]))
      return session.ended(.notStored)
    }
    guard let ended = form else { return [] }
    form = nil
    guard let outcome = outcome(of: ended) else { return [] }
    return session.ended(outcome)
  }

  /// Returns the outcome of a form that has ended, or `nil` while a command stores its answer.
  private mutating func outcome(of form: FormProcess) -> PersonQuestion.Outcome? {
    let end = form.process.end()
    // An answer was submitted, whatever has ended the form after that.
    if end == .exited(0) || form.hasAnswer {
      do { return try accept(form.answer(), form.question) } catch {
        console.printError(for: error)
        return .notStored
      }
    }
    return switch end {
    case .exited(ProgramFailure.declined): .declined
    case .exited(130), .signalled(SIGTERM), .signalled(SIGINT), .signalled(SIGHUP): .cancelled
    case .exited(let status): .failed(status: Int(status))
    case .signalled(let signal): .failed(status: 128 + Int(signal))
    }
  }

  /// Stores an answer with secrets, and returns the outcome, or `nil` while a command stores it.
  private mutating func accept(
    _ answer: JSONNode, _ question: PersonQuestion
  ) throws -> PersonQuestion.Outcome? {
    let outcome = PersonQuestion.Outcome.accepted(question.visible(answer))
    guard question.publicMembers != nil else { return outcome }
    switch settings.secretsPlace {
    case .file(let path)?: try MCP.secretsFile(path).append(answer.text())
    case .command(let command)?:
      storing = (try ServedProcess(storing: answer.text(), by: command), outcome)
      return nil
    case nil: break
    }
    return outcome
  }
}
