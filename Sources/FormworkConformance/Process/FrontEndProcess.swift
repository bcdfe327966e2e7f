import FormworkCore
import CFormwork
import CFormworkSystem
import CFormworkWire
import FormworkHost
import FormworkSession
import FormworkSystem
import Glibc

/// A process that a front end runs in, on a terminal of its own, and the socket to it.
final class FrontEndProcess {
  enum Program: Equatable {
    /// The program itself, which lends messages in this manner.
    case probe(Lending)

    /// `formwork-runner`, which hosts use.
    case runner
  }

  let program: Program

  /// What it draws on.
  let terminal: Terminal

  /// Where to poll for what it says.
  let socket: CInt

  private let identifier: pid_t
  private var datagram = [UInt8](
    repeating: 0, count: MemoryLayout<formwork_packet>.size + Int(FORMWORK_TEXT_LIMIT) + 1)
  private var end: ProcessEnd?

  /// How many messages it was told.
  private var count: UInt32 = 0

  init(_ program: Program, of file: FrontEndFile, at programs: ProgramPaths) throws(Failure) {
    self.program = program
    terminal = try Terminal()
    let arguments: [String]
    switch program {
    case .probe(let lending):
      arguments = [programs.own, Lending.command, lending.rawValue, file.entry]
    case .runner:
      arguments = file.arguments(forRunner: programs.runner)
    }
    var pair: [CInt] = [-1, -1]
    guard fws_packet_pair(&pair) == 0 else { throw Self.failure(errno) }
    defer { close(pair[1]) }
    var process: pid_t = 0
    let path = terminal.path
    let error = withCStrings(arguments) { arguments in
      withCStrings(Self.environment()) { environment in
        fws_spawn_on_terminal(
          &process, arguments[0], arguments, environment, path, pair[1], file.folder.descriptor)
      }
    }
    guard error == 0 else {
      close(pair[0])
      throw Self.failure(error)
    }
    (socket, identifier) = (pair[0], process)
  }

  deinit {
    if end == nil {
      kill(identifier, SIGKILL)
      awaitEnd()
    }
    close(socket)
  }

  private static func failure(_ error: CInt) -> Failure {
    Failure("deed.notStarted", ["reason": Message(explaining: SystemError(code: error))])
  }

  /// Without the person's settings, so that a front end does the same wherever it is checked.
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

  /// Says something.
  ///
  /// - Returns: Whether there was room for it. A process that has ended is told nothing.
  func send(_ message: ScriptMessage) -> Bool {
    var bytes = message.datagram
    // A number behind each shows where one was taken by other means than `next`.
    if program != .runner { bytes += withUnsafeBytes(of: count + 1) { Array($0) } }
    let sent = Glibc.send(socket, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    guard !SystemError.isFull(after: sent) else { return false }
    count += 1
    return true
  }

  /// What it has said, if there is anything.
  func receive() -> Arrival {
    datagram.withUnsafeMutableBytes { room in
      guard let count = room.receive(from: socket) else { return .nothing }
      let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
      return count > 0 ? ScriptMessage(datagram: bytes).map(Arrival.message) ?? .end : .end
    }
  }

  /// What came of looking for a message.
  enum Arrival: Equatable {
    case message(ScriptMessage)
    case nothing
    case end
  }

  // MARK: Its state

  /// Whether it has taken all that it was told.
  var hasTakenAll: Bool { fws_untaken_byte_count(socket) <= 0 }

  /// Whether it waits for something: it neither runs nor could.
  var isAsleep: Bool {
    guard let file = fopen("/proc/\(identifier)/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return false }
    // The name, in parentheses, may have any character in it.
    let bytes = line.map(UInt8.init(bitPattern:))
    guard let close = bytes.lastIndex(of: UInt8(ascii: ")")), close + 2 < bytes.count else {
      return false
    }
    return bytes[close + 2] == UInt8(ascii: "S")
  }

  /// Waits for its end, which is near: the socket has ended.
  ///
  /// - Returns: The signal that ended it, if one did.
  func endingSignal() -> CInt? {
    awaitEnd()
    if case .signalled(let signal) = end { return signal }
    return nil
  }

  private func awaitEnd() {
    guard end == nil else { return }
    end = ProcessEnd(awaiting: identifier)
  }
}
