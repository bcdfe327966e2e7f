import CFormwork
import CFormworkSystem
import CFormworkWire
import FormworkCore
import FormworkSession
import FormworkSystem
import Glibc

/// A process that a front end runs in, and the socket to it.
///
/// Nothing here waits but ``awaitLoading(limit:)`` and ``awaitEnd(hasReturned:)``.
final class RunnerProcess {
  /// The program that runs in it, which lies beside the program that starts it.
  static let programName = "formwork-runner"

  /// Where to poll for what it says, and for room to say something.
  let socket: CInt

  /// Readable once the process has ended; -1 where the system has no such descriptors.
  let ended: CInt

  let identifier: pid_t

  private var end: ProcessEnd?
  private var receivedByteCount = 0

  /// Whether it has closed its ear: what it is told is lost, and never taken.
  private var isDeaf = false
  private let datagram = UnsafeMutableRawBufferPointer.allocate(
    byteCount: RunnerMessage.limit + 1, alignment: 16)

  /// What came of looking for a datagram.
  enum Arrival {
    /// This one; it is lent until the next is taken.
    case datagram(UnsafeRawBufferPointer)

    /// There is none yet.
    case nothing

    /// There will be none any more.
    case end
  }

  /// Starts a runner for a file, with what it needs and nothing else.
  ///
  /// - Parameters:
  ///   - runner: The path of ``programName``.
  ///   - file: What it is to load.
  ///   - isShownAgain: Whether the program has had a process for this file before.
  /// - Throws: ``FrontEndRefusal/notStarted(_:)``.
  init(
    _ runner: String, for file: FrontEndFile, isShownAgain: Bool = false
  ) throws(FrontEndRefusal) {
    let arguments = file.arguments(forRunner: runner)
    var pair: (CInt, CInt) = (-1, -1)
    let paired = withUnsafeMutablePointer(to: &pair) { pointer in
      pointer.withMemoryRebound(to: CInt.self, capacity: 2) { fws_packet_pair($0) }
    }
    guard paired == 0 else { throw .notStarted(errno) }
    defer { close(pair.1) }
    fws_adopt_orphans(1)
    var process: pid_t = 0
    let error = withCStrings(arguments) { arguments in
      let kept = Self.environment(of: Self.programsEnvironment, isShownAgain: isShownAgain)
      return withCStrings(kept) { environment in
        fws_spawn_with(
          &process, runner.systemCString, arguments, environment, pair.1, file.folder.descriptor)
      }
    }
    guard error == 0 else {
      close(pair.0)
      throw .notStarted(error)
    }
    identifier = process
    socket = pair.0
    ended = fws_pidfd_open(process)
  }

  /// All variables of this program, each as `NAME=value`.
  private static var programsEnvironment: [String] {
    var entries: [String] = []
    var next = fws_environment()
    while let entry = next?.pointee {
      entries.append(String(systemText: entry))
      next = next?.successor()
    }
    return entries
  }

  /// What of the environment a front end has to do with: the person's terminal, screen, language and
  /// habits, and whatever a front end calls its own.
  static func environment(of entries: [String], isShownAgain: Bool) -> [String] {
    let names: Set = [
      "HOME", "PATH", "TERM", "COLORTERM", "NO_COLOR", "TERMINFO", "TERMINFO_DIRS", "COLUMNS",
      "LINES", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_COLLATE", "LC_TIME",
      "LC_NUMERIC", "LC_MONETARY", "TZ", "EDITRC", "ESCDELAY", "DISPLAY", "WAYLAND_DISPLAY",
      "XDG_RUNTIME_DIR", "BROWSER", "FORMWORK_COLOR", "FORMWORK_STATUS",
    ]
    let kept = entries.filter { entry in
      let name = entry.prefix { $0 != "=" }
      return names.contains(String(name)) || name.hasPrefix("FORMWORK_FRONT_END_")
    }
    // A crash is told in one line by the host: the Swift runtime's account of it could show a secret.
    // What is said once in a program is not said by each process.
    return kept + ["SWIFT_BACKTRACE=enable=no"] + (isShownAgain ? ["FORMWORK_SHOWN=1"] : [])
  }

  deinit {
    kill()
    awaitEnd()
    close(socket)
    if ended >= 0 { close(ended) }
    wipe()
    datagram.deallocate()
  }

