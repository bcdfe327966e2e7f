package import CFormwork
import CFormworkSystem
import CFormworkWire
import FormworkCore
package import FormworkSystem
import Glibc

/// The process of an isolated front end, and the socket to it.
package final class RunnerProcess {
  /// The name of the runner, which is beside the program that starts it.
  static let programName = "formwork-runner"

  /// The socket to poll, for datagrams from the process and for room to send.
  package let socket: CInt

  /// A descriptor that is readable after the process has ended; -1 if the system has no such descriptors.
  let ended: CInt
  package let identifier: CInt

  /// Whether the process shares this program's session: then this program ends its remaining processes.
  private let sharesSession: Bool
  private var end: ProcessEnd?
  private var sentCount: UInt32 = 0
  private var receivedByteCount = 0

  /// Whether the process has closed its socket: messages to it are lost.
  private var isDeaf = false
  private let datagram: UnsafeMutableRawBufferPointer

  /// The result of a look for a datagram.
  package enum Arrival {
    /// A datagram, valid until the next call.
    case datagram(UnsafeRawBufferPointer)
    case nothing
    case end
  }

  /// Starts a runner for a file, with a minimal environment.
  convenience init(
    _ runner: String, for file: FrontEndFile, isShownAgain: Bool = false
  ) throws(FrontEndLoadError) {
    var environment = Self.environment(of: programsEnvironment(), isShownAgain: isShownAgain)
    let streams = Self.takeStreams(of: file, from: &environment)
    do {
      try self.init(
        file.arguments(forRunner: runner), in: file.folder, environment: environment,
        streams: streams)
    } catch {
      throw .notStarted(error.code)
    }
  }

  /// Starts a program with a socket and a front end's folder, on a terminal in a session of its own.
  package init(
    _ arguments: [String], in folder: InspectedFolder, environment: [String],
    terminal: String? = nil, streams: InheritedStreams? = nil
  ) throws(SystemError) {
    sharesSession = terminal == nil
    var pair: [CInt] = [-1, -1]
    let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .last }
    defer { close(pair[1]) }
    if sharesSession { fws_adopt_orphans(1) }
    do throws(SystemError) {
      identifier = try startProgram(
        arguments, environment: environment, hasSession: !sharesSession, terminal: terminal,
        streams: [streams?.input ?? -1, streams?.output ?? -1, -1, pair[1], folder.descriptor])
    } catch {
      close(pair[0])
      if sharesSession { fws_adopt_orphans(0) }
      throw error
    }
    socket = pair[0]
    ended = fws_pidfd_open(identifier)
    datagram = .allocate(byteCount: RunnerMessage.limit + 1, alignment: 16)
  }

  static func environment(of entries: [String], isShownAgain: Bool) -> [String] {
    let names: Set = [
      "HOME", "PATH", "TERM", "COLORTERM", "NO_COLOR", "TERMINFO", "TERMINFO_DIRS", "COLUMNS",
      "LINES", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_COLLATE", "LC_TIME",
      "LC_NUMERIC", "LC_MONETARY", "TZ", "EDITRC", "ESCDELAY", "DISPLAY", "WAYLAND_DISPLAY",
      "XDG_RUNTIME_DIR", "BROWSER", "SSH_CONNECTION", "FORMWORK_COLOR", "FORMWORK_STATUS",
    ]
    let kept = entries.filter { entry in
      let name = entry.prefix { $0 != "=" }
      return names.contains(String(name)) || name.hasPrefix("FORMWORK_FRONT_END_")
    }
    // The host reports a crash in one line: the report of the Swift runtime could show a secret. Text that
    // is shown once per program is not repeated by each process.
    return kept + ["SWIFT_BACKTRACE=enable=no"] + (isShownAgain ? ["FORMWORK_SHOWN=1"] : [])
  }

  /// Removes the variable that names the streams of a front end, and returns the streams.
  ///
  /// The variable of `lines` is `FORMWORK_FRONT_END_LINES=3,4`. The two streams become the standard streams of its process, which has no other descriptors of the program.
  static func takeStreams(
    of file: FrontEndFile, from environment: inout [String]
  ) -> InheritedStreams? {
    guard let name = file.name ?? FrontEndName(fileName: file.entry) else { return nil }
    let key = "FORMWORK_FRONT_END_\(name.text.uppercased())="
    guard let place = environment.firstIndex(where: { $0.hasPrefix(key) }),
      let streams = InheritedStreams(String(environment[place].dropFirst(key.count)))
    else { return nil }
    environment.remove(at: place)
    return streams
  }

  deinit {
    if end == nil { kill() }
    awaitEnd()
    close(socket)
    if ended >= 0 { close(ended) }
    wipe()
    datagram.deallocate()
  }

  package func receive() -> Arrival {
    wipe()
    guard let count = datagram.receive(from: socket) else { return .nothing }
    receivedByteCount = count
    return count > 0 ? .datagram(UnsafeRawBufferPointer(rebasing: datagram[..<count])) : .end
  }

  /// Sends a message, and returns whether there was room; a process that reads nothing gets none.
  package func send(_ message: formwork_message, isFollowed: Bool) -> Bool {
    var header = formwork_wire_packet(message)
    header.ordinal = sentCount + 1
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
    if count < 0, [EAGAIN, EINTR, ENOBUFS].contains(errno) { return false }
    sentCount += 1
    return true
  }

  /// The size of the unread messages, in bytes as counted by the system.
  package var unreadMessageByteCount: Int {
    isDeaf ? 1 : max(0, Int(fws_unread_byte_count(socket)))
  }

  var isStopped: Bool { fws_is_stopped(identifier) != 0 }

  var hasEnded: Bool {
    var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  func kill() { Glibc.kill(identifier, SIGKILL) }

  /// Waits until the process has ended, and kills it after a second.
  @discardableResult
  package func awaitEnd(hasReturned: Bool = false) -> ProcessEnd {
    if let end { return end }
    var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    if ended < 0 || poll(&entry, 1, 1000) <= 0 { kill() }
    let end = ProcessEnd(awaitingForASecond: identifier) ?? .signalled(SIGKILL)
    self.end = end
    guard sharesSession else { return end }
    // Processes that a failed front end has started would read the keys of the next one.
    if !hasReturned || end != .exited(0) { fws_end_orphans() }
    fws_take_foreground()
    fws_adopt_orphans(0)
    return end
  }

  /// Wipes the received datagram, which may contain a secret.
  private func wipe() {
    UnsafeMutableRawBufferPointer(rebasing: datagram[..<receivedByteCount]).wipe()
    receivedByteCount = 0
  }
}

extension RunnerProcess {
  func awaitLoading(limit: Duration) throws(FrontEndLoadError) -> FrontEndDescription {
    let end = ContinuousClock.now + limit
    while true {
      switch receive() {
      case .datagram(let datagram):
        return try description(from: datagram)
      case .nothing:
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else {
          throw .runnerFailed(.key("runner.slow", count: limit.wholeSeconds))
        }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, left.wholeMilliseconds)
      case .end:
        switch awaitEnd() {
        case .exited(let status):
          throw .runnerFailed(.key("runner.ended", ["status": .number(Int(status))]))
        case .signalled(let signal):
          throw .runnerFailed(.verbatim(String(cString: strsignal(signal))))
        }
      }
    }
  }

  private func description(
    from datagram: UnsafeRawBufferPointer
  ) throws(FrontEndLoadError) -> FrontEndDescription {
    let message: RunnerMessage
    do {
      message = try RunnerMessage(datagram)
    } catch {
      throw .runnerFailed(.key("runner.brokeContract", ["fault": error.message]))
    }
    switch message {
    case .loaded(let result): return try result.get()
    case .refused(let refusal): throw refusal
    case .drained, .returned, .input: throw .runnerFailed(.key("runner.outOfTurn"))
    }
  }
}