  /// Takes the next datagram, if there is one.
  func receive() -> Arrival {
    wipe()
    guard let count = datagram.receive(from: socket) else { return .nothing }
    receivedByteCount = count
    return count > 0 ? .datagram(UnsafeRawBufferPointer(rebasing: datagram[..<count])) : .end
  }

  /// Says something.
  ///
  /// - Parameters:
  ///   - message: What to say; its text is read and not kept.
  ///   - isFollowed: Whether the next message belongs to this one.
  /// - Returns: Whether there was room for it. A process that takes nothing any more is told nothing.
  func send(_ message: formwork_message, isFollowed: Bool) -> Bool {
    var header = formwork_packet(message)
    header.is_followed = isFollowed ? 1 : 0
    let text = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(message.text))
    let count = withUnsafeMutablePointer(to: &header) { header in
      var parts = [
        iovec(iov_base: header, iov_len: MemoryLayout<formwork_packet>.size),
        iovec(iov_base: text, iov_len: Int(message.byte_count)),
      ]
      return parts.withUnsafeMutableBufferPointer { parts in
        var whole = msghdr()
        whole.msg_iov = parts.baseAddress
        whole.msg_iovlen = parts.count
        return sendmsg(socket, &whole, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
    }
    if count < 0, errno == EPIPE { isDeaf = true }
    return !SystemError.isFull(after: count)
  }

  /// What of that which was said it has not taken yet, in bytes of the system's bookkeeping.
  var untakenByteCount: Int { isDeaf ? 1 : max(0, Int(fws_untaken_byte_count(socket))) }

  /// Whether it can do anything now: it is not stopped.
  var isStopped: Bool { fws_is_stopped(identifier) != 0 }

  /// Whether it has ended, as far as can be told without waiting.
  var hasEnded: Bool {
    var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  func kill() { Glibc.kill(identifier, SIGKILL) }

  /// Waits until it has ended, and ends it where that takes more than a second.
  ///
  /// - Parameter hasReturned: Whether its front end was told to leave, and has said that it has, and no fault.
  /// - Returns: How it ended.
  @discardableResult
  func awaitEnd(hasReturned: Bool = false) -> ProcessEnd {
    if let end { return end }
    var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    if ended < 0 || poll(&entry, 1, 1000) <= 0 { kill() }
    let end = ProcessEnd(awaitingForASecond: identifier) ?? .signalled(SIGKILL)
    self.end = end
    // What a failed front end has started would read the keys of the next one.
    if !hasReturned || end != .exited(0) { fws_end_orphans() }
    fws_take_foreground()
    fws_adopt_orphans(0)
    return end
  }

  /// What was received may be a secret.
  private func wipe() {
    UnsafeMutableRawBufferPointer(rebasing: datagram[..<receivedByteCount]).wipe()
    receivedByteCount = 0
  }
}

extension RunnerProcess {
  /// Waits until the front end is loaded.
  ///
  /// - Parameter limit: How long that may take.
  /// - Returns: What the front end says of itself.
  /// - Throws: Why it was not loaded.
  func awaitLoading(limit: Duration) throws(FrontEndRefusal) -> FrontEndDescription {
    let end = ContinuousClock.now + limit
    while true {
      switch receive() {
      case .datagram(let datagram):
        return try description(from: datagram)
      case .nothing:
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else {
          throw .runnerFailed(Message("runner.slow", count: limit.wholeSeconds))
        }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, left.wholeMilliseconds)
      case .end:
        switch awaitEnd() {
        case .exited(let status):
          throw .runnerFailed(Message("runner.ended", ["status": .number(Int(status))]))
        case .signalled(let signal):
          throw .runnerFailed(.verbatim(String(cString: strsignal(signal))))
        }
      }
    }
  }

  private func description(
    from datagram: UnsafeRawBufferPointer
  ) throws(FrontEndRefusal) -> FrontEndDescription {
    let message: RunnerMessage
    do {
      message = try RunnerMessage(datagram)
    } catch {
      throw .runnerFailed(Message("runner.brokeContract", ["fault": error.message]))
    }
    switch message {
    case .loaded(let result): return try result.get()
    case .refused(let refusal): throw refusal
    case .drained, .returned, .input: throw .runnerFailed("runner.outOfTurn")
    }
  }
}
